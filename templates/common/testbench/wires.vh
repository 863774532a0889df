
{%- for pin in dut.wires() %}
  wire {% if pin.width > 1 %}[{{ pin.width - 1 }}:0] {% endif %}{{ pin.to }};
{%- endfor %}
