#!/bin/sh
# Proves the properties of this folder with Yosys and the ABC that comes with it.
#
#   sh run.sh                 all of them
#   sh run.sh PROPERTY...     those with these names, as properties.tsv has them
#
# YOSYS and ABC in the environment name other programs. Exit codes: 0 all are proved, 1 one of them is not,
# 2 there is no such property, 3 a program is missing. Nothing is written into this folder.
set -u
yosys=${YOSYS:-yosys}
abc=${ABC:-yosys-abc}
for program in "$yosys" "$abc"; do
  command -v "$program" >/dev/null || { echo "error: $program is missing" >&2; exit 3; }
done
here=$(cd "$(dirname "$0")" && pwd) || exit 1
for asked in "$@"; do
  cut -f 1 "$here/properties.tsv" | grep -Fqx -e "$asked" ||
    { echo "error: there is no property $asked; properties.tsv lists all" >&2; exit 2; }
done
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
cp -R "$here/." "$scratch" && cd "$scratch" || exit 1

count=0
proved=0
while IFS='	' read -r name method answer holds; do
  case " ${*:-$name} " in *" $name "*) ;; *) continue ;; esac
  count=$((count + 1))
  show=false
  if ! "$yosys" -q -s "$name.ys" >log 2>&1 </dev/null ||
    ! "$abc" -s -q "source $name.abc" >log 2>&1 </dev/null; then
    verdict=error
    show=true
  elif grep -Eq 'NOT EQUIVALENT|was asserted in frame' log; then
    verdict=refuted
  elif grep -Eq "$answer" log; then
    verdict=proved
    proved=$((proved + 1))
  else
    verdict=undecided
  fi
  printf '%-9s  %-11s  %s: %s\n' "$verdict" "$method" "$name" "$holds"
  if $show; then tail -n 5 log | sed 's/^/  /'; fi
done <properties.tsv
if [ "$proved" = "$count" ]; then
  echo "PASS: $count properties proved"
else
  echo "FAIL: $proved of $count properties proved"
  exit 1
fi
