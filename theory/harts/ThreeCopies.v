(** The broadcast of three copies (k = 3): every node gets them over paths that share no inner node, for every edge
    length from 3 on. *)
From Coq Require Import ZArith Arith Lia List Bool Permutation.
From Teecast.common Require Import Lists.
From Teecast.harts Require Import Lattice Broadcast SimpleBroadcast TwoCopies.
Import ListNotations.
Open Scope Z_scope.

(** Left branches all go as far as the mesh is wide: within the hexagon, and then over its rim. *)
Definition left_packet (n : Z) (s : Z * Z * Z) : packet :=
  match s with (d, i, j) =>
    if j =? 0 then packet_to n s else Packet (spot s) ((d + 1) mod 6) 2 NoTag (n - 1 - j) (way_to s)
  end.
Definition beyond (n i : Z) : list Z := map Z.of_nat (seq (S (Z.to_nat (n - 1 - i))) (Z.to_nat i)).
Definition overs (n : Z) : list (Z * Z * Z) :=
  flat_map (fun d => flat_map (fun i => map (fun j => (d, i, j)) (beyond n i)) (steps (n - 1))) directions.

(** Over the rim one comes into the sextant on the other side. *)
Definition across (n : Z) (s : Z * Z * Z) : Z * Z * Z :=
  match s with (d, i, j) => ((d + 3) mod 6, n - i, n - 1 - j) end.

Lemma beyond_in n i j : 1 <= i <= n - 1 -> (In j (beyond n i) <-> n - i <= j <= n - 1).
Proof.
  intros I. unfold beyond. rewrite in_map_iff. split.
  - intros (k & <- & K). apply in_seq in K. lia.
  - intros H. exists (Z.to_nat j). split; [lia|]. apply in_seq. lia.
Qed.

Lemma overs_in n d i j : In (d, i, j) (overs n) <-> 0 <= d <= 5 /\ 1 <= i <= n - 1 /\ n - i <= j <= n - 1.
Proof.
  unfold overs, directions. rewrite in_flat_map. split.
  - intros (e & E & H). apply in_flat_map in H. destruct H as (k & K & H). apply steps_in in K.
    apply in_map_iff in H. destruct H as (l & L & H). injection L as -> -> ->.
    apply beyond_in in H; [|easy]. simpl in E. lia.
  - intros (Hd & Hi & Hj). exists d. split; [simpl; lia|]. apply in_flat_map. exists i.
    split; [apply steps_in; lia|]. apply in_map_iff. exists j. split; [easy|]. now apply beyond_in.
Qed.

Lemma overs_nodup n : NoDup (overs n).
Proof.
  apply triples_nodup; [apply steps_nodup|]. intros i.
  apply FinFun.Injective_map_NoDup; [intros a b; lia|apply seq_NoDup].
Qed.

Lemma across_in n s : In s (overs n) -> In (across n s) (sextants n).
Proof.
  destruct s as [[d i] j]. rewrite overs_in. unfold across. intros (Hd & Hi & Hj).
  apply sextants_in; turns_left d; lia.
Qed.

Lemma across_injective n s r : In s (overs n) -> In r (overs n) -> across n s = across n r -> s = r.
Proof.
  destruct s as [[d i] j], r as [[e k] l]. rewrite !overs_in. unfold across. intros (Hd & Hi & Hj) (He & Hk & Hl) E.
  injection E as E1 E2 E3. assert (d = e) as -> by (turns_left d; turns_left e; lia). repeat f_equal; lia.
Qed.

Lemma across_surjective n s : In s (sextants n) -> exists r, In r (overs n) /\ across n r = s.
Proof.
  destruct s as [[d i] j]. rewrite sextants_in. intros (Hd & Hi & Hj & Hs). unfold across.
  exists ((d + 3) mod 6, n - i, n - 1 - j). rewrite overs_in. split; [turns_left d; lia|].
  repeat f_equal; [now turns_left d|lia|lia].
Qed.

Lemma across_node n s : In s (overs n) -> node_at n (spot s) = node_at n (spot (across n s)).
Proof.
  destruct s as [[d i] j]. rewrite overs_in. unfold across. intros (Hd & Hi & Hj).
  set (c := match d with 0 => 1 | 1 => 2 | 2 => 1 | 3 => -1 | 4 => -2 | _ => -1 end).
  apply (same_name n _ _ c). unfold c, turn, size. clear c. turns_left d; coordinates; ring.
Qed.

Lemma left_node n s : node_at n (at_ (left_packet n s)) = node_at n (spot s) /\
  passed (left_packet n s) = way_to s.
Proof. destruct s as [[d i] j]. unfold left_packet. now destruct (j =? 0). Qed.

(** ** The packets *)

Lemma three_packets n : 3 <= n -> Permutation (broadcast n 3)
  (map (left_packet n) (sextants n) ++ map (left_packet n) (overs n) ++ map (right n) (rights n)).
Proof.
  intros Hn. unfold broadcast, sextants, overs, rights. rewrite !map_flat_map, <- !permutation_pairs.
  apply permutation_pointwise. intros d. rewrite !map_flat_map, <- !permutation_pairs, launch_step.
  match goal with |- Permutation ?a ?b => enough (Same : a = b) by (rewrite Same; apply Permutation_refl) end.
  apply flat_map_equal. intros i I. apply steps_in in I. cbn [map app].
  change (left_packet n (d, i, 0)) with (packet_to n (d, i, 0)).
  rewrite first_packet, !app_nil_r. f_equal. unfold sends at 1. change (1 =? 1) with true. change (3 =? 1) with false.
  change (3 =? 2) with false. change (3 =? 3) with true. cbv iota.
  cbn [flat_map]. change (1 + 1) with 2. rewrite !second_step, app_nil_r, app_assoc. f_equal.
  - rewrite <- map_app. rewrite <- map_app.
    replace (steps (n - 1 - i) ++ beyond n i) with (steps (n - 1)).
    2:{ unfold steps, beyond. rewrite <- map_app. f_equal. replace (S (Z.to_nat (n - 1 - i))) with (1 + Z.to_nat (n - 1 - i))%nat by lia.
        rewrite <- seq_app. f_equal. lia. }
    rewrite map_map. apply map_ext_in. intros j J. apply steps_in in J.
    unfold left_packet, spot, way_to. destruct (Z.eqb_spec j 0); [lia|]. easy.
  - assert (R : (if n - 1 - i =? 0 then n - 1 else n - 1 - i) = reach n i).
    { unfold reach. destruct (Z.eqb_spec (n - 1 - i) 0), (Z.eqb_spec i (n - 1)); lia. }
    now rewrite R, map_map.
Qed.

(** ** Disjoint paths *)

(** The inner nodes of a path over the rim: inside the hexagon along the axis and to the left, then on the other side. *)
Lemma over_inner n d i j x : In (d, i, j) (overs n) -> In x (way_to (d, i, j)) -> exists s,
  In s (sextants n) /\ node_at n x = node_at n (spot s) /\
  ((exists t u, s = (d, t, u)) \/ (exists u, s = across n (d, i, u) /\ u < j)).
Proof.
  intros O X. assert (B := proj1 (overs_in _ _ _ _) O). destruct B as (Hd & Hi & Hj).
  apply left_inner in X; [|lia|lia]. destruct X as (t & u & -> & X).
  destruct (Z.le_gt_cases (t + u) (n - 1)) as [L|L].
  - exists (d, t, u). split; [apply sextants_in; lia|]. split; [easy|]. left. now exists t, u.
  - assert (t = i) as -> by lia. assert (U : In (d, i, u) (overs n)) by (apply overs_in; lia).
    exists (across n (d, i, u)). split; [now apply across_in|]. split; [now apply across_node|].
    right. exists u. split; [easy|lia].
Qed.

Lemma over_apart_left n s x y : 3 <= n -> In s (overs n) ->
  In x (way_to (across n s)) -> In y (way_to s) -> node_at n x <> node_at n y.
Proof.
  destruct s as [[d i] j]. intros Hn O X Y E.
  destruct (over_inner n d i j y O Y) as (r & Ir & Er & Kind). rewrite Er in E. clear Y Er.
  apply overs_in in O. destruct O as (Hd & Hi & Hj).
  unfold across in X. apply left_inner in X; [|lia|lia]. destruct X as (t & u & -> & X).
  apply node_injective in E; [|lia|apply sextants_in; turns_left d; lia|easy]. subst r. clear Ir. unfold across in Kind.
  destruct Kind as [(v & w & K)|(v & K & V)]; injection K; clear K; intros; turns_left d; lia.
Qed.

Lemma over_apart_right n s r x y : 3 <= n -> In s (overs n) -> In r (rights n) -> across n s = target n r ->
  In x (way_to s) -> In y (passed (right n r)) -> node_at n x <> node_at n y.
Proof.
  destruct s as [[d i] j], r as [[e a] b]. intros Hn O R T X Y E.
  destruct (over_inner n d i j x O X) as (g & Ig & Eg & Kx). destruct (right_inner n e a b y R Y) as (h & Ih & Eh & Ky).
  rewrite Eg, Eh in E. apply node_injective in E; [|lia|easy|easy]. subst h. clear X Y Eg Eh Ig Ih.
  apply overs_in in O. apply rights_in in R. destruct O as (Hd & Hi & Hj), R as (He & Ha & Hb).
  unfold across, target, reach in *.
  assert (D : d = if a =? n - 1 then (e + 5) mod 6 else (e + 2) mod 6).
  { destruct (a =? n - 1); apply (f_equal (fun s => fst (fst s))) in T; cbn [fst] in T; clear - T Hd He;
      turns_left e; turns_left d; (discriminate T || reflexivity). }
  destruct (Z.eqb_spec a (n - 1)) as [A1|A1]; injection T; clear T; intros; subst d;
    destruct Kx as [(v & w & K)|(v & K & V)], Ky as [(v' & K' & V')|(v' & K' & V')]; subst g;
    injection K'; clear K'; intros; turns_left e; lia.
Qed.

Definition apart (a b : list Z) : Prop := forall u, In u a -> ~ In u b.

(** Every node but the source gets three copies; no node is on two of the paths, but their ends. *)
Theorem three_disjoint_paths n v : 3 <= n -> 1 <= v < size n ->
  exists a b c, Permutation (paths n 3 v) [a; b; c] /\ apart a b /\ apart a c /\ apart b c.
Proof.
  intros Hn Hv. destruct (spots_once n ltac:(lia)) as [Once All].
  assert (S := proj2 (All v) Hv). apply in_map_iff in S. destruct S as (s & Es & S).
  destruct (target_surjective n s S) as (r & R & T). destruct (across_surjective n s S) as (o & O & A).
  exists (map (node_at n) (passed (left_packet n s))), (map (node_at n) (passed (left_packet n o))),
    (map (node_at n) (passed (right n r))).
  set (f := fun p => node_at n (at_ p)).
  assert (Left : forall q, f (left_packet n q) = node_at n (spot q)) by (intros q; apply left_node).
  assert (Node : f (left_packet n s) = v /\ f (left_packet n o) = v /\ f (right n r) = v).
  { rewrite !Left, (across_node n o O), A. unfold f. rewrite (right_node n r R), T. auto. }
  destruct Node as (N1 & N2 & N3).
  split.
  - apply (Permutation_map (fun p => map (node_at n) (passed p)) (l' := [left_packet n s; left_packet n o; right n r])).
    change (filter (fun p => node_at n (at_ p) =? v) (broadcast n 3)) with (filter (fun p => f p =? v) (broadcast n 3)).
    rewrite (permutation_filter _ _ _ (three_packets n Hn)), !filter_app.
    match goal with |- Permutation ?l _ =>
      enough (Same : l = [left_packet n s] ++ [left_packet n o] ++ [right n r]) by now rewrite Same end.
    f_equal; [|f_equal].
    + rewrite <- N1. apply only_one; [|now apply in_map]. rewrite map_map. now rewrite (map_ext _ _ Left).
    + rewrite <- N2. apply only_one; [|now apply in_map]. rewrite map_map. apply nodup_injective; [apply overs_nodup|].
      intros x y X Y E. rewrite !Left, (across_node n x X), (across_node n y Y) in E.
      apply node_injective in E; [|lia|now apply across_in|now apply across_in]. now apply across_injective in E.
    + rewrite <- N3. apply only_one; [|now apply in_map]. rewrite map_map. apply nodup_injective; [apply rights_nodup|].
      intros x y X Y E. unfold f in E. rewrite !right_node in E by easy.
      apply node_injective in E; [|lia|now apply target_in|now apply target_in]. now apply target_injective in E.
  - rewrite !(fun q => proj2 (left_node n q)).
    repeat split; intros u U W; apply in_map_iff in U, W; destruct U as (x & Ex & X), W as (y & Ey & Y).
    + apply (over_apart_left n o x y Hn O); [now rewrite A|easy|congruence].
    + apply (paths_apart n r x y Hn R); [now rewrite T|easy|congruence].
    + apply (over_apart_right n o r x y Hn O R); [congruence|easy|easy|congruence].
Qed.
