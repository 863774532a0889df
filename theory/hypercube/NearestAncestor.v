(** The nca vote: rows merge pairwise while two of them share a dimension. Legal, whatever pair is taken. *)
From Coq Require Import NArith Arith Lia List Bool.
From Teecast.common Require Import Lists.
From Teecast.hypercube Require Import Addresses Multicast Votes Classes.
Import ListNotations.
Open Scope N_scope.

(** A group: a set of dimensions that all its rows may leave by, and the rows. *)
Definition group := (N * list addr)%type.

(** Equal votes are one group, in the order of the list. *)
Fixpoint join (v : N) (d : addr) (gs : list group) : list group :=
  match gs with
  | [] => [(v, [d])]
  | (w, rows) :: gs => if w =? v then (w, rows ++ [d]) :: gs else (w, rows) :: join v d gs
  end.

Definition groups (v : addr -> N) (l : list addr) : list group :=
  fold_left (fun gs d => if v d =? 0 then gs else join (v d) d gs) l [].

(** Group [b] is removed and its rows join group [a]; the votes are intersected. *)
Definition take (i : nat) (gs : list group) : option group := nth_error gs i.
Definition drop (i : nat) (gs : list group) : list group := firstn i gs ++ skipn (S i) gs.
Definition put (i : nat) (g : group) (gs : list group) : list group :=
  firstn i gs ++ g :: skipn (S i) gs.

Definition merge (a b : nat) (gs : list group) : list group :=
  match take a gs, take b gs with
  | Some (v, r), Some (w, s) => put a (N.land v w, r ++ s) (drop b gs)
  | _, _ => gs
  end.

(** The pair to merge: most common dimensions, fewest together, lowest indices. *)
Definition better (gs : list group) (p q : nat * nat) : bool :=
  let key (p : nat * nat) :=
    match take (fst p) gs, take (snd p) gs with
    | Some (v, _), Some (w, _) => (ones (N.land v w), ones (N.lor v w))
    | _, _ => (O, O)
    end in
  let (cp, up) := key p in let (cq, uq) := key q in
  (cq <? cp)%nat || ((cq =? cp)%nat && (up <? uq)%nat).

Definition pairs (k : nat) : list (nat * nat) :=
  flat_map (fun a => map (fun b => (a, b)) (seq (S a) (k - S a))) (seq 0 k).

Definition nearest_pair (gs : list group) : option (nat * nat) :=
  match pairs (length gs) with
  | [] => None
  | p :: rest =>
      let best := fold_left (fun p q => if better gs q p then q else p) rest p in
      match take (fst best) gs, take (snd best) gs with
      | Some (v, _), Some (w, _) => if N.land v w =? 0 then None else Some best
      | _, _ => None
      end
  end.

Fixpoint merge_all (fuel : nat) (gs : list group) : list group :=
  match fuel, nearest_pair gs with
  | S fuel, Some (a, b) => merge_all fuel (merge a b gs)
  | _, _ => gs
  end.

Definition lowest (x : N) : dim := match members x with [] => 0 | j :: _ => j end.

Definition nca (preferred : N) (v : addr -> N) (l : list addr) : list branch :=
  map (fun g : group =>
         let kept := if N.land (fst g) preferred =? 0 then fst g else N.land (fst g) preferred in
         (lowest kept, filter (fun d => listed d (snd g)) l))
      (merge_all (length l) (groups v l)).

(** The dimensions that keep the direction of the last hop (none without classes). *)
Definition preferred (limited : bool) (n : nat) (p : place) : N :=
  if limited then if ascended p then N.lxor (N.ones (N.of_nat n)) (node p) else node p else 0.

(** ** Legality *)
From Coq Require Import Permutation.

Section Legal.
Variable v : addr -> N.

Record partition (l : list addr) (gs : list group) : Prop := Partition {
  part_sound : forall g d, In g gs -> In d (snd g) ->
    In d l /\ forall j, (fst g).[j] = true -> (v d).[j] = true;
  part_vote : forall g, In g gs -> fst g <> 0 /\ exists d, In d (snd g);
  part_complete : forall d, In d l -> v d <> 0 -> exists g, In g gs /\ In d (snd g);
  part_disjoint : pairwise (fun a b : group => forall d, In d (snd a) -> ~ In d (snd b)) gs
}.

Lemma pairwise_permutation {A} (rel : A -> A -> Prop) (l m : list A) :
  (forall a b, rel a b -> rel b a) -> Permutation l m -> pairwise rel l -> pairwise rel m.
Proof.
  intros S P. unfold pairwise. induction P as [|a l m P IH|a b l|l m k P1 IH1 P2 IH2]; intros H; auto.
  - inversion H as [|? ? F H']; subst. constructor; [|auto].
    rewrite Forall_forall in *. intros x X. apply F. now apply (Permutation_in _ (Permutation_sym P)).
  - inversion H as [|? ? F H']; subst. inversion H' as [|? ? F' H'']; subst.
    inversion F as [|? ? R F'']; subst. constructor; [constructor; auto|constructor; auto].
Qed.

Lemma partition_permutation l gs hs : Permutation gs hs -> partition l gs -> partition l hs.
Proof.
  intros P [A B C D]. assert (Q := Permutation_sym P). constructor.
  - intros g d G. apply A. now apply (Permutation_in _ Q).
  - intros g G. apply B. now apply (Permutation_in _ Q).
  - intros d I V. destruct (C d I V) as (g & G & H). exists g. split; [|easy].
    now apply (Permutation_in _ P).
  - apply (pairwise_permutation _ gs hs); auto. intros a b R d X Y. now apply (R d).
Qed.

Lemma drop_middle (x : list group) y z : drop (length x) (x ++ y :: z) = x ++ z.
Proof.
  unfold drop. rewrite firstn_app, firstn_all, Nat.sub_diag. cbn [firstn]. rewrite app_nil_r. f_equal.
  replace (S (length x)) with (length x + 1)%nat by lia.
  rewrite skipn_app. rewrite skipn_all2 by lia.
  replace (length x + 1 - length x)%nat with 1%nat by lia. easy.
Qed.

Lemma put_middle (x : list group) g y z : put (length x) g (x ++ y :: z) = x ++ g :: z.
Proof.
  unfold put. rewrite firstn_app, firstn_all, Nat.sub_diag. cbn [firstn]. rewrite app_nil_r. do 2 f_equal.
  replace (S (length x)) with (length x + 1)%nat by lia.
  rewrite skipn_app. rewrite skipn_all2 by lia.
  replace (length x + 1 - length x)%nat with 1%nat by lia. easy.
Qed.

Lemma merge_permutation a b gs x r y s : (a < b)%nat ->
  take a gs = Some (x, r) -> take b gs = Some (y, s) ->
  exists rest, Permutation gs ((x, r) :: (y, s) :: rest) /\
               Permutation (merge a b gs) ((N.land x y, r ++ s) :: rest).
Proof.
  unfold take. intros L A B. apply nth_error_split in A as A'. destruct A' as (l1 & l2 & -> & La).
  assert (B' := B). rewrite nth_error_app2 in B' by lia. rewrite La in B'.
  destruct (b - a)%nat as [|k] eqn:K; [lia|]. simpl in B'. apply nth_error_split in B'.
  destruct B' as (m1 & m2 & -> & Lk). exists (l1 ++ m1 ++ m2). split.
  - rewrite <- Permutation_middle. apply perm_skip. rewrite !app_assoc. symmetry. apply Permutation_middle.
  - unfold merge, take. rewrite A, B.
    replace b with (length (l1 ++ (x, r) :: m1)) by (rewrite app_length; simpl; lia).
    replace (l1 ++ (x, r) :: m1 ++ (y, s) :: m2) with ((l1 ++ (x, r) :: m1) ++ (y, s) :: m2)
      by now rewrite <- app_assoc.
    rewrite drop_middle, <- app_assoc. simpl. rewrite <- La, put_middle.
    symmetry. apply Permutation_middle.
Qed.

Lemma merge_partition l a b gs x r y s : (a < b)%nat ->
  take a gs = Some (x, r) -> take b gs = Some (y, s) -> N.land x y <> 0 ->
  partition l gs -> partition l (merge a b gs).
Proof.
  intros L A B Z P. destruct (merge_permutation a b gs x r y s L A B) as (rest & P1 & P2).
  apply (partition_permutation l _ _ (Permutation_sym P2)).
  apply (partition_permutation l _ _ P1) in P. destruct P as [So Vo Co Di]. constructor.
  - intros g d [<-|G] D; [|apply (So g d); simpl; auto]. simpl in D. apply in_app_iff in D.
    destruct D as [D|D].
    + destruct (So (x, r) d) as [I J]; [simpl; auto|easy|]. split; [easy|]. intros j H. apply J.
      simpl in *. rewrite N.land_spec in H. now apply andb_true_iff in H.
    + destruct (So (y, s) d) as [I J]; [simpl; auto|easy|]. split; [easy|]. intros j H. apply J.
      simpl in *. rewrite N.land_spec in H. now apply andb_true_iff in H.
  - intros g [<-|G]; [|apply Vo; simpl; auto]. simpl. split; [easy|].
    destruct (Vo (x, r)) as (_ & d & D); [simpl; auto|]. exists d. apply in_app_iff. now left.
  - intros d I V. destruct (Co d I V) as (g & [<-|[<-|G]] & D).
    + eexists. split; [now left|]. apply in_app_iff. now left.
    + eexists. split; [now left|]. apply in_app_iff. now right.
    + exists g. split; [now right|easy].
  - inversion Di as [|? ? F1 D1]; subst. inversion D1 as [|? ? F2 D2]; subst.
    constructor; [|easy]. rewrite Forall_forall in *. intros g G d D E. simpl in D.
    apply in_app_iff in D. destruct D as [D|D].
    + apply (F1 g (or_intror G) d D E).
    + apply (F2 g G d D E).
Qed.

Lemma pairs_ordered k p : In p (pairs k) -> (fst p < snd p)%nat.
Proof.
  unfold pairs. rewrite in_flat_map. intros (a & _ & H). apply in_map_iff in H.
  destruct H as (b & <- & H). apply in_seq in H. simpl. lia.
Qed.

Lemma nearest_pair_valid gs a b : nearest_pair gs = Some (a, b) -> (a < b)%nat /\
  exists x r y s, take a gs = Some (x, r) /\ take b gs = Some (y, s) /\ N.land x y <> 0.
Proof.
  unfold nearest_pair. destruct (pairs (length gs)) as [|p rest] eqn:E; [easy|].
  set (pick := fun p q => if better gs q p then q else p).
  assert (I : forall rest p, In (fold_left pick rest p) (p :: rest)).
  { clear. induction rest as [|q rest IH]; intros p; simpl; [auto|].
    destruct (IH (pick p q)) as [H|H]; [|auto]. rewrite <- H. unfold pick. destruct (better gs q p); auto. }
  specialize (I rest p). rewrite <- E in I. apply pairs_ordered in I.
  set (best := fold_left pick rest p) in *. intros H.
  destruct (take (fst best) gs) as [[x r]|] eqn:A; [|easy].
  destruct (take (snd best) gs) as [[y s]|] eqn:B; [|easy].
  destruct (N.eqb_spec (N.land x y) 0) as [|Z]; [easy|]. injection H as H. rewrite H in *. simpl in *.
  split; [easy|]. now exists x, r, y, s.
Qed.

Lemma merge_all_partition l fuel : forall gs, partition l gs -> partition l (merge_all fuel gs).
Proof.
  induction fuel as [|fuel IH]; intros gs P; [easy|]. simpl.
  destruct (nearest_pair gs) as [[a b]|] eqn:E; [|easy]. apply IH.
  apply nearest_pair_valid in E. destruct E as (L & x & r & y & s & A & B & Z).
  now apply (merge_partition l a b gs x r y s).
Qed.

(** Before the first merge a group is an equal vote. *)
Record exact (l : list addr) (gs : list group) : Prop := Exact {
  exact_sound : forall g d, In g gs -> In d (snd g) -> In d l /\ v d = fst g;
  exact_vote : forall g, In g gs -> fst g <> 0 /\ exists d, In d (snd g);
  exact_complete : forall d, In d l -> v d <> 0 -> exists g, In g gs /\ In d (snd g);
  exact_distinct : NoDup (map fst gs)
}.

Lemma join_in w d g gs : In g (join w d gs) -> In g gs \/
  fst g = w /\ In d (snd g) /\
  forall e, In e (snd g) -> e = d \/ exists h, In h gs /\ fst h = w /\ In e (snd h).
Proof.
  induction gs as [|[x rows] gs IH]; simpl.
  - intros [<-|[]]. right. simpl. intuition.
  - destruct (N.eqb_spec x w) as [->|N].
    + intros [<-|H]; [|auto]. right. simpl. split; [easy|].
      split; [apply in_app_iff; simpl; auto|]. intros e E. apply in_app_iff in E. simpl in E.
      destruct E as [E|[<-|[]]]; [right|auto]. exists (w, rows). simpl. auto.
    + intros [<-|H]; [auto|]. apply IH in H. destruct H as [H|(H1 & H2 & H3)]; [auto|].
      right. split; [easy|]. split; [easy|]. intros e E. destruct (H3 e E) as [|(h & Hh & X)]; [auto|].
      right. exists h. split; [now right|easy].
Qed.

Lemma join_keeps w d g gs : In g gs -> exists h, In h (join w d gs) /\ incl (snd g) (snd h).
Proof.
  induction gs as [|[x rows] gs IH]; simpl; [easy|]. destruct (N.eqb_spec x w) as [->|N].
  - intros [<-|H].
    + exists (w, rows ++ [d]). split; [now left|]. simpl. apply incl_appl, incl_refl.
    + exists g. split; [now right|apply incl_refl].
  - intros [<-|H].
    + exists (x, rows). split; [now left|apply incl_refl].
    + destruct (IH H) as (h & Hh & I). exists h. split; [now right|easy].
Qed.

Lemma join_has w d gs : exists h, In h (join w d gs) /\ In d (snd h).
Proof.
  induction gs as [|[x rows] gs IH]; simpl.
  - exists (w, [d]). simpl. auto.
  - destruct (N.eqb_spec x w) as [->|N].
    + exists (w, rows ++ [d]). split; [now left|]. apply in_app_iff. simpl. auto.
    + destruct IH as (h & H & D). exists h. split; [now right|easy].
Qed.

Lemma join_votes w d gs x : In x (map fst (join w d gs)) -> x = w \/ In x (map fst gs).
Proof.
  induction gs as [|[y rows] gs IH]; simpl; [intuition|].
  destruct (N.eqb_spec y w); simpl; intuition.
Qed.

Lemma join_nodup w d gs : NoDup (map fst gs) -> NoDup (map fst (join w d gs)).
Proof.
  induction gs as [|[y rows] gs IH]; simpl; intros H.
  - repeat constructor. simpl. tauto.
  - inversion H as [|? ? N D]; subst. destruct (N.eqb_spec y w) as [->|E]; simpl; [now constructor|].
    constructor; [|now apply IH]. intros X. apply join_votes in X. destruct X; [now apply E|easy].
Qed.

Lemma groups_exact l : forall seen gs, exact seen gs ->
  exact (seen ++ l) (fold_left (fun gs d => if v d =? 0 then gs else join (v d) d gs) l gs).
Proof.
  induction l as [|d l IH]; intros seen gs X; simpl; [now rewrite app_nil_r|].
  replace (seen ++ d :: l) with ((seen ++ [d]) ++ l) by now rewrite <- app_assoc.
  apply IH. destruct X as [So Vo Co Di]. destruct (N.eqb_spec (v d) 0) as [Z|Z].
  - constructor; auto.
    + intros g e G E. destruct (So g e G E). split; [apply in_app_iff; now left|easy].
    + intros e E V. apply in_app_iff in E. destruct E as [E|[<-|[]]]; [now apply Co|easy].
  - constructor.
    + intros g e G E. apply join_in in G. destruct G as [G|(G1 & G2 & G3)].
      * destruct (So g e G E). split; [apply in_app_iff; now left|easy].
      * destruct (G3 e E) as [->|(h & H & F & I)].
        -- split; [apply in_app_iff; simpl; auto|easy].
        -- destruct (So h e H I). split; [apply in_app_iff; now left|congruence].
    + intros g G. apply join_in in G. destruct G as [G|(G1 & G2 & _)]; [now apply Vo|].
      split; [congruence|now exists d].
    + intros e E V. apply in_app_iff in E. destruct E as [E|[<-|[]]].
      * destruct (Co e E V) as (g & G & I). destruct (join_keeps (v d) d g gs G) as (h & H & J).
        exists h. split; [easy|now apply J].
      * apply join_has.
    + now apply join_nodup.
Qed.

Lemma groups_partition l : partition l (groups v l).
Proof.
  destruct (groups_exact l [] []) as [So Vo Co Di].
  { constructor; simpl; try easy. constructor. }
  simpl in *. constructor; auto.
  - intros g d G D. destruct (So g d G D) as [I E]. split; [easy|]. intros j J. now rewrite E.
  - fold (groups v l) in *. clear Vo Co. revert So Di. generalize (groups v l) as gs.
    induction gs as [|g gs IH]; intros So Di; [constructor|]. inversion Di as [|? ? N D]; subst.
    constructor.
    + apply Forall_forall. intros h H d X Y. apply N. apply in_map_iff. exists h. split; [|easy].
      destruct (So g d (or_introl eq_refl) X) as [_ E1]. destruct (So h d (or_intror H) Y) as [_ E2]. congruence.
    + apply IH; [|easy]. intros h d H. apply So. now right.
Qed.
End Legal.

Lemma lowest_in x : x <> 0 -> x.[lowest x] = true.
Proof.
  intros Z. apply members_in. unfold lowest. destruct (nonzero_bit x Z) as (j & J).
  apply members_in in J. destruct (members x); simpl in *; [easy|auto].
Qed.

(** Any vote, any preference, any classes: nca is legal, and so every destination is delivered once or
    reported, on a shortest path. That the copies form a tree is not claimed: they may not. *)
Theorem nca_legal vote prefer hop :
  (forall p d j, (vote p d).[j] = true -> (N.lxor (node p) d).[j] = true) ->
  legal (Rule vote (fun p => nca (prefer p) (vote p)) hop).
Proof.
  intros W.
  assert (P : forall p l, partition (vote p) l (merge_all (length l) (groups (vote p) l)))
    by (intros; apply merge_all_partition, groups_partition).
  assert (In_nca : forall p l j rows, In (j, rows) (nca (prefer p) (vote p) l) -> exists g,
    In g (merge_all (length l) (groups (vote p) l)) /\ (fst g).[j] = true /\
    rows = filter (fun d => listed d (snd g)) l).
  { intros p l j rows H. unfold nca in H. apply in_map_iff in H. destruct H as (g & E & G).
    injection E as <- <-. exists g. split; [easy|]. split; [|easy].
    destruct (part_vote _ _ _ (P p l) g G) as [Z _].
    destruct (N.eqb_spec (N.land (fst g) (prefer p)) 0) as [|K]; [now apply lowest_in|].
    apply lowest_in in K. rewrite N.land_spec in K. now apply andb_true_iff in K. }
  constructor; simpl; [exact W| | | |].
  - intros p l j rows B d D. destruct (In_nca p l j rows B) as (g & G & J & ->).
    apply filter_In in D. destruct D as [I D]. split; [easy|]. apply listed_in in D.
    now apply (part_sound _ _ _ (P p l) g d G D).
  - intros p l j rows B. destruct (In_nca p l j rows B) as (g & G & J & ->).
    destruct (part_vote _ _ _ (P p l) g G) as [_ (d & D)]. exists d. apply filter_In.
    split; [now apply (part_sound _ _ _ (P p l) g d G D)|now apply listed_in].
  - intros p l d I V. destruct (part_complete _ _ _ (P p l) d I V) as (g & G & D).
    do 2 eexists. split; [unfold nca; apply in_map_iff; exists g; split; [reflexivity|easy]|].
    apply filter_In. split; [easy|now apply listed_in].
  - intros p l. assert (Di := part_disjoint _ _ _ (P p l)). unfold nca.
    induction Di as [|g gs F Di IH]; simpl; constructor; [|exact IH].
    apply Forall_forall. intros b B d X Y. apply in_map_iff in B. destruct B as (h & <- & H).
    simpl in X, Y. apply filter_In in X, Y. rewrite Forall_forall in F.
    apply (F h H d); apply listed_in; [apply X|apply Y].
Qed.

Definition nca_multicast (n : nat) (cl : classes) (f : addr -> N) : rule :=
  let limited := match cl with Unlimited => false | Limited _ _ => true end in
  Rule (class_vote cl f) (fun p => nca (preferred limited n p) (class_vote cl f p)) (class_hop cl).

Theorem nca_multicaster n cl f : multicaster cl f (nca_multicast n cl f).
Proof.
  constructor; [|easy|easy]. apply nca_legal. intros p d j H.
  apply lxor_bit. now apply class_vote_on_the_way in H.
Qed.
