
<%- for it in seen %>
  (* keep *)
  wire [<{ it.width - 1 }>:0] <{ it.name }>;
<%- endfor %>
