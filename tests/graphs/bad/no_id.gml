graph [
  node [ id 0 ]
  node [ label "x" ]
]
