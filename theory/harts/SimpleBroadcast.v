(** SBCAST, the broadcast of one copy (k = 1): every node gets it once, on a shortest path, for every edge length. *)
From Coq Require Import ZArith Arith Lia List Bool FinFun.
From Teecast.common Require Import Lists.
From Teecast.harts Require Import Lattice Broadcast.
Import ListNotations.
Open Scope Z_scope.

Definition directions : list Z := [0; 1; 2; 3; 4; 5].

(** The node that lies i hops in direction d and then j hops in the next direction to the left. *)
Definition spot (s : Z * Z * Z) : Z * Z :=
  match s with (d, i, j) => along (along (0, 0) d i) ((d + 1) mod 6) j end.

(** The nodes inside the hexagon but the source, by sextants. *)
Definition sextants (n : Z) : list (Z * Z * Z) :=
  flat_map (fun d => flat_map (fun i => map (fun j => (d, i, j)) (0 :: steps (n - 1 - i))) (steps (n - 1)))
           directions.

(** The places that a packet passes on the way to a spot, the last one first. *)
Definition way_to (s : Z * Z * Z) : list (Z * Z) :=
  match s with (d, i, j) =>
    let axis := rev (map (along (0, 0) d) (steps (i - 1))) in
    if j =? 0 then axis
    else rev (map (along (along (0, 0) d i) ((d + 1) mod 6)) (steps (j - 1))) ++ along (0, 0) d i :: axis
  end.

Lemma steps_in m i : In i (steps m) <-> 1 <= i <= m.
Proof.
  unfold steps. rewrite in_map_iff. split.
  - intros (k & <- & K). apply in_seq in K. lia.
  - intros H. exists (Z.to_nat i). split; [lia|]. apply in_seq. lia.
Qed.

Lemma steps_nodup m : NoDup (steps m).
Proof. apply Injective_map_NoDup; [intros a b; lia|apply seq_NoDup]. Qed.

Lemma steps_length m : length (steps m) = Z.to_nat m.
Proof. unfold steps. now rewrite map_length, seq_length. Qed.

Lemma sextants_in n d i j : In (d, i, j) (sextants n) <->
  0 <= d <= 5 /\ 1 <= i /\ 0 <= j /\ i + j <= n - 1.
Proof.
  unfold sextants, directions. rewrite in_flat_map. split.
  - intros (e & E & H). apply in_flat_map in H. destruct H as (k & K & H). apply steps_in in K.
    apply in_map_iff in H. destruct H as (l & L & H). injection L as -> -> ->. simpl in E, H.
    destruct H as [<-|H]; [|apply steps_in in H]; lia.
  - intros (Hd & Hi & Hj & Hs). exists d. split; [simpl; lia|]. apply in_flat_map. exists i.
    split; [apply steps_in; lia|]. apply in_map_iff. exists j. split; [easy|]. simpl.
    destruct (Z.eq_dec j 0); [now left|right; apply steps_in; lia].
Qed.

Lemma nodup_pairs {A B} (f : A -> list B) l : NoDup l -> (forall a, In a l -> NoDup (f a)) ->
  (forall a b x, In a l -> In b l -> In x (f a) -> In x (f b) -> a = b) -> NoDup (flat_map f l).
Proof.
  intros L F D. apply nodup_flat_map; [easy|]. apply (pairwise_weaken (fun a b => a <> b)); [|now apply nodup_pairwise].
  intros a b A1 B1 N x X Y. apply N. now apply (D a b x).
Qed.

Lemma triples_nodup (l : list Z) (f : Z -> list Z) : NoDup l -> (forall i, NoDup (f i)) ->
  NoDup (flat_map (fun d => flat_map (fun i => map (fun j => (d, i, j)) (f i)) l) directions).
Proof.
  intros L F.
  assert (In_row : forall (d i : Z) (m : list Z) x, In x (map (fun j => (d, i, j)) m) -> fst (fst x) = d /\ snd (fst x) = i).
  { intros d i m x H. apply in_map_iff in H. now destruct H as (j & <- & _). }
  apply nodup_pairs.
  - repeat constructor; simpl; lia.
  - intros d _. apply nodup_pairs; [easy| |].
    + intros i _. apply Injective_map_NoDup; [intros a b E; now injection E|easy].
    + intros a b x _ _ X Y. apply In_row in X, Y. lia.
  - intros a b x _ _ X Y. apply in_flat_map in X, Y. destruct X as (i & _ & X), Y as (k & _ & Y).
    apply In_row in X, Y. lia.
Qed.

Lemma sextants_nodup n : NoDup (sextants n).
Proof.
  apply (triples_nodup _ (fun i => 0 :: steps (n - 1 - i))); [apply steps_nodup|].
  intros i. constructor; [rewrite steps_in; lia|apply steps_nodup].
Qed.

(** Half of n (n - 1) nodes in each sextant. *)
Lemma sextants_length n : 1 <= n -> Z.of_nat (length (sextants n)) = size n - 1.
Proof.
  intros Hn. set (row := fun d : Z => flat_map (fun i => map (fun j => (d, i, j)) (0 :: steps (n - 1 - i))) (steps (n - 1))).
  assert (Row : forall d, 2 * Z.of_nat (length (row d)) = n * (n - 1)).
  { intros d. assert (Part : forall k, Z.of_nat k <= n - 1 ->
      2 * Z.of_nat (length (flat_map (fun i => map (fun j => (d, i, j)) (0 :: steps (n - 1 - i))) (map Z.of_nat (seq 1 k))))
      = Z.of_nat k * (2 * n - 1 - Z.of_nat k)).
    { induction k as [|k IH]; intros K; [easy|]. rewrite seq_S, map_app, flat_map_app, app_length.
      rewrite Nat2Z.inj_add, Z.mul_add_distr_l, IH by lia. simpl length. rewrite app_length, !map_length, steps_length.
      simpl length. lia. }
    unfold row, steps at 2. rewrite Part by lia. rewrite Z2Nat.id by lia. ring. }
  assert (All : length (sextants n) = (length (row 0%Z) + length (row 1%Z) + length (row 2%Z) + length (row 3%Z)
                                       + length (row 4%Z) + length (row 5%Z))%nat).
  { change (sextants n) with (flat_map row directions). unfold directions. cbn [flat_map].
    rewrite !app_length. simpl length. lia. }
  rewrite All. unfold size. assert (R0 := Row 0). assert (R1 := Row 1). assert (R2 := Row 2). assert (R3 := Row 3).
  assert (R4 := Row 4). assert (R5 := Row 5). lia.
Qed.

Ltac each_direction d :=
  let H := fresh in assert (H : d = 0 \/ d = 1 \/ d = 2 \/ d = 3 \/ d = 4 \/ d = 5) by lia;
  destruct H as [-> | [-> | [-> | [-> | [-> | ->]]]]].

(** Computes the next direction to the left, and coordinates. *)
Ltac coordinates :=
  cbv [spot along] in *;
  repeat match goal with
  | |- context [(?a + ?t) mod 6] => let v := eval compute in ((a + t) mod 6) in change ((a + t) mod 6) with v
  | H : context [(?a + ?t) mod 6] |- _ =>
      let v := eval compute in ((a + t) mod 6) in change ((a + t) mod 6) with v in H
  end;
  cbn [hop fst snd] in *.

(** In a sextant the hops are the distance, and sextants do not overlap. *)
Lemma spot_norm d i j : 0 <= d <= 5 -> 0 <= i -> 0 <= j ->
  norm (fst (spot (d, i, j))) (snd (spot (d, i, j))) = i + j.
Proof. intros D I J. unfold norm. each_direction d; coordinates; lia. Qed.

Lemma spot_injective d i j d' i' j' : 0 <= d <= 5 -> 0 <= d' <= 5 -> 1 <= i -> 0 <= j -> 1 <= i' -> 0 <= j' ->
  spot (d, i, j) = spot (d', i', j') -> (d, i, j) = (d', i', j').
Proof.
  intros D D' I J I' J' E. each_direction d; each_direction d'; coordinates; injection E as E1 E2;
    first [exfalso; lia | repeat f_equal; lia].
Qed.

(** ** The packets of SBCAST *)

Definition packet_to (n : Z) (s : Z * Z * Z) : packet :=
  match s with (d, i, j) =>
    Packet (spot s) (if j =? 0 then d else (d + 1) mod 6) (if j =? 0 then 1 else 2) NoTag (n - 1 - i - j) (way_to s)
  end.

Lemma flat_map_single {A B} (f : A -> B) l : flat_map (fun a => [f a]) l = map f l.
Proof. induction l; simpl; congruence. Qed.

Lemma launch_step fuel n k p d step t m way : launch (S fuel) n k p d step t m way =
  flat_map (fun i =>
    Packet (along p d i) d step t (m - i) (rev (map (along p d) (steps (i - 1))) ++ way) ::
    flat_map (fun s => match s with (turn, distance, t) =>
                launch fuel n k (along p d i) ((d + turn) mod 6) (step + 1) t distance
                  (along p d i :: rev (map (along p d) (steps (i - 1))) ++ way) end)
             (sends n k step t (m - i)))
    (steps m).
Proof. reflexivity. Qed.

(** Packets of step 2 cause no further ones, unless they carry a tag. *)
Lemma second_step fuel n k p d m way : launch (S fuel) n k p d 2 NoTag m way =
  map (fun j => Packet (along p d j) d 2 NoTag (m - j) (rev (map (along p d) (steps (j - 1))) ++ way)) (steps m).
Proof.
  rewrite <- flat_map_single, launch_step. apply flat_map_equal. intros j _. unfold sends.
  change (2 =? 1) with false. cbv iota. now destruct ((2 =? 2) && (4 <=? k) && negb (m - j =? 0)).
Qed.

Lemma first_packet n d i : packet_to n (d, i, 0) =
  Packet (along (0, 0) d i) d 1 NoTag (n - 1 - i) (rev (map (along (0, 0) d) (steps (i - 1))) ++ []).
Proof.
  unfold packet_to, spot, way_to. change (0 =? 0) with true. cbv iota. rewrite app_nil_r. f_equal; [|lia].
  unfold along. cbn [fst snd]. f_equal; lia.
Qed.

Lemma sbcast_packets n : broadcast n 1 = map (packet_to n) (sextants n).
Proof.
  unfold broadcast, sextants. rewrite map_flat_map. apply flat_map_equal. intros d _.
  rewrite map_flat_map, launch_step. apply flat_map_equal. intros i _. cbn [map].
  rewrite first_packet. f_equal. unfold sends at 1. change (1 =? 1) with true. cbv iota.
  destruct (Z.eqb_spec (n - 1 - i) 0) as [Z0|_]; [now rewrite Z0|].
  cbn [flat_map]. change (1 + 1) with 2. rewrite app_nil_r, second_step, map_map. apply map_ext_in. intros j J. apply steps_in in J.
  unfold packet_to, spot, way_to. destruct (Z.eqb_spec j 0); [lia|]. now rewrite app_nil_r.
Qed.

Lemma way_length d i j : 1 <= i -> 0 <= j -> Z.of_nat (length (way_to (d, i, j))) = i + j - 1.
Proof.
  intros I J. unfold way_to. destruct (Z.eqb_spec j 0); [|rewrite app_length];
    simpl length; rewrite !rev_length, !map_length, !steps_length; lia.
Qed.

(** Spots of sextants are different nodes. *)
Lemma spot_inside n d i j : In (d, i, j) (sextants n) ->
  norm (fst (spot (d, i, j))) (snd (spot (d, i, j))) = i + j /\ 1 <= i + j <= n - 1.
Proof. intros H. apply sextants_in in H. split; [apply spot_norm; lia|lia]. Qed.

Lemma node_injective n s r : 2 <= n -> In s (sextants n) -> In r (sextants n) ->
  node_at n (spot s) = node_at n (spot r) -> s = r.
Proof.
  destruct s as [[d i] j], r as [[e k] l]. intros Hn X Y E. unfold node_at in E.
  destruct (spot_inside _ _ _ _ X) as [N1 B1], (spot_inside _ _ _ _ Y) as [N2 B2].
  apply (hexagon_unique n Hn) in E; [|lia|lia]. apply sextants_in in X, Y.
  apply spot_injective; try lia. destruct (spot (d, i, j)), (spot (e, k, l)). cbn [fst snd] in E. now destruct E as [-> ->].
Qed.

Lemma node_not_source n s : 2 <= n -> In s (sextants n) -> 1 <= node_at n (spot s) < size n.
Proof.
  destruct s as [[d i] j]. intros Hn H. destruct (spot_inside _ _ _ _ H) as [N B].
  assert (Sz : 0 < size n) by (unfold size; nia).
  assert (V : 0 <= node_at n (spot (d, i, j)) < size n) by (apply Z.mod_pos_bound; lia).
  assert (node_at n (spot (d, i, j)) <> 0); [|lia]. intros E.
  assert (F : name n (fst (spot (d, i, j))) (snd (spot (d, i, j))) = name n 0 0).
  { unfold node_at in E. rewrite E. reflexivity. }
  apply (hexagon_unique n Hn) in F; [|lia|unfold norm; lia]. destruct F as [F1 F2].
  rewrite F1, F2 in N. unfold norm in N. lia.
Qed.

(** ** The theorem *)

Definition hops (p : packet) : Z := Z.of_nat (length (passed p)) + 1.

(** No way on the wrapped mesh is shorter: whatever place stands for the same node. *)
Definition shortest (n : Z) (p : packet) : Prop :=
  forall a b, name n a b = node_at n (at_ p) -> hops p <= norm a b.

Lemma nodup_injective {A B} (f : A -> B) l : NoDup l ->
  (forall a b, In a l -> In b l -> f a = f b -> a = b) -> NoDup (map f l).
Proof.
  induction 1 as [|a l N D IH]; intros I; [constructor|]. simpl. constructor.
  - intros H. apply in_map_iff in H. destruct H as (b & E & Hb). apply N.
    replace a with b; [easy|]. apply I; simpl; auto.
  - apply IH. intros x y X Y. apply I; simpl; auto.
Qed.

Lemma spots_once n : 2 <= n -> let nodes := map (fun s => node_at n (spot s)) (sextants n) in
  NoDup nodes /\ forall v, In v nodes <-> 1 <= v < size n.
Proof.
  intros Hn nodes.
  assert (Once : NoDup nodes).
  { apply nodup_injective; [apply sextants_nodup|]. intros a b. now apply node_injective. }
  split; [exact Once|].
  assert (Incl : incl nodes (map Z.of_nat (seq 1 (Z.to_nat (size n - 1))))).
  { intros v H. apply in_map_iff in H. destruct H as (s & <- & H). assert (V := node_not_source n s Hn H).
    apply in_map_iff. exists (Z.to_nat (node_at n (spot s))). split; [lia|]. apply in_seq. lia. }
  intros v. split.
  - intros H. apply Incl, in_map_iff in H. destruct H as (k & <- & K). apply in_seq in K. lia.
  - intros H. apply (NoDup_length_incl (l' := map Z.of_nat (seq 1 (Z.to_nat (size n - 1)))) Once).
    + unfold nodes. rewrite !map_length, seq_length. assert (L := sextants_length n ltac:(lia)). lia.
    + exact Incl.
    + apply in_map_iff. exists (Z.to_nat v). split; [lia|]. apply in_seq. lia.
Qed.

Lemma packet_node n s : node_at n (at_ (packet_to n s)) = node_at n (spot s).
Proof. now destruct s as [[d i] j]. Qed.

Theorem sbcast_once n : 2 <= n ->
  let reached := map (fun p => node_at n (at_ p)) (broadcast n 1) in
  NoDup reached /\ (forall v, In v reached <-> 1 <= v < size n) /\
  (forall p, In p (broadcast n 1) -> shortest n p).
Proof.
  intros Hn. rewrite sbcast_packets, map_map.
  rewrite (map_ext _ _ (packet_node n)). destruct (spots_once n Hn) as [Once All].
  split; [exact Once|]. split; [exact All|].
  intros p H a b E. apply in_map_iff in H. destruct H as ([[d i] j] & <- & H). unfold hops. cbn [packet_to at_ passed] in *.
  destruct (spot_inside _ _ _ _ H) as [N B]. apply sextants_in in H. rewrite way_length by lia.
  destruct (Z.le_gt_cases (i + j) (norm a b)) as [L|L]; [lia|].
  unfold node_at in E. apply (hexagon_unique n Hn) in E; [|lia|lia]. destruct E as [-> ->]. lia.
Qed.
