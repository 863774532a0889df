(** k-reliable broadcast on the C-wrapped hexagonal mesh of edge n: what its processors send.

    The model is that of generator/model/src/harts/broadcast.rs and relay.rs: a packet runs straight on for its
    distance, and every node that it passes looks at step, tag and distance and sends further packets. *)
From Coq Require Import ZArith Lia List Bool.
From Teecast.harts Require Import Lattice.
Import ListNotations.
Open Scope Z_scope.

(** One hop in direction 0 to 5, counter-clockwise, in coordinates a + b z. *)
Definition hop (d : Z) : Z * Z :=
  match d with 0 => (1, 0) | 1 => (0, 1) | 2 => (-1, 1) | 3 => (-1, 0) | 4 => (0, -1) | _ => (1, -1) end.
Definition along (p : Z * Z) (d i : Z) : Z * Z := (fst p + i * fst (hop d), snd p + i * snd (hop d)).

Inductive tag := NoTag | A | B | C | D.

(** What a node sends that gets a packet, in sixths of a turn to the left: (turn, distance, tag). *)
Definition sends (n k step : Z) (t : tag) (distance : Z) : list (Z * Z * tag) :=
  let full := n - 1 in
  let last := distance =? 0 in
  let neighbour := distance =? n - 2 in
  if step =? 1 then
    if k =? 1 then if last then [] else [(1, distance, NoTag)]
    else if k =? 2 then
      if last then [(-1, full, NoTag)] else [(1, distance, NoTag); (-1, distance, NoTag)]
    else if k =? 3 then
      [(1, full, NoTag); (-1, if last then full else distance, NoTag)]
    else
      (if last then
         if k =? 4 then [(1, full, NoTag)]
         else if k =? 5 then [(1, full, NoTag); (-1, full, B)]
         else [(1, full, A); (-1, full, B); (0, full, NoTag)]
       else if neighbour then [(1, full, C); (-1, full, D)]
       else [(1, full, NoTag); (-1, full, NoTag)]) ++
      (if neighbour then [(2, 1, NoTag); (-2, 1, NoTag)] else [])
  else if (step =? 2) && (4 <=? k) && negb last then
    match t with
    | A => [(-1, distance, A)] | B => [(1, distance, B)] | C => [(1, 1, C)] | D => [(-1, 1, D)] | NoTag => []
    end
  else [].

(** A packet at a node: where it is, how it came, and the places that it passed before, the last one first. *)
Record packet := Packet { at_ : Z * Z; travels : Z; step_ : Z; tag_ : tag; left_ : Z; passed : list (Z * Z) }.

Definition steps (distance : Z) : list Z := map Z.of_nat (seq 1 (Z.to_nat distance)).

(** The copies of one packet that is sent at p, and of all that it causes. *)
Fixpoint launch (fuel : nat) (n k : Z) (p : Z * Z) (d step : Z) (t : tag) (distance : Z) (way : list (Z * Z))
  : list packet :=
  match fuel with
  | O => []
  | S fuel =>
      flat_map (fun i =>
        let x := along p d i in
        let way := rev (map (along p d) (steps (i - 1))) ++ way in
        Packet x d step t (distance - i) way ::
        flat_map (fun s => match s with (turn, distance, t) =>
                    launch fuel n k x ((d + turn) mod 6) (step + 1) t distance (x :: way) end)
                 (sends n k step t (distance - i)))
      (steps distance)
  end.

(** The source stands at (0, 0); it sends in all six directions. *)
Definition broadcast (n k : Z) : list packet :=
  flat_map (fun d => launch 3 n k (0, 0) d 1 NoTag (n - 1) []) [0; 1; 2; 3; 4; 5].

(** The node at a place, when the source is node 0. *)
Definition node_at (n : Z) (p : Z * Z) : Z := name n (fst p) (snd p).
