(** A message on a tree of virtual rings: it crosses every ring once and reaches every node once.

    The model is section "The algorithm" of docs/ring-tree.md: a node that gets a message sends it on all its
    other rings, and a message that is on a ring passes all its members and comes back to the one that sent it
    (ring_tree/Ring.v). *)
From Coq Require Import Arith Lia List Bool Permutation.
From Teecast.common Require Import Lists.
Import ListNotations.

(** A ring: its ID, and its members in the order of the slots. Rings are listed newest first. *)
Definition ring := (nat * list nat)%type.

Record crossing := Crossing { on : nat; sender : nat; receiver : nat; links : nat }.

(** The members of a ring in the order in which they get what v sends; none if v is not on the ring. *)
Fixpoint others (v : nat) (passed l : list nat) : list nat :=
  match l with
  | [] => []
  | u :: l => if u =? v then l ++ rev passed else others v (u :: passed) l
  end.

Definition crossings (r : ring) (v : nat) : list crossing :=
  let l := others v [] (snd r) in
  map (fun iu => Crossing (fst r) v (snd iu) (fst iu)) (combine (seq 1 (length l)) l).

(** The message came by this ring. *)
Definition came_by (way : list crossing) (r : ring) : bool :=
  match way with c :: _ => on c =? fst r | [] => false end.

(** What becomes of a message: who gets it, by which way (the last crossing first), and who sends it on which
    ring. *)
Inductive event := Receives (v : nat) (way : list crossing) | Sends (v r : nat).

Fixpoint forward (fuel : nat) (rings : list ring) (way : list crossing) (v : nat) : list event :=
  Receives v way ::
  match fuel with
  | O => []
  | S fuel =>
      flat_map (fun r =>
        match (if came_by way r then [] else crossings r v) with
        | [] => []
        | copies => Sends v (fst r) :: flat_map (fun c => forward fuel rings (c :: way) (receiver c)) copies
        end) rings
  end.

Definition received (e : event) : list nat := match e with Receives v _ => [v] | Sends _ _ => [] end.
Definition crossed (e : event) : list nat := match e with Receives _ _ => [] | Sends _ r => [r] end.

(** The nodes of some rings. *)
Definition covered (rings : list ring) (v : nat) : Prop := exists r, In r rings /\ In v (snd r).

(** A tree of rings, as it is built: each further ring hangs with its first member, the gate, on an older ring,
    and its other members are new. *)
Inductive tree_of_rings : list ring -> Prop :=
  | one_ring i members : NoDup members -> 2 <= length members -> tree_of_rings [(i, members)]
  | further_ring rings i gate members : tree_of_rings rings -> covered rings gate ->
      ~ In i (map fst rings) -> NoDup (gate :: members) -> members <> [] ->
      (forall v, In v members -> ~ covered rings v) ->
      tree_of_rings ((i, gate :: members) :: rings).

(** ** Proofs *)

Lemma others_absent v l : forall passed, ~ In v l -> others v passed l = [].
Proof.
  induction l as [|u l IH]; intros passed H; simpl; [easy|].
  destruct (Nat.eqb_spec u v) as [->|]; [destruct H; now left|]. apply IH. intros I. apply H. now right.
Qed.

Lemma others_permutation v l : forall passed, In v l -> Permutation (v :: others v passed l) (l ++ passed).
Proof.
  induction l as [|u l IH]; intros passed H; [easy|]. simpl. destruct (Nat.eqb_spec u v) as [->|N].
  - apply perm_skip, Permutation_app_head, Permutation_sym, Permutation_rev.
  - destruct H as [H|H]; [easy|]. rewrite (IH _ H). symmetry. apply Permutation_middle.
Qed.

Lemma receivers r v : map receiver (crossings r v) = others v [] (snd r).
Proof.
  unfold crossings. rewrite map_map. simpl. generalize (others v [] (snd r)), 1. intros l.
  induction l as [|u l IH]; intros i; [easy|]. simpl. now rewrite IH.
Qed.

Lemma crossings_on r v c : In c (crossings r v) -> on c = fst r.
Proof. unfold crossings. rewrite in_map_iff. now intros (iu & <- & _). Qed.

Lemma crossings_absent r v : ~ In v (snd r) -> crossings r v = [].
Proof. intros H. unfold crossings. now rewrite others_absent. Qed.

Lemma receiver_member r v c : In v (snd r) -> In c (crossings r v) -> In (receiver c) (snd r).
Proof.
  intros V H. apply (in_map receiver) in H. rewrite receivers in H.
  apply (Permutation_in (l := v :: others v [] (snd r))); [|now right].
  rewrite others_permutation by easy. now rewrite app_nil_r.
Qed.

(** What a node sends on one ring. *)
Definition on_ring (fuel : nat) (rings : list ring) (way : list crossing) (v : nat) (r : ring) : list event :=
  match (if came_by way r then [] else crossings r v) with
  | [] => []
  | copies => Sends v (fst r) :: flat_map (fun c => forward fuel rings (c :: way) (receiver c)) copies
  end.

Lemma forward_step fuel rings way v :
  forward (S fuel) rings way v = Receives v way :: flat_map (on_ring fuel rings way v) rings.
Proof. reflexivity. Qed.

Lemma on_ring_absent fuel rings way v r : ~ In v (snd r) -> on_ring fuel rings way v r = [].
Proof. intros H. unfold on_ring. rewrite crossings_absent by easy. now destruct (came_by way r). Qed.

Lemma on_ring_copies fuel rings way v r : came_by way r = false -> crossings r v <> [] ->
  on_ring fuel rings way v r =
  Sends v (fst r) :: flat_map (fun c => forward fuel rings (c :: way) (receiver c)) (crossings r v).
Proof. intros E H. unfold on_ring. rewrite E. now destruct (crossings r v). Qed.

(** A node without other rings sends nothing on. *)
Lemma leaf fuel rings c way v :
  (forall r, In r rings -> on c = fst r \/ ~ In v (snd r)) ->
  forward fuel rings (c :: way) v = [Receives v (c :: way)].
Proof.
  intros H. destruct fuel; [easy|]. rewrite forward_step, flat_map_nil; [easy|].
  intros r I. destruct (H r I) as [E|E]; [|now apply on_ring_absent].
  unfold on_ring. simpl. now rewrite E, Nat.eqb_refl.
Qed.

Lemma leaves fuel rings way l :
  (forall c r, In c l -> In r rings -> on c = fst r \/ ~ In (receiver c) (snd r)) ->
  flat_map (fun c => forward fuel rings (c :: way) (receiver c)) l =
  map (fun c => Receives (receiver c) (c :: way)) l.
Proof.
  induction l as [|c l IH]; intros H; [easy|]. cbn [flat_map map]. rewrite leaf.
  - simpl. f_equal. apply IH. intros d r I. apply H. now right.
  - intros r. apply H. now left.
Qed.

Lemma received_leaves way l :
  flat_map received (map (fun c => Receives (receiver c) (c :: way)) l) = map receiver l.
Proof. induction l; simpl; congruence. Qed.
Lemma crossed_leaves way l : flat_map crossed (map (fun c => Receives (receiver c) (c :: way)) l) = [].
Proof. now induction l. Qed.

(** One more ring: where its gate gets the message, the ring carries it to its members. *)
Section Further.
Variables (rings : list ring) (i gate : nat) (members : list nat).
Hypothesis Gate : covered rings gate.
Hypothesis Fresh : ~ In i (map fst rings).
Hypothesis Distinct : NoDup (gate :: members).
Hypothesis Size : members <> [].
Hypothesis New : forall v, In v members -> ~ covered rings v.
Notation further := (i, gate :: members).

Definition grow (most : nat) (e : event) : list event :=
  match e with
  | Receives u way =>
      if (u =? gate) && (length way <? most)
      then e :: Sends gate i :: map (fun c => Receives (receiver c) (c :: way)) (crossings further gate)
      else [e]
  | Sends _ _ => [e]
  end.

Lemma further_leaves fuel way l : (forall c, In c l -> on c = i /\ In (receiver c) members) ->
  flat_map (fun c => forward fuel (further :: rings) (c :: way) (receiver c)) l =
  map (fun c => Receives (receiver c) (c :: way)) l.
Proof.
  intros H. apply leaves. intros c r I [<-|R]; destruct (H c I) as [E M]; [now left|right].
  intros V. apply (New _ M). now exists r.
Qed.

Lemma gate_receivers : map receiver (crossings further gate) = members.
Proof. rewrite receivers. simpl. rewrite Nat.eqb_refl. apply app_nil_r. Qed.

Lemma gate_sends : crossings further gate <> [].
Proof. intros E. assert (H := gate_receivers). rewrite E in H. simpl in H. congruence. Qed.

Lemma gate_leaves fuel way :
  flat_map (fun c => forward fuel (further :: rings) (c :: way) (receiver c)) (crossings further gate) =
  map (fun c => Receives (receiver c) (c :: way)) (crossings further gate).
Proof.
  apply further_leaves. intros c I. split; [now apply crossings_on in I|].
  rewrite <- gate_receivers. now apply in_map.
Qed.

(** On the older rings, the members of the new one come in. *)
Definition grows (fuel : nat) : Prop :=
  forall way v, covered rings v -> came_by way further = false ->
  forward fuel (further :: rings) way v = flat_map (grow (fuel + length way)) (forward fuel rings way v).

Lemma old_rings fuel way v : grows fuel ->
  flat_map (on_ring fuel (further :: rings) way v) rings =
  flat_map (grow (S fuel + length way)) (flat_map (on_ring fuel rings way v) rings).
Proof.
  intros Grows. rewrite flat_map_flat_map. apply flat_map_equal. intros r R.
  destruct (came_by way r) eqn:W; [unfold on_ring; now rewrite W|].
  destruct (in_dec Nat.eq_dec v (snd r)) as [M|M]; [|now rewrite !on_ring_absent].
  destruct (crossings r v) as [|c0 l0] eqn:Z; [unfold on_ring; now rewrite W, Z|].
  assert (Any : crossings r v <> []) by (now rewrite Z).
  rewrite !on_ring_copies by easy. clear Z c0 l0. cbn [flat_map grow app]. f_equal.
  rewrite flat_map_flat_map. apply flat_map_equal. intros c I. rewrite Grows.
  - f_equal. f_equal. simpl. lia.
  - exists r. split; [easy|]. now apply receiver_member in I.
  - simpl. apply crossings_on in I. apply Nat.eqb_neq. intros X. apply Fresh. rewrite <- X, I. now apply in_map.
Qed.

Lemma from_old fuel : grows fuel.
Proof.
  induction fuel as [|fuel IH]; intros way v V E.
  - simpl. rewrite Nat.ltb_irrefl, andb_false_r. easy.
  - rewrite !forward_step. cbn [flat_map]. rewrite app_comm_cons. f_equal; [|now apply old_rings].
    cbn [grow]. replace (length way <? S fuel + length way) with true by (symmetry; apply Nat.ltb_lt; lia).
    destruct (Nat.eqb_spec v gate) as [->|N].
    + rewrite on_ring_copies by (easy || apply gate_sends). now rewrite gate_leaves.
    + rewrite on_ring_absent; [easy|]. intros [H|H]; [congruence|]. exact (New v H V).
Qed.

(** Events of which none is at the gate stay as they are. *)
Lemma grow_apart most l : ~ In gate (flat_map received l) -> flat_map (grow most) l = l.
Proof.
  induction l as [|[u way|u r] l IH]; intros H; [easy| |]; simpl in *.
  - destruct (Nat.eqb_spec u gate) as [->|]; [destruct H; now left|]. simpl. f_equal. apply IH. tauto.
  - f_equal. now apply IH.
Qed.

(** From the new ring into the old ones, nothing comes back. *)
Lemma back_at_gate fuel c way : on c = i -> ~ In gate (flat_map received (tl (forward fuel rings (c :: way) gate))) ->
  forward fuel (further :: rings) (c :: way) gate = forward fuel rings (c :: way) gate.
Proof.
  intros E A. destruct fuel as [|fuel]; [easy|]. rewrite !forward_step in *. cbn [tl] in A. f_equal.
  cbn [flat_map]. replace (on_ring fuel (further :: rings) (c :: way) gate further) with (@nil event).
  2:{ unfold on_ring. simpl. now rewrite E, Nat.eqb_refl. }
  simpl app. rewrite old_rings by apply from_old. now apply grow_apart.
Qed.
End Further.

(** What becomes of one message: every node of the rings gets it once, and every ring is crossed once. *)
Definition complete (rings : list ring) (most : nat) (l : list event) : Prop :=
  NoDup (flat_map received l) /\ (forall v, In v (flat_map received l) <-> covered rings v) /\
  Permutation (flat_map crossed l) (map fst rings) /\
  (forall v way, In (Receives v way) l -> length way <= most).

Lemma in_received v l : In v (flat_map received l) -> exists l1 way l2, l = l1 ++ Receives v way :: l2.
Proof.
  intros H. apply in_flat_map in H. destruct H as ([u way|u r] & I & E); simpl in E; [|easy].
  destruct E as [->|[]]. apply in_split in I. destruct I as (l1 & l2 & ->). eauto.
Qed.

Lemma complete_further rings i gate members few most l l' :
  covered rings gate -> NoDup members -> (forall v, In v members -> ~ covered rings v) ->
  complete rings few l -> Permutation (flat_map received l') (members ++ flat_map received l) ->
  Permutation (flat_map crossed l') (i :: flat_map crossed l) ->
  (forall v way, In (Receives v way) l' -> length way <= most) ->
  complete ((i, gate :: members) :: rings) most l'.
Proof.
  intros Gate Distinct New (Once & All & Rings & _) R C M. split; [|split; [|split; [|easy]]].
  - apply (Permutation_NoDup (Permutation_sym R)). apply nodup_app; [easy|easy|].
    intros v V I. now apply (New v V), All.
  - intros v. split.
    + intros I. apply (Permutation_in v R) in I. apply in_app_iff in I. destruct I as [I|I].
      * exists (i, gate :: members). simpl. auto.
      * apply All in I. destruct I as (r & I & V). exists r. simpl. auto.
    + intros (r & [<-|I] & V); apply (Permutation_in v (Permutation_sym R)), in_app_iff.
      * simpl in V. destruct V as [<-|V]; [right; now apply All|now left].
      * right. apply All. now exists r.
  - simpl. now rewrite C, Rings.
Qed.

Theorem forward_complete rings : tree_of_rings rings -> forall fuel way v,
  covered rings v -> length rings <= fuel -> (forall r, In r rings -> came_by way r = false) ->
  complete rings (length way + length rings) (forward fuel rings way v).
Proof.
  intros T. induction T as [i members Distinct Size|rings i gate members T IH Gate Fresh Distinct Size New];
    intros [|fuel] way v V F W; simpl in F; try lia.
  - (* One ring. *)
    destruct V as (r & [<-|[]] & V). simpl in V. rewrite forward_step. cbn [flat_map].
    assert (P := others_permutation v members [] V). rewrite app_nil_r in P.
    assert (Rc := receivers (i, members) v). simpl in Rc.
    assert (Some_ : crossings (i, members) v <> []).
    { intros E. rewrite E in Rc. simpl in Rc. rewrite <- Rc in P. apply Permutation_length in P. simpl in P. lia. }
    rewrite on_ring_copies by (easy || (apply W; now left)).
    rewrite leaves.
    2:{ intros c r I [<-|[]]. left. now apply crossings_on in I. }
    rewrite app_nil_r. split; [|split; [|split]]; simpl.
    + rewrite received_leaves, Rc. now apply (Permutation_NoDup (Permutation_sym P)).
    + intros u. rewrite received_leaves, Rc. change (v = u \/ In u (others v [] members)) with (In u (v :: others v [] members)).
      split.
      * intros I. exists (i, members). split; [now left|]. now apply (Permutation_in u P).
      * intros (r & [<-|[]] & U). now apply (Permutation_in u (Permutation_sym P)).
    + now rewrite crossed_leaves.
    + intros u w [E|[E|E]]; [injection E as _ <-; lia|easy|].
      apply in_map_iff in E. destruct E as (c & E & _). injection E as _ <-. simpl. lia.
  - destruct (in_dec Nat.eq_dec v members) as [M|M].
    + (* From a member of the youngest ring. *)
      assert (Vg : v <> gate) by (intros ->; now inversion Distinct).
      assert (V' : In v (gate :: members)) by (now right).
      assert (P := others_permutation v (gate :: members) [] V'). rewrite app_nil_r in P.
      assert (Rc := receivers (i, gate :: members) v). cbn [snd] in Rc.
      assert (Ig : In gate (map receiver (crossings (i, gate :: members) v))).
      { rewrite Rc. assert (X : In gate (v :: others v [] (gate :: members))).
        { apply (Permutation_in gate (Permutation_sym P)). now left. }
        destruct X as [E|E]; [congruence|easy]. }
      apply in_map_iff in Ig. destruct Ig as (c & Ec & Ic).
      assert (On : on c = i) by (now apply crossings_on in Ic).
      assert (Any : crossings (i, gate :: members) v <> []) by (intros E; now rewrite E in Ic).
      rewrite forward_step. cbn [flat_map]. rewrite on_ring_copies by (easy || (apply W; now left)).
      rewrite (flat_map_nil (on_ring _ _ _ _)), app_nil_r.
      2:{ intros r R. apply on_ring_absent. intros U. apply (New v M). now exists r. }
      destruct (in_split _ _ Ic) as (C1 & C2 & Split).
      assert (Distinct' := Permutation_NoDup (Permutation_sym P) Distinct).
      assert (Q : Permutation (v :: map receiver C1 ++ map receiver C2) members).
      { apply (Permutation_cons_inv (a := gate)). rewrite <- P, <- Rc, Split, map_app. simpl. rewrite Ec.
        rewrite perm_swap. apply perm_skip. apply Permutation_middle. }
      assert (K : forall d, In d C1 \/ In d C2 -> on d = i /\ In (receiver d) members).
      { intros d I. split.
        - apply (crossings_on (i, gate :: members) v). rewrite Split. apply in_app_iff. simpl. tauto.
        - apply (Permutation_in _ Q). right. apply in_app_iff. destruct I as [I|I]; [left|right]; now apply in_map. }
      destruct (IH fuel (c :: way) gate Gate) as (Once & All & Rings & Most); [lia| |].
      { intros r R. simpl. apply Nat.eqb_neq. intros E. apply Fresh. rewrite <- On, E. now apply in_map. }
      set (old := forward fuel rings (c :: way) gate) in *.
      assert (Back : forward fuel ((i, gate :: members) :: rings) (c :: way) gate = old).
      { apply back_at_gate; auto. unfold old in Once. destruct fuel; [easy|]. rewrite forward_step in *. simpl in Once.
        now inversion Once. }
      rewrite Split, flat_map_app. cbn [flat_map]. rewrite Ec, Back.
      rewrite (further_leaves rings i gate members New fuel way C1), (further_leaves rings i gate members New fuel way C2)
        by (intros d I; apply K; auto).
      apply (complete_further rings i gate members (length (c :: way) + length rings) _ old); auto.
      * now inversion Distinct.
      * exact (conj Once (conj All (conj Rings Most))).
      * cbn [flat_map received app]. rewrite !flat_map_app, !received_leaves. rewrite <- Q. simpl.
        apply perm_skip. rewrite <- app_assoc. apply Permutation_app_head. apply Permutation_app_comm.
      * cbn [flat_map crossed app fst]. rewrite !flat_map_app, !crossed_leaves, app_nil_r. easy.
      * intros u w I. cbn [length]. simpl in I. destruct I as [E|[E|I]]; [injection E as _ <-; lia|easy|].
        rewrite !in_app_iff in I. destruct I as [I|[I|I]].
        -- apply in_map_iff in I. destruct I as (d & E & _). injection E as _ <-. simpl. lia.
        -- apply Most in I. simpl in I. lia.
        -- apply in_map_iff in I. destruct I as (d & E & _). injection E as _ <-. simpl. lia.
    + (* From an older ring. *)
      assert (V' : covered rings v).
      { destruct V as (r & [<-|R] & V); [|now exists r]. simpl in V. destruct V as [<-|V]; easy. }
      rewrite from_old by (auto; apply W; now left).
      destruct (IH (S fuel) way v V') as (Once & All & Rings & Most); [lia|intros r R; apply W; now right|].
      set (old := forward (S fuel) rings way v) in *.
      assert (Ig := proj2 (All gate) Gate). apply in_received in Ig. destruct Ig as (l1 & w & l2 & Split).
      assert (Apart : ~ In gate (flat_map received l1) /\ ~ In gate (flat_map received l2)).
      { rewrite Split, flat_map_app in Once. simpl in Once. apply NoDup_remove_2 in Once. rewrite in_app_iff in Once. tauto. }
      assert (Short : length w < S fuel + length way).
      { assert (length w <= length way + length rings); [|lia]. apply (Most gate). rewrite Split. apply in_elt. }
      assert (Grown : flat_map (grow i gate members (S fuel + length way)) old =
        l1 ++ Receives gate w :: Sends gate i ::
          map (fun c => Receives (receiver c) (c :: w)) (crossings (i, gate :: members) gate) ++ l2).
      { rewrite Split, flat_map_app, grow_apart by easy. cbn [flat_map grow]. rewrite Nat.eqb_refl.
        apply Nat.ltb_lt in Short. rewrite Short. rewrite grow_apart by easy. easy. }
      rewrite Grown.
      apply (complete_further rings i gate members (length way + length rings) _ old); auto.
      * now inversion Distinct.
      * exact (conj Once (conj All (conj Rings Most))).
      * rewrite Split, !flat_map_app. simpl. rewrite flat_map_app, received_leaves, gate_receivers.
        rewrite <- !Permutation_middle. apply perm_skip. rewrite !app_assoc. apply Permutation_app_tail. apply Permutation_app_comm.
      * rewrite Split, !flat_map_app. simpl. rewrite flat_map_app, crossed_leaves. simpl. symmetry. apply Permutation_middle.
      * intros u x I. cbn [length]. apply in_app_iff in I. destruct I as [I|[I|[I|I]]]; [| |easy|].
        -- assert (length x <= length way + length rings); [|lia]. apply (Most u). rewrite Split. apply in_app_iff. now left.
        -- injection I as <- <-. assert (length w <= length way + length rings); [|lia]. apply (Most gate). rewrite Split. apply in_elt.
        -- apply in_app_iff in I. destruct I as [I|I].
           ++ apply in_map_iff in I. destruct I as (d & E & _). injection E as _ <-. simpl.
              assert (length w <= length way + length rings); [|lia]. apply (Most gate). rewrite Split. apply in_elt.
           ++ assert (length x <= length way + length rings); [|lia]. apply (Most u). rewrite Split. apply in_app_iff. right. now right.
Qed.

(** ** The theorems *)

(** Every node gets the message once, its origin itself included; every ring is crossed once, from one of its
    members. *)
Theorem every_node_and_ring_once rings v : tree_of_rings rings -> covered rings v ->
  let l := forward (length rings) rings [] v in
  NoDup (flat_map received l) /\ (forall u, In u (flat_map received l) <-> covered rings u) /\
  Permutation (flat_map crossed l) (map fst rings).
Proof.
  intros T V l. destruct (forward_complete rings T (length rings) [] v V) as (Once & All & Rings & _); [lia|easy|].
  auto.
Qed.

(** The links that a message crosses, the ways back included: n - 1 + r for n nodes and r rings. *)
Theorem links_crossed rings : tree_of_rings rings ->
  exists nodes, NoDup nodes /\ (forall v, In v nodes <-> covered rings v) /\
  list_sum (map (fun r => length (snd r)) rings) + 1 = length nodes + length rings.
Proof.
  induction 1 as [i members D _|rings i gate members T (nodes & D & All & Sum) Gate _ D' _ New].
  - exists members. split; [easy|]. split; [|simpl; lia]. intros v. split.
    + intros V. exists (i, members). simpl. auto.
    + now intros (r & [<-|[]] & V).
  - exists (members ++ nodes). inversion D' as [|? ? _ D'']; subst. split; [|split].
    + apply nodup_app; [easy|easy|]. intros v V I. now apply (New v V), All.
    + intros v. rewrite in_app_iff, All. split.
      * intros [V|(r & R & V)]; [exists (i, gate :: members)|exists r]; simpl; auto.
      * intros (r & [<-|R] & V); [|right; now exists r]. simpl in V. destruct V as [<-|V]; auto.
    + rewrite app_length. simpl. lia.
Qed.
