(** A round on gamma directed Hamiltonian cycles: gamma copies for everybody, on links of their own.

    That the cycles are a decomposition of the network is a hypothesis here. It is checked for each size
    (generator/model/src/ihc/audit.rs). *)
From Coq Require Import ZArith Arith Lia List Bool.
From Teecast.common Require Import Lists.
From Teecast.ihc Require Import Schedule.
Import ListNotations.
Open Scope Z_scope.

(** [place c q]: the node with ID q on the directed cycle c; [id c u]: the ID of node u there. *)
Record cycles := Cycles { place : nat -> Z -> Z; id : nat -> Z -> Z }.

Definition next (N q : Z) : Z := (q + 1) mod N.

(** Every cycle visits every node once, and no directed link is on two cycles. *)
Record decomposition (N : Z) (gamma : nat) (C : cycles) : Prop := Decomposition {
  place_node : forall c q, (c < gamma)%nat -> node N q -> node N (place C c q) /\ id C c (place C c q) = q;
  id_node : forall c u, (c < gamma)%nat -> node N u -> node N (id C c u) /\ place C c (id C c u) = u;
  links_apart : forall c c' q q', (c < gamma)%nat -> (c' < gamma)%nat -> node N q -> node N q' ->
    place C c q = place C c' q' -> place C c (next N q) = place C c' (next N q') -> c = c'
}.

(** One hop of a copy; the slot is that of its first flit. *)
Record hop := Hop { from : Z; into : Z; slot : Z }.

(** The hops of the message of node s on the cycle c, in order. *)
Definition copy (N : Z) (start : Z -> Z) (C : cycles) (s : Z) (c : nat) : list hop :=
  let q := id C c s in
  map (fun h => let h := Z.of_nat h in
         Hop (place C c ((q + h) mod N)) (place C c ((q + h + 1) mod N)) (start q + h))
      (seq 0 (Z.to_nat (N - 1))).

Section Round.
Variables N mu : Z.
Variable gamma : nat.
Variable C : cycles.
Variable start : Z -> Z.
Hypothesis Size : 2 <= N.
Hypothesis Decomposed : decomposition N gamma C.

Lemma in_cycle x : node N (x mod N).
Proof. unfold node. apply Z.mod_pos_bound. lia. Qed.

Lemma next_mod x : next N (x mod N) = (x + 1) mod N.
Proof. unfold next. now rewrite Z.add_mod_idemp_l by lia. Qed.

(** A directed link belongs to one cycle and one ID of it. *)
Lemma link_once c c' x y : (c < gamma)%nat -> (c' < gamma)%nat ->
  place C c (x mod N) = place C c' (y mod N) -> place C c ((x + 1) mod N) = place C c' ((y + 1) mod N) ->
  c = c' /\ x mod N = y mod N.
Proof.
  intros L L' E F. assert (c = c') as <-.
  { apply (links_apart _ _ _ Decomposed c c' (x mod N) (y mod N)); auto using in_cycle.
    now rewrite !next_mod. }
  split; [easy|]. destruct (place_node _ _ _ Decomposed c (x mod N) L (in_cycle x)) as [_ X].
  destruct (place_node _ _ _ Decomposed c (y mod N) L (in_cycle y)) as [_ Y]. congruence.
Qed.

Lemma copy_in s c k : In k (copy N start C s c) <-> exists h, 0 <= h <= N - 2 /\
  k = Hop (place C c ((id C c s + h) mod N)) (place C c ((id C c s + h + 1) mod N)) (start (id C c s) + h).
Proof.
  unfold copy. rewrite in_map_iff. split.
  - intros (h & <- & H). apply in_seq in H. exists (Z.of_nat h). split; [lia|easy].
  - intros (h & H & ->). exists (Z.to_nat h). rewrite Z2Nat.id by lia. split; [easy|]. apply in_seq. lia.
Qed.

(** *** On each cycle every node but the source gets the message once, and the source not at all. *)
Theorem one_copy_a_cycle c s : (c < gamma)%nat -> node N s ->
  NoDup (map into (copy N start C s c)) /\
  (forall u, In u (map into (copy N start C s c)) <-> node N u /\ u <> s).
Proof.
  intros L S. destruct (id_node _ _ _ Decomposed c s L S) as [Q P].
  assert (Far : forall h g, 0 <= h <= N - 1 -> 0 <= g <= N - 1 ->
            place C c ((id C c s + h) mod N) = place C c ((id C c s + g) mod N) -> h = g).
  { intros h g H G E. apply (f_equal (id C c)) in E.
    rewrite !(fun x => proj2 (place_node _ _ _ Decomposed c (x mod N) L (in_cycle x))) in E.
    destruct (turns N _ _ ltac:(lia) E) as (k & K).
    assert (h - g = k * N) as D by lia. assert (k = 0) by (clear - D H G; nia). lia. }
  assert (Home : place C c ((id C c s + 0) mod N) = s).
  { unfold node in Q. now rewrite Z.add_0_r, Z.mod_small by lia. }
  split.
  - unfold copy. rewrite map_map. apply NoDup_nth_error. intros i j I E. rewrite map_length, seq_length in I.
    destruct (Nat.lt_ge_cases j (Z.to_nat (N - 1))) as [J|J].
    + rewrite !nth_error_map, !(nth_error_nth' _ O), !seq_nth in E by (rewrite ?seq_length; easy).
      simpl in E. injection E as E. rewrite <- !Z.add_assoc in E. apply Far in E; lia.
    + rewrite (proj2 (nth_error_None _ j)) in E by (rewrite map_length, seq_length; lia).
      apply nth_error_None in E. rewrite map_length, seq_length in E. lia.
  - intros u. split.
    + intros H. apply in_map_iff in H. destruct H as (k & <- & K). apply copy_in in K.
      destruct K as (h & H & ->). simpl. split.
      * apply (place_node _ _ _ Decomposed c); [easy|apply in_cycle].
      * rewrite <- Home at 2. rewrite <- Z.add_assoc. intros E. apply Far in E; lia.
    + intros [U E]. apply in_map_iff. destruct (id_node _ _ _ Decomposed c u L U) as [V W].
      set (h := (id C c u - id C c s) mod N).
      assert (T : (id C c s + h) mod N = id C c u).
      { unfold h. rewrite Z.add_mod_idemp_r by lia. replace (id C c s + (id C c u - id C c s)) with (id C c u) by ring.
        now apply Z.mod_small. }
      assert (H : 0 <= h < N) by apply in_cycle.
      assert (h <> 0) by (intros Z0; rewrite Z0 in T; congruence).
      exists (Hop (place C c ((id C c s + (h - 1)) mod N)) u (start (id C c s) + (h - 1))). split; [easy|].
      apply copy_in. exists (h - 1). split; [lia|]. f_equal.
      replace (id C c s + (h - 1) + 1) with (id C c s + h) by ring. now rewrite T.
Qed.

(** *** The gamma copies of a message enter a node by gamma different links. *)
Theorem copies_by_different_links c c' s k k' : (c < gamma)%nat -> (c' < gamma)%nat -> c <> c' ->
  In k (copy N start C s c) -> In k' (copy N start C s c') -> into k = into k' -> from k <> from k'.
Proof.
  intros L L' E K K' I F. apply copy_in in K, K'. destruct K as (h & _ & ->), K' as (g & _ & ->). simpl in *.
  apply E. now apply (link_once c c' (id C c s + h) (id C c' s + g)).
Qed.

(** *** No link carries two packets in one slot, whoever sent them and on whatever cycle. *)
Theorem round_contention_free : contention_free N mu start -> forall c c' s s' k k' t,
  (c < gamma)%nat -> (c' < gamma)%nat -> node N s -> node N s' ->
  In k (copy N start C s c) -> In k' (copy N start C s' c') -> from k = from k' -> into k = into k' ->
  slot k <= t < slot k + mu -> slot k' <= t < slot k' + mu -> c = c' /\ s = s'.
Proof.
  intros Free c c' s s' k k' t L L' S S' K K' F I T T'. apply copy_in in K, K'.
  destruct K as (h & H & ->), K' as (g & G & ->). simpl in *.
  destruct (link_once c c' (id C c s + h) (id C c' s' + g)) as [<- E]; [easy|easy|easy|easy|].
  split; [easy|]. destruct (id_node _ _ _ Decomposed c s L S) as [Q P].
  destruct (id_node _ _ _ Decomposed c s' L S') as [Q' P']. rewrite <- P, <- P'. f_equal.
  apply (Free _ _ ((id C c s + h) mod N) t Q Q'); [exists h|exists g]; auto.
Qed.

(** *** Broken links: at most as many copies of a message are lost. *)
Theorem link_faults s (broken : list (Z * Z)) : node N s ->
  let hit c := existsb (fun k => existsb (fun l => (from k =? fst l) && (into k =? snd l)) broken) (copy N start C s c) in
  (length (filter hit (seq 0 gamma)) <= length broken)%nat.
Proof.
  intros S hit. unfold hit. clear hit. induction broken as [|l broken IH].
  - assert (E : forall A (m : list A), filter (fun _ => false) m = []) by (induction m; easy).
    rewrite filter_ext with (g := fun _ => false); [now rewrite E|].
    intros c. induction (copy N start C s c); easy.
  - set (one := fun c => existsb (fun k => (from k =? fst l) && (into k =? snd l)) (copy N start C s c)).
    set (rest := fun c => existsb (fun k => existsb (fun l => (from k =? fst l) && (into k =? snd l)) broken)
                                  (copy N start C s c)) in *.
    rewrite filter_ext with (g := fun c => one c || rest c).
    2:{ intros c. unfold one, rest. induction (copy N start C s c) as [|k m IHm]; [easy|]. simpl in *. rewrite IHm.
        repeat rewrite <- orb_assoc. f_equal. rewrite !orb_assoc. f_equal. apply orb_comm. }
    assert (Sum : forall m, (length (filter (fun c => one c || rest c) m) <=
                             length (filter one m) + length (filter rest m))%nat).
    { induction m as [|c m IHm]; [easy|]. simpl. destruct (one c), (rest c); simpl; lia. }
    assert (Once : (length (filter one (seq 0 gamma)) <= 1)%nat); [|specialize (Sum (seq 0 gamma)); simpl; lia].
    assert (Same : forall a b, In a (filter one (seq 0 gamma)) -> In b (filter one (seq 0 gamma)) -> a = b).
    { intros a b A B. apply filter_In in A, B. destruct A as [A A'], B as [B B']. apply in_seq in A, B.
      unfold one in *. apply existsb_exists in A', B'. destruct A' as (k & K & A'), B' as (k' & K' & B').
      rewrite andb_true_iff, !Z.eqb_eq in *. apply copy_in in K, K'.
      destruct K as (h & _ & ->), K' as (g & _ & ->). simpl in *.
      apply (link_once a b (id C a s + h) (id C b s + g)); [lia|lia|lia|lia]. }
    assert (D : NoDup (filter one (seq 0 gamma))) by (apply NoDup_filter, seq_NoDup).
    destruct (filter one (seq 0 gamma)) as [|a [|b m]]; [simpl; lia|simpl; lia|exfalso].
    inversion D as [|? ? X _]. apply X. left. apply Same; simpl; auto.
Qed.
End Round.

(** Cycles as lists of nodes, each beginning with node 0: what `analyze hamiltonian` prints. *)
Definition index (u : Z) (l : list Z) : Z :=
  (fix go l k := match l with [] => k | v :: l => if v =? u then k else go l (k + 1) end) l 0.
Definition listed_cycles (lists : list (list Z)) : cycles :=
  Cycles (fun c q => nth (Z.to_nat q) (nth c lists []) 0) (fun c u => index u (nth c lists [])).
