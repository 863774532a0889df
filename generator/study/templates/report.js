const all = (selector) => [...document.querySelectorAll(selector)];
const [contents, filter, odd, fold, count] = ["contents", "filter", "odd", "fold", "count"].map((id) => document.getElementById(id));
const links = all("nav li");
const studies = links.map((item) => document.getElementById(decodeURIComponent(item.firstElementChild.hash.slice(1))));
const texts = studies.map((study) => study.textContent.toLowerCase());
const narrow = matchMedia("(max-width: 60rem)");

function show() {
  const words = filter.value.toLowerCase().split(" ").filter((word) => word);
  let shown = 0;
  links.forEach((item, place) => {
    const is = words.every((word) => texts[place].includes(word)) && (!odd.checked || item.matches(".odd"));
    item.hidden = studies[place].hidden = !is;
    shown += is;
  });
  all("nav h3").forEach((head) => { head.hidden = !head.nextElementSibling.querySelector("li:not([hidden])"); });
  count.textContent = `${shown} of ${links.length} studies`;
}

// What a link leads to is not folded.
function unfold() {
  const study = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (study?.matches("section")) study.firstElementChild.open = true;
}

filter.oninput = odd.onchange = show;
fold.onclick = () => {
  const studies = all("section > details");
  const open = !studies.some((study) => study.open);
  studies.forEach((study) => { study.open = open; });
  fold.textContent = open ? "fold all" : "unfold all";
};
links.forEach((item) => { item.onclick = () => { if (narrow.matches) contents.open = false; }; });
addEventListener("hashchange", unfold);
contents.open = !narrow.matches;
unfold();
show();

// The contents name the first study that is in sight.
const seen = new Set();
const watch = new IntersectionObserver((changes) => {
  changes.forEach(({ target, isIntersecting }) => seen[isIntersecting ? "add" : "delete"](target));
  const first = studies.findIndex((study) => seen.has(study));
  links.forEach((item, place) => { item.firstElementChild.toggleAttribute("aria-current", place === first); });
  if (!narrow.matches) links[first]?.scrollIntoView({ block: "nearest" });
}, { rootMargin: "-64px 0px 0px 0px" });
studies.forEach((study) => watch.observe(study));
