(** All-to-all broadcast on a directed Hamiltonian cycle: which schedules are free of contention.

    The model is that of generator/model/src/ihc/schedule.rs. The N nodes of a cycle have the IDs 0 to N - 1 in
    the order of the cycle. A packet has [mu] flits, and a slot is the time of one flit on a link. *)
From Coq Require Import ZArith Lia List Bool.
Open Scope Z_scope.

Definition node (N q : Z) : Prop := 0 <= q < N.

(** The packet of q is on the link from q + h to q + h + 1 in slots start + h to start + h + mu - 1. *)
Definition occupies (N mu : Z) (start : Z -> Z) (q link slot : Z) : Prop :=
  exists h, 0 <= h <= N - 2 /\ link = (q + h) mod N /\ start q + h <= slot < start q + h + mu.

(** No link carries two packets in one slot, when all nodes send in one round. *)
Definition contention_free (N mu : Z) (start : Z -> Z) : Prop :=
  forall q r link slot, node N q -> node N r ->
  occupies N mu start q link slot -> occupies N mu start r link slot -> q = r.

(** ** The schedules *)

(** A stage lasts until its last packet has arrived. *)
Definition staged (N mu : Z) (stage : Z -> Z) (q : Z) : Z := stage q * (N - 2 + mu).

(** Nodes a distance eta apart share a stage. *)
Definition by_distance (eta q : Z) : Z := q mod eta.

(** The cycle is cut into floor(N / mu) blocks, the longer ones first; the stage of a node is its place in its
    block. *)
Definition blocks (N mu : Z) : Z := Z.max 1 (N / mu).
Definition minimal (N mu q : Z) : Z :=
  let short := N / blocks N mu in
  let in_longer := N mod blocks N mu * (short + 1) in
  if q <? in_longer then q mod (short + 1) else (q - in_longer) mod short.

(** The next stage begins while the packets of the last one still move. *)
Definition overlapped (N mu q : Z) : Z := (mu - 1 - q mod mu) * (N - 1).

(** ** Proofs *)

(** Distance from q forward to r. *)
Definition ahead (N q r : Z) : Z := (r - q) mod N.

Lemma mod_small_cases N x : 2 <= N -> - N < x < N -> x mod N = if x <? 0 then x + N else x.
Proof.
  intros HN H. destruct (Z.ltb_spec x 0).
  - symmetry. apply (Z.mod_unique_pos _ _ (-1)); lia.
  - apply Z.mod_small. lia.
Qed.

(** Packets on one link: the ways so far differ by whole turns of the cycle. *)
Lemma turns N x y : 0 < N -> x mod N = y mod N -> exists k, x = y + k * N.
Proof.
  intros HN E. exists (x / N - y / N).
  assert (X := Z.div_mod x N). assert (Y := Z.div_mod y N). rewrite <- E in Y. lia.
Qed.

(** Nodes of one stage have to be at least mu apart, all the way round; nodes of other stages never meet. *)
Theorem stages_contention_free N mu stage : 2 <= N -> 1 <= mu ->
  (forall q r, node N q -> node N r -> q <> r -> stage q = stage r -> mu <= ahead N q r) ->
  contention_free N mu (staged N mu stage).
Proof.
  intros HN Hmu Apart q r link slot Q R (h & H & L & S) (g & G & M & T). unfold node, staged in *.
  destruct (Z.eq_dec q r) as [|E]; [easy|exfalso].
  assert (Same : stage q = stage r).
  { destruct (Z.lt_trichotomy (stage q) (stage r)) as [B|[B|B]]; [|easy|]; nia. }
  assert (A1 := Apart q r Q R E Same). assert (A2 := Apart r q R Q (not_eq_sym E) (eq_sym Same)).
  unfold ahead in *. rewrite mod_small_cases in A1, A2 by lia.
  destruct (turns N (q + h) (r + g)) as (k & K); [lia|congruence|]. rewrite Same in S.
  assert (k = -1 \/ k = 0 \/ k = 1) as [-> | [-> | ->]] by nia;
    destruct (Z.ltb_spec (r - q) 0), (Z.ltb_spec (q - r) 0); lia.
Qed.

(** Stage = ID mod eta works if eta divides N or leaves a rest of at least mu: the condition that [LS94] lacks. *)
Theorem by_distance_contention_free N mu eta : 2 <= N -> 1 <= mu <= eta -> eta <= N ->
  N mod eta = 0 \/ mu <= N mod eta -> contention_free N mu (staged N mu (by_distance eta)).
Proof.
  intros HN Hmu He C. apply stages_contention_free; [lia|lia|].
  intros q r [Q1 Q2] [R1 R2] E L. unfold ahead, by_distance in *. rewrite mod_small_cases by lia.
  assert (K : r - q = (r / eta - q / eta) * eta).
  { assert (X := Z.div_mod q eta). assert (Y := Z.div_mod r eta). lia. }
  destruct (Z.ltb_spec (r - q) 0) as [B|B].
  - assert (X := Z.div_mod N eta). assert (Y := Z.mod_pos_bound N eta).
    set (k := r / eta - q / eta) in *.
    assert (D : r - q + N = (k + N / eta) * eta + N mod eta) by lia.
    assert (P : 0 < r - q + N) by lia.
    destruct C as [C|C].
    + rewrite C in D. assert (1 <= k + N / eta) by nia. nia.
    + assert (0 <= k + N / eta) by nia. nia.
  - assert (1 <= r / eta - q / eta) by nia. nia.
Qed.

(** A node's block and its place there. *)
Lemma minimal_place N mu q : 2 <= N -> 1 <= mu -> node N q ->
  let b := blocks N mu in let short := N / b in
  exists k, 0 <= k < b /\ q = k * short + Z.min k (N mod b) + minimal N mu q /\
            0 <= minimal N mu q < short + (if k <? N mod b then 1 else 0).
Proof.
  intros HN Hmu [Q1 Q2] b short. unfold minimal. fold b. fold short.
  assert (B : 1 <= b) by (unfold b, blocks; lia).
  assert (D := Z.div_mod N b ltac:(lia)). fold short in D.
  assert (M := Z.mod_pos_bound N b ltac:(lia)). set (longer := N mod b) in *.
  assert (Bn : b <= N).
  { unfold b, blocks. assert (N / mu <= N) by (apply Z.div_le_upper_bound; nia). lia. }
  assert (S : 1 <= short) by (apply Z.div_le_lower_bound; lia).
  destruct (Z.ltb_spec q (longer * (short + 1))) as [L|L].
  - assert (X := Z.div_mod q (short + 1) ltac:(lia)). assert (Y := Z.mod_pos_bound q (short + 1) ltac:(lia)).
    set (k := q / (short + 1)) in *. assert (0 <= k < longer) by nia. exists k.
    destruct (Z.ltb_spec k longer); [|lia]. rewrite Z.min_l by lia. split; [lia|]. split; lia.
  - assert (X := Z.div_mod (q - longer * (short + 1)) short ltac:(lia)).
    assert (Y := Z.mod_pos_bound (q - longer * (short + 1)) short ltac:(lia)).
    set (i := (q - longer * (short + 1)) / short) in *. assert (0 <= i < b - longer) by nia.
    exists (longer + i). destruct (Z.ltb_spec (longer + i) longer); [lia|]. rewrite Z.min_r by lia.
    split; [lia|]. split; lia.
Qed.

(** Blocks of floor(N / mu): free of contention for every N and mu, [LS94]'s exceptions included. *)
Theorem minimal_contention_free N mu : 2 <= N -> 1 <= mu ->
  contention_free N mu (staged N mu (minimal N mu)).
Proof.
  intros HN Hmu. apply stages_contention_free; [easy|easy|]. intros q r Q R E Same.
  destruct (minimal_place N mu q HN Hmu Q) as (k & K & Eq & _).
  destruct (minimal_place N mu r HN Hmu R) as (i & I & Er & _).
  set (b := blocks N mu) in *. assert (D := Z.div_mod N b ltac:(lia)).
  assert (M := Z.mod_pos_bound N b ltac:(lia)). set (short := N / b) in *. set (longer := N mod b) in *.
  assert (Bb : b = Z.max 1 (N / mu)) by reflexivity.
  assert (Dm := Z.div_mod N mu ltac:(lia)). assert (Mm := Z.mod_pos_bound N mu ltac:(lia)).
  unfold ahead, node in *. rewrite mod_small_cases by lia.
  assert (k <> i) by (intros ->; lia).
  destruct (Z.max_spec 1 (N / mu)) as [[Big Em]|[Small Em]]; rewrite Em in Bb; [|lia].
  assert (S : mu <= short) by (apply Z.div_le_lower_bound; [lia|rewrite Bb; lia]).
  rewrite Eq, Er, Same. destruct (Z.ltb_spec (i * short + Z.min i longer + minimal N mu r - (k * short + Z.min k longer + minimal N mu r)) 0).
  - destruct (Z.lt_ge_cases i k) as [L|L].
    + assert (1 * short <= (b + i - k) * short) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
    + assert (0 <= (i - k) * short) by (apply Z.mul_nonneg_nonneg; lia). lia.
  - destruct (Z.lt_ge_cases k i) as [L|L].
    + assert (1 * short <= (i - k) * short) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
    + assert (1 * short <= (k - i) * short) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

(** It needs ceil(N / floor(N / mu)) stages; where mu exceeds N, these are N. *)
Theorem minimal_stages N mu q : 2 <= N -> 1 <= mu -> node N q ->
  0 <= minimal N mu q < (N + blocks N mu - 1) / blocks N mu.
Proof.
  intros HN Hmu Q. destruct (minimal_place N mu q HN Hmu Q) as (k & K & _ & P).
  set (b := blocks N mu) in *. assert (D := Z.div_mod N b ltac:(lia)).
  assert (M := Z.mod_pos_bound N b ltac:(lia)). split; [easy|]. apply Z.lt_le_trans with (1 := proj2 P).
  apply Z.div_le_lower_bound; [lia|]. destruct (Z.ltb_spec k (N mod b)); lia.
Qed.

(** Overlapped stages: free of contention if mu divides N. *)
Theorem overlapped_contention_free N mu : 2 <= N -> 1 <= mu -> N mod mu = 0 ->
  contention_free N mu (overlapped N mu).
Proof.
  intros HN Hmu Dv q r link slot Q R (h & H & L & S) (g & G & M & T). unfold node, overlapped in *.
  destruct (turns N (q + h) (r + g)) as (k & K); [lia|congruence|].
  assert (Together : h = g -> q = r).
  { clear - K Q R HN. intros ->. assert (k = 0) by nia. lia. }
  assert (Dq := Z.div_mod q mu ltac:(lia)). assert (Dr := Z.div_mod r mu ltac:(lia)).
  assert (Dn := Z.div_mod N mu ltac:(lia)). rewrite Dv in Dn.
  set (a := q mod mu) in *. set (b := r mod mu) in *. set (m := N / mu) in *.
  (* The difference of the slots at which the two packets begin is a multiple of mu. *)
  assert (F : (b - a) * (N - 1) + (h - g) = mu * ((b - a) * m + (r / mu - q / mu) + k * m)).
  { assert (h - g = r - q + k * N) as -> by lia. rewrite Dq, Dr at 1. rewrite Dn. ring. }
  set (x := (b - a) * m + (r / mu - q / mu) + k * m) in *.
  assert (- mu < mu * x < mu) as B by (rewrite <- F; lia).
  assert (x = 0) as X by (clear - B Hmu; nia). rewrite X, Z.mul_0_r in F.
  assert (b - a = 0) as A by (clear - F H G; nia). rewrite A in F. apply Together. lia.
Qed.

(** The condition is needed: two nodes less than mu apart meet if they start together. *)
Theorem contention_is_exact N mu : 2 <= N -> 1 <= mu -> forall q r,
  node N q -> node N r -> q <> r -> ahead N q r < mu -> ahead N q r <= N - 2 ->
  ~ contention_free N mu (fun _ => 0).
Proof.
  intros HN Hmu q r Q R E A B C. unfold node, ahead in *. apply E.
  assert (P := Z.mod_pos_bound (r - q) N).
  assert (Z0 : (r - q) mod N <> 0).
  { rewrite mod_small_cases by lia. destruct (Z.ltb_spec (r - q) 0); lia. }
  apply (C q r (r mod N) ((r - q) mod N) Q R).
  - exists ((r - q) mod N). split; [lia|]. split; [|lia].
    rewrite Z.add_mod_idemp_r by lia. f_equal. lia.
  - exists 0. split; [lia|]. split; [now rewrite Z.add_0_r|]. lia.
Qed.
