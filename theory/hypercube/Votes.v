(** Votes: how the rows of a list are divided into branches, column by column.

    Every function that chooses a column which some row votes for is a vote: the theorems hold for
    all of them. Greedy and look2 are two; any other score is a third. *)
From Coq Require Import NArith Arith Lia List Bool.
From Teecast.common Require Import Lists.
From Teecast.hypercube Require Import Addresses Multicast.
Import ListNotations.
Open Scope N_scope.

Definition votes_for (v : addr -> N) (j : dim) (d : addr) : bool := (v d).[j].

(** Takes column after column until no row is left; [l] are the rows with a vote. *)
Fixpoint columns (v : addr -> N) (choose : list N -> dim) (fuel : nat) (l : list addr)
  : list branch :=
  match fuel, l with
  | O, _ | _, [] => []
  | S fuel, _ =>
      let j := choose (map v l) in
      (j, filter (votes_for v j) l)
      :: columns v choose fuel (filter (fun d => negb (votes_for v j d)) l)
  end.

Definition by_column (choose : list N -> dim) (v : addr -> N) (l : list addr) : list branch :=
  columns v choose (length l) (filter (fun d => negb (v d =? 0)) l).

(** A choice is any function that picks a column with a vote, if there is a vote at all. *)
Definition choice (choose : list N -> dim) : Prop :=
  forall votes, (exists x, In x votes) -> (forall x, In x votes -> x <> 0) ->
  exists x, In x votes /\ x.[choose votes] = true.

Section Columns.
Variable choose : list N -> dim.
Hypothesis Choice : choice choose.
Variable v : addr -> N.

Lemma chosen l : l <> [] -> (forall d, In d l -> v d <> 0) ->
  exists d, In d l /\ votes_for v (choose (map v l)) d = true.
Proof.
  intros E V. destruct (Choice (map v l)) as (x & X & B).
  - destruct l as [|d l]; [easy|]. exists (v d). simpl. auto.
  - intros x X. apply in_map_iff in X. destruct X as (d & <- & D). auto.
  - apply in_map_iff in X. destruct X as (d & <- & D). eauto.
Qed.

Lemma filter_shorter {A} (f : A -> bool) (l : list A) x :
  In x l -> f x = false -> (length (filter f l) < length l)%nat.
Proof.
  induction l as [|a l IH]; [easy|]. intros [->|H] F; simpl.
  - rewrite F. apply Nat.lt_succ_r. clear. induction l; simpl; [lia|].
    destruct (f a); simpl; lia.
  - specialize (IH H F). destruct (f a); simpl; lia.
Qed.

Lemma columns_step fuel l : l <> [] ->
  columns v choose (S fuel) l =
  (choose (map v l), filter (votes_for v (choose (map v l))) l)
  :: columns v choose fuel (filter (fun d => negb (votes_for v (choose (map v l)) d)) l).
Proof. now destruct l. Qed.

Lemma columns_sound fuel : forall l j rows, In (j, rows) (columns v choose fuel l) ->
  forall d, In d rows -> In d l /\ (v d).[j] = true.
Proof.
  induction fuel as [|fuel IH]; intros l j rows H d D; [now destruct l|].
  destruct (list_eq_dec N.eq_dec l []) as [->|E]; [easy|]. rewrite columns_step in H by easy.
  destruct H as [H|H].
  - injection H as <- <-. now apply filter_In in D.
  - destruct (IH _ _ _ H d D) as [I B]. split; [|easy]. now apply filter_In in I.
Qed.

Lemma columns_not_empty fuel : forall l j rows, (forall d, In d l -> v d <> 0) ->
  In (j, rows) (columns v choose fuel l) -> exists d, In d rows.
Proof.
  induction fuel as [|fuel IH]; intros l j rows V H; [now destruct l|].
  destruct (list_eq_dec N.eq_dec l []) as [->|E]; [easy|]. rewrite columns_step in H by easy.
  destruct H as [H|H].
  - injection H as <- <-. destruct (chosen l) as (d & D & B); [easy|easy|].
    exists d. now apply filter_In.
  - apply IH in H; [easy|]. intros d D. apply filter_In in D. now apply V.
Qed.

Lemma columns_complete fuel : forall l d, (length l <= fuel)%nat ->
  (forall d, In d l -> v d <> 0) -> In d l ->
  exists j rows, In (j, rows) (columns v choose fuel l) /\ In d rows.
Proof.
  induction fuel as [|fuel IH]; intros l d F V D.
  - destruct l; simpl in *; [easy|lia].
  - destruct (list_eq_dec N.eq_dec l []) as [->|E]; [easy|]. rewrite columns_step by easy.
    set (j := choose (map v l)).
    destruct (votes_for v j d) eqn:B.
    + exists j, (filter (votes_for v j) l). split; [now left|]. now apply filter_In.
    + destruct (IH (filter (fun d => negb (votes_for v j d)) l) d) as (i & rows & I & R).
      * destruct (chosen l) as (x & X & C); [easy|easy|].
        assert (length (filter (fun d => negb (votes_for v j d)) l) < length l)%nat; [|lia].
        apply (filter_shorter _ l x X). fold j in C. now rewrite C.
      * intros y Y. apply filter_In in Y. now apply V.
      * apply filter_In. now rewrite B.
      * exists i, rows. split; [now right|easy].
Qed.

(** Later branches hold no row that votes for an earlier column. *)
Lemma columns_apart fuel : forall l,
  pairwise (fun a b => forall d, In d (snd b) -> (v d).[fst a] = false) (columns v choose fuel l).
Proof.
  induction fuel as [|fuel IH]; intros l; [destruct l; constructor|].
  destruct (list_eq_dec N.eq_dec l []) as [->|E]; [constructor|]. rewrite columns_step by easy.
  constructor; [|apply IH].
  apply Forall_forall. intros [j rows] B d D. simpl in *.
  apply (columns_sound _ _ _ _ B) in D. destruct D as [D _].
  apply filter_In in D. destruct D as [_ D]. now apply negb_true_iff in D.
Qed.
End Columns.

(** A rule made of a vote: the sets of dimensions, the choice of a column, the classes. *)
Definition column_rule (vote : place -> addr -> N) (choose : list N -> dim)
                       (hop : place -> dim -> option nat) : rule :=
  Rule vote (fun p => by_column choose (vote p)) hop.

Theorem column_rule_legal vote choose hop : choice choose ->
  (forall p d j, (vote p d).[j] = true -> (N.lxor (node p) d).[j] = true) ->
  legal (column_rule vote choose hop).
Proof.
  intros C W. constructor; simpl; [exact W| | | |].
  - intros p l j rows B d D. apply (columns_sound _ _ _ _ _ _ B) in D. destruct D as [D V].
    apply filter_In in D. easy.
  - intros p l j rows B. apply columns_not_empty in B; [easy|easy|].
    intros d D. apply filter_In in D. destruct D as [_ D]. now apply negb_true_iff, N.eqb_neq in D.
  - intros p l d D V. apply columns_complete; [easy| | |].
    + clear. induction l; simpl; [lia|]. destruct (vote p a =? 0); simpl; lia.
    + intros e E. apply filter_In in E. destruct E as [_ E]. now apply negb_true_iff, N.eqb_neq in E.
    + apply filter_In. apply N.eqb_neq in V. now rewrite V.
  - intros p l. unfold by_column. eapply pairwise_weaken; [|apply columns_apart].
    intros [i a] [j b] A _ D d X Y. simpl in *.
    apply (columns_sound _ _ _ _ _ _ A) in X. destruct X as [_ X].
    rewrite (D d Y) in X. discriminate.
Qed.

(** ** Choices of columns *)

(** The dimensions in a set, lowest first. *)
Definition members (x : N) : list dim := filter (N.testbit x) (dims (N.size_nat x)).

(** All dimensions some row votes for. *)
Definition candidates (votes : list N) : N := fold_right N.lor 0 votes.

(** The best candidate, the lowest on a tie. *)
Definition best (score : dim -> nat) (l : list dim) : dim :=
  match l with
  | [] => 0
  | j :: l => fold_left (fun b i => if (score b <? score i)%nat then i else b) l j
  end.

Definition by_score (score : list N -> dim -> nat) (votes : list N) : dim :=
  best (score votes) (members (candidates votes)).

Lemma best_in score l : l <> [] -> In (best score l) l.
Proof.
  destruct l as [|j l]; [easy|]. intros _. unfold best. revert j.
  induction l as [|i l IH]; intros j; simpl; [auto|].
  destruct (IH (if (score j <? score i)%nat then i else j)) as [H|H]; [|auto].
  rewrite <- H. destruct (score j <? score i)%nat; auto.
Qed.

Lemma size_bound x j : x.[j] = true -> j < N.of_nat (N.size_nat x).
Proof.
  intros H. destruct (N.lt_ge_cases j (N.size x)) as [B|B].
  - replace (N.of_nat (N.size_nat x)) with (N.size x); [exact B|].
    destruct x as [|p]; [easy|]. clear. unfold N.size, N.size_nat.
    induction p as [p IH|p IH|]; cbn [Pos.size Pos.size_nat]; [| |easy]; lia.
  - destruct (N.eq_dec x 0) as [->|Z]; [now rewrite N.bits_0 in H|].
    rewrite N.bits_above_log2 in H; [easy|]. rewrite N.size_log2 in B by easy. lia.
Qed.

Lemma members_in x j : In j (members x) <-> x.[j] = true.
Proof.
  unfold members. rewrite filter_In, dims_in. split; [easy|].
  intros H. split; [now apply size_bound|easy].
Qed.

Lemma candidates_bit votes j :
  (candidates votes).[j] = true <-> exists x, In x votes /\ x.[j] = true.
Proof.
  induction votes as [|v votes IH]; simpl.
  - split; [easy|]. now intros (x & [] & _).
  - rewrite N.lor_spec, orb_true_iff, IH. split.
    + intros [H|(x & X & H)]; eauto.
    + intros (x & [->|X] & H); eauto.
Qed.

(** Whatever the score: the best candidate is a choice. *)
Theorem by_score_choice score : choice (by_score score).
Proof.
  intros votes (x & X) V. apply candidates_bit. apply members_in. apply best_in.
  destruct (nonzero_bit x (V x X)) as (j & J).
  assert (In j (members (candidates votes))) by (apply members_in, candidates_bit; eauto).
  destruct (members (candidates votes)); simpl in *; easy.
Qed.

Definition count (votes : list N) (set : N) : nat :=
  length (filter (fun v => N.land v set =? set) votes).

Definition greedy : list N -> dim := by_score (fun votes j => count votes (2 ^ j)).

Definition look2 : list N -> dim := by_score (fun votes j =>
  let others := filter (fun i => negb (i =? j)) (members (candidates votes)) in
  let together i := count votes (N.lor (2 ^ i) (2 ^ j)) in
  let most f := fold_right Nat.max O (map f others) in
  (2 * count votes (2 ^ j) + most together + most (fun i => count votes (2 ^ i) - together i))%nat).
