(** Freedom from deadlock by a rank: what all families share.

    A buffer that is in use holds a message. The message wants other buffers, and [waits held wanted]
    says which ones the rules permit it to want. *)
From Coq Require Import ZArith Arith Lia List Bool.
Import ListNotations.
Open Scope Z_scope.

(** A configuration lists the buffers in use, each with the buffers that its message still wants.
    However they came about, some message finds all that it wants free: it moves on. *)
Definition deadlock_free {A} (waits : A -> A -> Prop) : Prop :=
  forall used : list (A * list A), used <> [] ->
  (forall held wanted, In (held, wanted) used -> forall w, In w wanted -> waits held w) ->
  exists held wanted, In (held, wanted) used /\ forall w, In w wanted -> ~ In w (map fst used).

(** Ranks are lists of numbers, compared from the left. *)
Fixpoint below (a b : list Z) : bool :=
  match a, b with x :: a, y :: b => (x <? y) || ((x =? y) && below a b) | _, _ => false end.

Lemma below_irreflexive a : below a a = false.
Proof. induction a as [|x a IH]; simpl; [easy|]. rewrite Z.ltb_irrefl, Z.eqb_refl. easy. Qed.

Lemma below_transitive a : forall b c, below a b = true -> below b c = true -> below a c = true.
Proof.
  induction a as [|x a IH]; intros [|y b] [|z c]; simpl; try easy.
  rewrite !orb_true_iff, !andb_true_iff, !Z.ltb_lt, !Z.eqb_eq.
  intros [H|[E H]] [K|[F K]]; try (left; lia). right. split; [lia|]. now apply (IH b).
Qed.

Lemma below_at k : forall a b, (k < length a)%nat -> (k < length b)%nat ->
  (forall i, (i < k)%nat -> nth i a 0 = nth i b 0) -> nth k a 0 < nth k b 0 -> below a b = true.
Proof.
  induction k as [|k IH]; intros [|x a] [|y b] La Lb E L; simpl in *; try lia; apply orb_true_iff.
  right. assert (x = y) as -> by (apply (E O); lia). rewrite Z.eqb_refl. simpl.
  apply IH; [lia|lia| |easy]. intros i I. apply (E (S i)). lia.
Qed.

Theorem ranked_deadlock_free {A} (rank : A -> list Z) (waits : A -> A -> Prop) :
  (forall a b, waits a b -> below (rank a) (rank b) = true) -> deadlock_free waits.
Proof.
  intros Rises used E W.
  assert (T : exists top, In top used /\
            forall x, In x used -> below (rank (fst top)) (rank (fst x)) = false).
  { clear W. induction used as [|a l IH]; [easy|]. destruct l as [|b l].
    - exists a. split; [now left|]. intros x [<-|[]]. apply below_irreflexive.
    - destruct IH as (t & I & H); [easy|].
      destruct (below (rank (fst t)) (rank (fst a))) eqn:B.
      + exists a. split; [now left|]. intros x [<-|X]; [apply below_irreflexive|].
        destruct (below (rank (fst a)) (rank (fst x))) eqn:C; [|easy].
        rewrite <- (H x X). symmetry. exact (below_transitive _ _ _ B C).
      + exists t. split; [now right|]. intros x [<-|X]; [easy|now apply H]. }
  destruct T as ([held wanted] & I & H). exists held, wanted. split; [easy|].
  intros w Iw X. apply in_map_iff in X. destruct X as (x & <- & X). specialize (H x X).
  assert (B := Rises _ _ (W _ _ I _ Iw)). simpl in *. congruence.
Qed.
