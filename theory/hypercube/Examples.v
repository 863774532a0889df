(** Small cases, computed: the definitions give the numbers of [Lan88]. *)
From Coq Require Import NArith List Bool.
From Teecast.hypercube Require Import Addresses Multicast Votes Classes NearestAncestor Deadlock Broadcast Theorems.
Import ListNotations.
Open Scope N_scope.

Definition faulty_at (l : list addr) (u : addr) : bool := listed u l.
Definition traffic (t : tree) : nat := pred (length (visits 0 t)).
Definition thesis (R : rule) : tree := send 5 R 6 [7; 20; 29; 18; 1; 0].
Definition no_fault : addr -> N := fault_vector 5 (fun _ => false).

(** Lan 1988, figure 5.2: 10 links by the greedy vote, 9 by look2 and nca; 10 past the faulty node 4. *)
Example greedy_10 : traffic (thesis (multicast Unlimited no_fault greedy)) = 10%nat.
Proof. vm_compute. reflexivity. Qed.
Example look2_9 : traffic (thesis (multicast Unlimited no_fault look2)) = 9%nat.
Proof. vm_compute. reflexivity. Qed.
Example nca_9 : traffic (thesis (nca_multicast 5 Unlimited no_fault)) = 9%nat.
Proof. vm_compute. reflexivity. Qed.
Example faulty_10 :
  traffic (thesis (multicast Unlimited (fault_vector 5 (faulty_at [4])) greedy)) = 10%nat.
Proof. vm_compute. reflexivity. Qed.

(** One class too few, Q_6, node 5 faulty, 42 to 21: restricting from class C - 1 on loses the message;
    from C - 2 on it arrives. *)
Example one_class_late :
  unroutable (send 6 (multicast (Limited 3 2) (fault_vector 6 (faulty_at [5])) greedy) 42 [21]) = [21].
Proof. vm_compute. reflexivity. Qed.
Example in_time :
  unroutable (send 6 (multicast (Limited 3 1) (fault_vector 6 (faulty_at [5])) greedy) 42 [21]) = [].
Proof. vm_compute. reflexivity. Qed.

(** Without classes the rank does not rise: a descent after an ascent. *)
Example papers_rule_has_no_rank :
  let held := Place 3 (Some 0) 0 in
  exists wanted, class_hop Unlimited held 1 = Some O /\ wanted = after held 1 0 /\
                 (rank 2 wanted < rank 2 held)%nat.
Proof. eexists. split; [reflexivity|]. split; [reflexivity|]. vm_compute. repeat constructor. Qed.

(** Two faulty neighbours cut off the node between them: the fault model is needed. *)
Example two_faults :
  listed 3 (map fst (visits 0 (broadcast (class_hop Unlimited) lowest_first
    (fault_vector 2 (faulty_at [1; 2])) 2 (source 0) (everything 2)))) = false.
Proof. vm_compute. reflexivity. Qed.
