(* Answers requests with the extracted algorithms, one a line: `FAMILY WORD..` in, an answer out.
   An empty list, or classes without a limit, is "-". scripts/theory writes the requests; the comparison with the
   golden model, which writes its own answers in this form, is generator/verbs/tests/theory.rs. *)

let numbers word = if word = "-" then [] else List.map int_of_string (String.split_on_char ',' word)
let joined separator = String.concat separator
let show list = joined "," (List.map string_of_int list)

(* n algorithm vote classes unrestricted source destinations faulty *)
let hypercube n algorithm vote classes unrestricted source_ destinations faulty =
  let open Hypercube in
  let faulty = numbers faulty in
  let f = fault_vector n (fun u -> List.mem u faulty) in
  let classes = if classes = "-" then Unlimited else Limited (int_of_string classes, unrestricted) in
  let by_control order = broadcast (class_hop classes) order f n (source source_) (everything n) in
  let choose = if vote = "look2" then look2 else greedy in
  let tree = match algorithm with
    | "multicast" when vote = "nca" -> send n (nca_multicast n classes f) source_ (numbers destinations)
    | "multicast" -> send n (multicast classes f choose) source_ (numbers destinations)
    | "broadcast" -> by_control (if classes = Unlimited then lowest_first else negative_first)
    | "broadcast1" -> by_control highest_first
    | _ -> by_control lowest_first in
  let copy step (Tree (p, carried, _, _, _)) =
    let j = Option.get p.arrival in
    Printf.sprintf "%d:%d>%d/%d.%d[%s]" step (p.node lxor (1 lsl j)) p.node j p.class0 (show carried) in
  let copies = List.concat_map (fun step -> List.map (copy step) (level step tree)) (List.init n succ) in
  let rec delivered step (Tree (p, _, deliver, _, below)) =
    (if deliver then [(step, p.node)] else []) @ List.concat_map (delivered (step + 1)) below in
  let rec reported (Tree (p, _, _, lost, below)) =
    List.map (fun d -> (p.node, d)) lost @ List.concat_map reported below in
  let reported = if algorithm = "multicast" then List.sort compare (reported tree) else [] in
  joined " " copies ^ "|"
  ^ joined " " (List.map (fun (s, v) -> Printf.sprintf "%d@%d" v s) (List.sort compare (delivered 0 tree))) ^ "|"
  ^ joined " " (List.map (fun (v, d) -> Printf.sprintf "%d!%d" v d) reported)

(* radices algorithm source corner corner *)
let region radices algorithm source a b =
  let open Region in
  let radices = numbers radices and source = numbers source and a = numbers a and b = numbers b in
  let d = List.length radices in
  let number x = List.fold_right2 (fun k v rest -> v + k * rest) radices x 0 in
  let lo = List.map2 min a b and hi = List.map2 max a b in
  let corner = match algorithm with
    | "mst" -> source
    | "nearest-corner" -> List.map2 (fun (l, h) s -> nearest l h s) (List.combine lo hi) source
    | _ -> lo in
  let fuel = List.fold_left (+) 1 radices in
  let port (i, sign) = 2 * i + (match sign with Plus -> 0 | Minus -> 1) in
  let copy k x q y c = Printf.sprintf "%d:%d>%d/%d.%d" k (number x) (number y) (port q) c in
  let go (x, k, _, copies) q = let y = step x q in (y, k + 1, Some q, copy (k + 1) x q y 0 :: copies) in
  let corner, steps, last, way =
    List.fold_left go (source, 0, None, []) (approach fuel source corner) in
  let allowed = if algorithm = "mst" then fun _ -> true else away lo corner in
  let rec levels k copies delivered = function
    | [] -> (List.rev copies, List.sort compare delivered)
    | trees ->
      let below (Tree (x, _, below), c, at_corner) = List.map (fun (Tree (y, entered, _) as tree) ->
        let q = Option.get entered in
        let c = if algorithm = "nearest-corner" && at_corner then class_at_corner last q else c in
        (copy (k + 1) x q y c, (tree, c, false))) below in
      let sent, next = List.split (List.concat_map below trees) in
      let here = List.map (fun (Tree (x, _, _), _, _) -> (k, number x)) trees in
      levels (k + 1) (List.rev_append sent copies) (here @ delivered) next in
  let copies, delivered = levels steps way [] [(spread d lo hi allowed fuel None corner, 0, true)] in
  joined " " copies ^ "|" ^ joined " " (List.map (fun (k, v) -> Printf.sprintf "%d@%d" v k) delivered)

(* mu interleave source cycle/cycle/..: a cycle is its nodes in order, and is used in both directions *)
let ihc mu interleave source cycles =
  let open Ihc in
  let backwards = function first :: rest -> first :: List.rev rest | [] -> [] in
  let cycles = List.map numbers (String.split_on_char '/' cycles) in
  let directed = List.concat_map (fun cycle -> [cycle; backwards cycle]) cycles in
  let n = List.length (List.hd cycles) in
  let start = match interleave with
    | "minimal" -> staged n mu (minimal n mu)
    | "overlapped" -> overlapped n mu
    | eta -> staged n mu (by_distance (int_of_string eta)) in
  let hops c = List.mapi (fun h k -> (h + 1, c, k)) (copy n start (listed_cycles directed) source c) in
  let all = List.sort compare (List.concat_map hops (List.init (List.length directed) Fun.id)) in
  joined " " (List.map (fun (s, c, k) -> Printf.sprintf "%d:%d>%d/%d@%d" s k.from k.into c k.slot) all)
  ^ "|" ^ show (List.init n start)

(* source ring/ring/..: a ring is its nodes in the order of their slots, and the oldest ring comes first *)
let ring_tree source rings =
  let open Ring_tree in
  let rings = List.mapi (fun id nodes -> (id, numbers nodes)) (String.split_on_char '/' rings) in
  let events = forward (List.length rings) (List.rev rings) [] source in
  let crossing c = Printf.sprintf "%d,%d>%d+%d" c.on c.sender c.receiver c.links in
  let way v way = Printf.sprintf "%d:%s" v (joined ";" (List.rev_map crossing way)) in
  let ways = List.filter_map (function Receives (v, w) when v <> source -> Some (v, w) | _ -> None) events in
  let sent = List.filter_map (function Sends (_, r) -> Some (List.length (List.assoc r rings)) | _ -> None) events in
  joined " " (List.map (fun (v, w) -> way v w) (List.sort compare ways))
  ^ "|" ^ string_of_int (List.fold_left (+) 0 sent)

(* n k source *)
let harts n k source =
  let open Harts in
  let nodes = 3 * n * (n - 1) + 1 in
  let node p = (node_at n p + source) mod nodes in
  let tag = function NoTag -> "none" | A -> "A" | B -> "B" | C -> "C" | D -> "D" in
  let copy c = Printf.sprintf "%d:%d>%d/%d,%d,%s" c.step_
    (match c.passed with before :: _ -> node before | [] -> source) (node c.at_) c.travels c.left_ (tag c.tag_) in
  joined " " (List.sort compare (List.map copy (broadcast n k)))

let answer line = match String.split_on_char ' ' line with
  | ["hypercube"; n; algorithm; vote; classes; unrestricted; source; destinations; faulty] ->
    hypercube (int_of_string n) algorithm vote classes (int_of_string unrestricted) (int_of_string source)
      destinations faulty
  | ["region"; radices; algorithm; source; a; b] -> region radices algorithm source a b
  | ["ihc"; mu; interleave; source; cycles] -> ihc (int_of_string mu) interleave (int_of_string source) cycles
  | ["ring-tree"; source; rings] -> ring_tree (int_of_string source) rings
  | ["harts"; n; k; source] -> harts (int_of_string n) (int_of_string k) (int_of_string source)
  | _ -> failwith line

let () = try while true do print_endline (answer (input_line stdin)) done with End_of_file -> ()
