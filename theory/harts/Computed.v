(** k disjoint paths, by computation: edge lengths 2 to 6, every k. For all edge lengths this is not proved. *)
From Coq Require Import ZArith List Bool.
From Teecast.harts Require Import Lattice Broadcast.
Import ListNotations.
Open Scope Z_scope.

Definition among (l : list Z) (v : Z) : bool := existsb (Z.eqb v) l.

(** The inner nodes of the paths by which copies come to node v. *)
Definition inner (n : Z) (copies : list (Z * list Z)) (v : Z) : list (list Z) :=
  map snd (filter (fun p => fst p =? v) copies).

Fixpoint disjoint (l : list (list Z)) : bool :=
  match l with [] => true | a :: l => forallb (fun b => negb (existsb (among b) a)) l && disjoint l end.

(** Every node but the source gets k copies, over paths without a common inner node; the source gets none. *)
Definition reliable (n k : Z) : bool :=
  let copies := map (fun p => (node_at n (at_ p), map (node_at n) (passed p))) (broadcast n k) in
  forallb (fun v =>
    let l := inner n copies v in
    (Z.of_nat (length l) =? k) && disjoint l && forallb (fun way => negb (among way v || among way 0)) l)
    (steps (size n - 1)) &&
  forallb (fun p => negb (fst p =? 0)) copies.

Theorem disjoint_paths_up_to_6 : forallb (fun n => forallb (reliable n) [1; 2; 3; 4; 5; 6]) [2; 3; 4; 5; 6] = true.
Proof. vm_compute. reflexivity. Qed.
