Creator "by hand"
Version 1
graph [
  directed 0
  label "House"
  node [
    id 0
    label "cellar"
    graphics [ x 0.5 y 0 ]
  ]
  node [
    id 1
    label "hall"
    graphics [ x 1.5 y 0 ]
  ]
  node [
    id 2
    label "stairs"
    graphics [ x 2.5 y 0 ]
  ]
  node [
    id 3
    label "attic"
    graphics [ x 3.5 y 0 ]
  ]
  node [
    id 4
    label "roof"
    graphics [ x 4.5 y 0 ]
  ]
  edge [
    source 0
    target 1
  ]
  edge [
    source 0
    target 2
  ]
  edge [
    source 1
    target 3
  ]
  edge [
    source 2
    target 3
  ]
  edge [
    source 2
    target 4
  ]
  edge [
    source 3
    target 4
  ]
]
