(** Multicast by local decisions: exactly once, on shortest paths, in a tree.

    The model is that of generator/model/src/hypercube/{multicast,route,tree}.rs: a node looks at its
    address, at the link a message came by, at the class and at the list of destinations, divides the
    list into branches, and knows nothing else. *)
From Coq Require Import NArith Arith Lia List Bool.
From Teecast.common Require Import Lists.
From Teecast.hypercube Require Import Addresses.
Import ListNotations.
Open Scope N_scope.

(** Where a message stands, and how it came there. *)
Record place := Place { node : addr; arrival : option dim; class : nat }.

Definition source (u : addr) : place := Place u None 0.
Definition after (p : place) (j : dim) (c : nat) : place := Place (across (node p) j) (Some j) c.

(** The last hop was ascending: it set the address bit. *)
Definition ascended (p : place) : bool :=
  match arrival p with Some i => (node p).[i] | None => false end.

(** A branch: a dimension and the destinations that leave by it. *)
Definition branch := (dim * list addr)%type.

(** What a router is told at design time.
    [vote p d]: the dimensions by which the row of [d] may leave.
    [divide p l]: the branches of a list.
    [hop p j]: the class of a hop, or none if the hop is not permitted. *)
Record rule := Rule {
  vote : place -> addr -> N;
  divide : place -> list addr -> list branch;
  hop : place -> dim -> option nat
}.

(** Everything that becomes of one message. *)
Inductive tree := Tree (at_ : place) (carried : list addr) (deliver : bool) (lost : list addr)
                       (below : list tree).

Definition listed (u : addr) (l : list addr) : bool := existsb (N.eqb u) l.

Fixpoint route (R : rule) (fuel : nat) (p : place) (l : list addr) : tree :=
  let stuck := filter (fun d => negb (d =? node p) && (vote R p d =? 0)) l in
  match fuel with
  | O => Tree p l (listed (node p) l) (filter (fun d => negb (d =? node p)) l) []
  | S fuel =>
      let branches := divide R p l in
      let refused (b : branch) := match hop R p (fst b) with None => snd b | Some _ => [] end in
      let sent (b : branch) :=
        match hop R p (fst b) with
        | Some c => [route R fuel (after p (fst b) c) (snd b)]
        | None => []
        end in
      Tree p l (listed (node p) l) (stuck ++ flat_map refused branches) (flat_map sent branches)
  end.

(** Nodes that a message visits, with the number of hops; [s] is the number on entry. *)
Fixpoint visits (s : nat) (t : tree) : list (addr * nat) :=
  match t with Tree p _ _ _ below => (node p, s) :: flat_map (visits (S s)) below end.

(** Deliveries to processors, with the number of hops. *)
Fixpoint deliveries (s : nat) (t : tree) : list (addr * nat) :=
  match t with Tree p _ deliver _ below =>
    (if deliver then [(node p, s)] else []) ++ flat_map (deliveries (S s)) below end.

(** Destinations that are reported as unroutable. *)
Fixpoint unroutable (t : tree) : list addr :=
  match t with Tree _ _ _ lost below => lost ++ flat_map unroutable below end.

(** ** What a rule must satisfy: a vote lies on the way, and the branches partition the voters. *)
Record legal (R : rule) : Prop := Legal {
  vote_on_the_way : forall p d j, (vote R p d).[j] = true -> (N.lxor (node p) d).[j] = true;
  branch_sound : forall p l j rows, In (j, rows) (divide R p l) ->
    forall d, In d rows -> In d l /\ (vote R p d).[j] = true;
  branch_not_empty : forall p l j rows, In (j, rows) (divide R p l) -> exists d, In d rows;
  branch_complete : forall p l d, In d l -> vote R p d <> 0 ->
    exists j rows, In (j, rows) (divide R p l) /\ In d rows;
  branch_disjoint : forall p l,
    pairwise (fun a b => forall d, In d (snd a) -> ~ In d (snd b)) (divide R p l)
}.

Lemma listed_in u l : listed u l = true <-> In u l.
Proof.
  unfold listed. rewrite existsb_exists. split.
  - intros (d & D & E). apply N.eqb_eq in E. now subst.
  - intros H. exists u. now rewrite N.eqb_refl.
Qed.

Section Proofs.
Variable R : rule.
Hypothesis L : legal R.

Definition sent (fuel : nat) (p : place) (b : branch) : list tree :=
  match hop R p (fst b) with
  | Some c => [route R fuel (after p (fst b) c) (snd b)]
  | None => []
  end.
Definition refused (p : place) (b : branch) : list addr :=
  match hop R p (fst b) with None => snd b | Some _ => [] end.

Lemma visits_step s fuel p l :
  visits s (route R (S fuel) p l) =
  (node p, s) :: flat_map (fun b => flat_map (visits (S s)) (sent fuel p b)) (divide R p l).
Proof. simpl. f_equal. apply flat_map_flat_map. Qed.

Lemma deliveries_step s fuel p l :
  deliveries s (route R (S fuel) p l) =
  (if listed (node p) l then [(node p, s)] else []) ++
  flat_map (fun b => flat_map (deliveries (S s)) (sent fuel p b)) (divide R p l).
Proof. simpl. f_equal. apply flat_map_flat_map. Qed.

Lemma unroutable_step fuel p l :
  unroutable (route R (S fuel) p l) =
  (filter (fun d => negb (d =? node p) && (vote R p d =? 0)) l ++
   flat_map (refused p) (divide R p l)) ++
  flat_map (fun b => flat_map unroutable (sent fuel p b)) (divide R p l).
Proof. simpl. f_equal. apply flat_map_flat_map. Qed.

Lemma in_sent {A} (f : tree -> list A) fuel p b x :
  In x (flat_map f (sent fuel p b)) <->
  exists c, hop R p (fst b) = Some c /\ In x (f (route R fuel (after p (fst b) c) (snd b))).
Proof.
  unfold sent. destruct (hop R p (fst b)) as [c|]; simpl.
  - rewrite app_nil_r. split; [eauto|]. intros (c' & E & H). congruence.
  - split; [easy|]. intros (c' & E & _). discriminate.
Qed.

(** *** Geometry: a visited node lies between the node that sends and a destination. *)

Definition between (u w d : addr) : Prop := forall i, u.[i] <> w.[i] -> u.[i] <> d.[i].

Lemma visited_between fuel : forall s p l w t,
  In (w, t) (visits s (route R fuel p l)) -> w = node p \/ exists d, In d l /\ between (node p) w d.
Proof.
  induction fuel as [|fuel IH]; intros s p l w t H.
  - simpl in H. destruct H as [H|[]]. left. congruence.
  - rewrite visits_step in H. destruct H as [H|H]; [left; congruence|right].
    apply in_flat_map in H. destruct H as ([j rows] & B & H).
    apply in_sent in H. simpl in H. destruct H as (c & _ & H).
    apply IH in H. simpl in H.
    assert (V : forall d, In d rows -> (node p).[j] <> d.[j]).
    { intros d D. apply lxor_bit. apply (vote_on_the_way R L).
      now apply (branch_sound R L p l j rows B). }
    destruct H as [->|(d & D & W)].
    + destruct (branch_not_empty R L _ _ _ _ B) as (d & D). exists d. split.
      * now apply (branch_sound R L _ _ _ _ B d D).
      * intros i I. destruct (N.eq_dec i j) as [->|E]; [now apply V|].
        rewrite across_other in I by easy. contradiction.
    + exists d. split; [now apply (branch_sound R L _ _ _ _ B d D)|].
      intros i I. destruct (N.eq_dec i j) as [->|E]; [now apply V|].
      specialize (W i). rewrite across_other in W by easy. auto.
Qed.

(** Below a branch, the bit of its dimension stays flipped. *)
Lemma visited_flipped fuel s p l j rows c w t :
  In (j, rows) (divide R p l) ->
  In (w, t) (visits s (route R fuel (after p j c) rows)) -> (node p).[j] <> w.[j].
Proof.
  intros B H. apply visited_between in H. simpl in H.
  destruct H as [->|(d & D & W)].
  - rewrite across_same. destruct ((node p).[j]); discriminate.
  - assert (V : (node p).[j] <> d.[j]).
    { apply lxor_bit. apply (vote_on_the_way R L). now apply (branch_sound R L p l j rows B). }
    specialize (W j). rewrite across_same in W.
    intros E. rewrite <- E in W.
    destruct ((node p).[j]), (d.[j]); simpl in W; try congruence; now apply W.
Qed.

(** *** Shortest paths: a copy that is at [w] has made as many hops as [w] is away. *)
Theorem shortest_path fuel : forall s p l w t,
  In (w, t) (visits s (route R fuel p l)) -> t = (s + dist (node p) w)%nat.
Proof.
  induction fuel as [|fuel IH]; intros s p l w t H.
  - simpl in H. destruct H as [H|[]]. injection H as <- <-. rewrite dist_refl. lia.
  - rewrite visits_step in H. destruct H as [H|H].
    + injection H as <- <-. rewrite dist_refl. lia.
    + apply in_flat_map in H. destruct H as ([j rows] & B & H).
      apply in_sent in H. simpl in H. destruct H as (c & _ & H).
      assert (F := visited_flipped _ _ _ _ _ _ _ _ _ B H).
      apply IH in H. simpl in H. rewrite (dist_across (node p) w j); [lia|].
      now apply lxor_bit.
Qed.

Lemma deliveries_visits fuel : forall s p l x,
  In x (deliveries s (route R fuel p l)) -> In x (visits s (route R fuel p l)).
Proof.
  induction fuel as [|fuel IH]; intros s p l x H.
  - simpl in *. destruct (listed (node p) l); simpl in *; tauto.
  - rewrite deliveries_step in H. rewrite visits_step. apply in_app_iff in H. destruct H as [H|H].
    + left. destruct (listed (node p) l); simpl in H; tauto.
    + right. apply in_flat_map in H. apply in_flat_map. destruct H as (b & B & H). exists b.
      split; [easy|]. apply in_sent in H. apply in_sent. destruct H as (c & C & H).
      exists c. auto.
Qed.

(** *** Every destination exactly once, nobody else. *)

Lemma delivered_listed fuel : forall s p l w t,
  In (w, t) (deliveries s (route R fuel p l)) -> In w l.
Proof.
  induction fuel as [|fuel IH]; intros s p l w t H.
  - simpl in H. destruct (listed (node p) l) eqn:E; simpl in H; [|tauto].
    destruct H as [H|[]]. injection H as <- <-. now apply listed_in.
  - rewrite deliveries_step in H. apply in_app_iff in H. destruct H as [H|H].
    + destruct (listed (node p) l) eqn:E; simpl in H; [|tauto].
      destruct H as [H|[]]. injection H as <- <-. now apply listed_in.
    + apply in_flat_map in H. destruct H as ([j rows] & B & H).
      apply in_sent in H. simpl in H. destruct H as (c & _ & H).
      apply IH in H. now apply (branch_sound R L _ _ _ _ B w H).
Qed.

Lemma own_row_stays p l j rows : In (j, rows) (divide R p l) -> ~ In (node p) rows.
Proof.
  intros B H. apply (branch_sound R L _ _ _ _ B) in H. destruct H as [_ H].
  apply (vote_on_the_way R L) in H. rewrite N.lxor_nilpotent, N.bits_0 in H. discriminate.
Qed.

Theorem at_most_once fuel : forall s p l, NoDup (map fst (deliveries s (route R fuel p l))).
Proof.
  induction fuel as [|fuel IH]; intros s p l.
  - simpl. destruct (listed (node p) l); simpl; repeat constructor; simpl; tauto.
  - rewrite deliveries_step, map_app, map_flat_map. apply nodup_app.
    + destruct (listed (node p) l); simpl; repeat constructor; simpl; tauto.
    + apply nodup_flat_map.
      * intros b _. unfold sent. destruct (hop R p (fst b)); simpl; [|constructor].
        rewrite app_nil_r. apply IH.
      * eapply pairwise_weaken; [|apply (branch_disjoint R L p l)].
        intros a b _ _ D w A B. apply in_map_iff in A, B.
        destruct A as ([w1 t1] & E1 & A), B as ([w2 t2] & E2 & B). simpl in *. subst.
        apply in_sent in A, B. destruct A as (c1 & _ & A), B as (c2 & _ & B).
        apply delivered_listed in A, B. exact (D w A B).
    + intros w W H. destruct (listed (node p) l); simpl in W; [|tauto].
      destruct W as [<-|[]]. apply in_flat_map in H. destruct H as ([j rows] & B & H).
      apply in_map_iff in H. destruct H as ([w t] & E & H). simpl in E. subst.
      apply in_sent in H. simpl in H. destruct H as (c & _ & H).
      apply delivered_listed in H. exact (own_row_stays _ _ _ _ B H).
Qed.

(** Nobody is forgotten: who is not delivered is reported. *)
Theorem delivered_or_reported fuel : forall s p l d,
  In d l -> (dist (node p) d <= fuel)%nat ->
  In d (map fst (deliveries s (route R fuel p l))) \/ In d (unroutable (route R fuel p l)).
Proof.
  induction fuel as [|fuel IH]; intros s p l d D F.
  - left. assert (E : node p = d) by (apply dist_zero; lia). subst. simpl.
    apply listed_in in D. rewrite D. simpl. auto.
  - rewrite deliveries_step, unroutable_step, map_app, map_flat_map.
    destruct (N.eq_dec d (node p)) as [->|N].
    { left. apply in_app_iff. left. apply listed_in in D. rewrite D. simpl. auto. }
    destruct (N.eq_dec (vote R p d) 0) as [Z|Z].
    { right. apply in_app_iff. left. apply in_app_iff. left. apply filter_In. split; [easy|].
      apply N.eqb_neq in N. rewrite N. apply N.eqb_eq in Z. now rewrite Z. }
    destruct (branch_complete R L p l d D Z) as (j & rows & B & I).
    assert (W := proj2 (branch_sound R L _ _ _ _ B d I)). apply (vote_on_the_way R L) in W.
    apply dist_across in W.
    destruct (hop R p j) as [c|] eqn:H.
    + assert (F' : (dist (node (after p j c)) d <= fuel)%nat) by (simpl; lia).
      destruct (IH (S s) (after p j c) rows d I F') as [X|X].
      * left. apply in_app_iff. right. apply in_flat_map. exists (j, rows). split; [easy|].
        apply in_map_iff in X. destruct X as (x & E & X). apply in_map_iff. exists x.
        split; [easy|]. apply in_sent. exists c. auto.
      * right. apply in_app_iff. right. apply in_flat_map. exists (j, rows). split; [easy|].
        apply in_sent. exists c. auto.
    + right. apply in_app_iff. left. apply in_app_iff. right. apply in_flat_map.
      exists (j, rows). split; [easy|]. unfold refused. simpl. now rewrite H.
Qed.

Lemma reported_listed fuel : forall p l d, In d (unroutable (route R fuel p l)) -> In d l.
Proof.
  induction fuel as [|fuel IH]; intros p l d H.
  - simpl in H. rewrite app_nil_r in H. now apply filter_In in H.
  - rewrite unroutable_step in H. apply in_app_iff in H. destruct H as [H|H].
    + apply in_app_iff in H. destruct H as [H|H]; [now apply filter_In in H|].
      apply in_flat_map in H. destruct H as ([j rows] & B & H). unfold refused in H. simpl in H.
      destruct (hop R p j); [easy|]. now apply (branch_sound R L _ _ _ _ B d H).
    + apply in_flat_map in H. destruct H as ([j rows] & B & H).
      apply in_sent in H. simpl in H. destruct H as (c & _ & H). apply IH in H.
      now apply (branch_sound R L _ _ _ _ B d H).
Qed.

Lemma same_branch p l a b d :
  In a (divide R p l) -> In b (divide R p l) -> In d (snd a) -> In d (snd b) -> a = b.
Proof.
  intros A B X Y. destruct (ForallOrdPairs_In (branch_disjoint R L p l) a b A B) as [|[D|D]].
  - easy.
  - now destruct (D d X).
  - now destruct (D d Y).
Qed.

Lemma in_deliveries_below s fuel p b d :
  In d (map fst (flat_map (deliveries s) (sent fuel p b))) ->
  exists c, hop R p (fst b) = Some c /\
            In d (map fst (deliveries s (route R fuel (after p (fst b) c) (snd b)))).
Proof.
  intros H. apply in_map_iff in H. destruct H as (x & E & H). apply in_sent in H.
  destruct H as (c & C & H). exists c. split; [easy|]. apply in_map_iff. eauto.
Qed.

Lemma listed_if_delivered fuel s p l d :
  In d (map fst (deliveries s (route R fuel p l))) -> In d l.
Proof.
  intros H. apply in_map_iff in H. destruct H as ([w t] & E & H). simpl in E. subst.
  now apply delivered_listed in H.
Qed.

Theorem not_both fuel : forall s p l d,
  In d (unroutable (route R fuel p l)) -> ~ In d (map fst (deliveries s (route R fuel p l))).
Proof.
  induction fuel as [|fuel IH]; intros s p l d U D.
  - simpl in U, D. rewrite app_nil_r in *. apply filter_In in U. destruct U as [_ U].
    destruct (listed (node p) l); simpl in D; [|easy]. destruct D as [<-|[]].
    now rewrite N.eqb_refl in U.
  - rewrite unroutable_step in U. rewrite deliveries_step, map_app, map_flat_map in D.
    apply in_app_iff in D. destruct D as [D|D].
    + assert (d = node p) as ->.
      { destruct (listed (node p) l); simpl in D; [|easy]. destruct D as [D|[]]. easy. }
      assert (O : forall j rows, In (j, rows) (divide R p l) -> ~ In (node p) rows)
        by (intros j rows; apply own_row_stays).
      apply in_app_iff in U. destruct U as [U|U]; [apply in_app_iff in U; destruct U as [U|U]|].
      * apply filter_In in U. destruct U as [_ U]. now rewrite N.eqb_refl in U.
      * apply in_flat_map in U. destruct U as ([j rows] & B & U). unfold refused in U. simpl in U.
        destruct (hop R p j); [easy|]. exact (O _ _ B U).
      * apply in_flat_map in U. destruct U as ([j rows] & B & U). apply in_sent in U.
        destruct U as (c & _ & U). apply reported_listed in U. exact (O _ _ B U).
    + apply in_flat_map in D. destruct D as (b & B & D).
      apply in_deliveries_below in D. destruct D as (c & C & D).
      assert (I := listed_if_delivered _ _ _ _ _ D).
      apply in_app_iff in U. destruct U as [U|U]; [apply in_app_iff in U; destruct U as [U|U]|].
      * apply filter_In in U. destruct U as [_ U]. apply andb_true_iff in U. destruct U as [_ U].
        apply N.eqb_eq in U. destruct b as [j rows].
        apply (branch_sound R L _ _ _ _ B) in I. destruct I as [_ I]. rewrite U, N.bits_0 in I. easy.
      * apply in_flat_map in U. destruct U as (b' & B' & U). unfold refused in U.
        destruct (hop R p (fst b')) eqn:H'; [easy|].
        assert (b = b') by (eapply same_branch; eauto). subst. congruence.
      * apply in_flat_map in U. destruct U as (b' & B' & U). apply in_sent in U.
        destruct U as (c' & C' & U). assert (I' := reported_listed _ _ _ _ U).
        assert (b = b') by (eapply same_branch; eauto). subst.
        assert (c = c') by congruence. subst. exact (IH _ _ _ _ U D).
Qed.

(** *** A tree: with separated branches no node is visited twice. *)

(** One of two branches leaves by a dimension that no row of the other one differs in. *)
Definition separated (p : place) (a b : branch) : Prop :=
  (forall d, In d (snd b) -> (node p).[fst a] = d.[fst a]) \/
  (forall d, In d (snd a) -> (node p).[fst b] = d.[fst b]).

Hypothesis Apart : forall p l, pairwise (separated p) (divide R p l).

Lemma stays_out fuel s p l j rows c w t i :
  In (j, rows) (divide R p l) ->
  (forall d, In d rows -> (node p).[i] = d.[i]) ->
  In (w, t) (visits s (route R fuel (after p j c) rows)) -> (node p).[i] = w.[i].
Proof.
  intros B O H.
  assert (V : forall d, In d rows -> (node p).[j] <> d.[j]).
  { intros d D. apply lxor_bit. apply (vote_on_the_way R L).
    now apply (branch_sound R L p l j rows B). }
  destruct (branch_not_empty R L _ _ _ _ B) as (d0 & D0).
  assert (N : i <> j) by (intros ->; exact (V d0 D0 (O d0 D0))).
  apply visited_between in H. simpl in H. destruct H as [->|(d & D & W)].
  - now rewrite across_other.
  - specialize (W i). rewrite across_other in W by easy.
    destruct (bool_dec (node p).[i] w.[i]) as [|Q]; [easy|].
    exfalso. exact (W Q (O d D)).
Qed.

Theorem is_tree fuel : forall s p l, NoDup (map fst (visits s (route R fuel p l))).
Proof.
  induction fuel as [|fuel IH]; intros s p l.
  - simpl. repeat constructor. simpl. tauto.
  - rewrite visits_step. simpl. rewrite map_flat_map. constructor.
    + intros H. apply in_flat_map in H. destruct H as ([j rows] & B & H).
      apply in_map_iff in H. destruct H as ([w t] & E & H). simpl in E. subst.
      apply in_sent in H. simpl in H. destruct H as (c & _ & H).
      exact (visited_flipped _ _ _ _ _ _ _ _ _ B H eq_refl).
    + apply nodup_flat_map.
      * intros b _. unfold sent. destruct (hop R p (fst b)); simpl; [|constructor].
        rewrite app_nil_r. apply IH.
      * eapply pairwise_weaken; [|apply (Apart p l)].
        intros [i rows_i] [j rows_j] BI BJ D w A B. apply in_map_iff in A, B.
        destruct A as ([w1 t1] & E1 & A), B as ([w2 t2] & E2 & B). simpl in *. subst.
        apply in_sent in A, B. simpl in *. destruct A as (c1 & _ & A), B as (c2 & _ & B).
        destruct D as [D|D]; simpl in D.
        -- apply (visited_flipped _ _ _ _ _ _ _ _ _ BI A).
           exact (stays_out _ _ _ _ _ _ _ _ _ _ BJ D B).
        -- apply (visited_flipped _ _ _ _ _ _ _ _ _ BJ B).
           exact (stays_out _ _ _ _ _ _ _ _ _ _ BI D A).
Qed.
End Proofs.
