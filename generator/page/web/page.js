/** What all views share: elements, the player, and the tabs. */

export const by = (id) => /** @type {any} */ (document.getElementById(id));

/** The direction of an arrow key: right and down are positive. */
export const ARROWS = new Map([
  ["ArrowLeft", [-1, 0]], ["ArrowRight", [1, 0]], ["ArrowUp", [0, -1]], ["ArrowDown", [0, 1]],
]);

/** Sets the value of a field; a list without it keeps its own. */
export function fill(field, value) {
  const before = field.value;
  field.value = value;
  if (field.selectedIndex === -1) field.value = before;
}

/**
 * Marks what a view shows as that of the former input, and lets nobody take it along; an empty sentence ends this.
 */
export function former(view, sentence) {
  const section = by(view);
  section.classList.toggle("former", Boolean(sentence));
  by(`${view}-former`).hidden = !sentence;
  by(`${view}-former`).textContent = sentence;
  for (const button of section.querySelectorAll(".copy button")) button.disabled = Boolean(sentence);
  for (const link of section.querySelectorAll(".copy a")) {
    link.classList.toggle("off", Boolean(sentence));
    link.ariaDisabled = String(Boolean(sentence));
    if (sentence) link.removeAttribute("href");
  }
}

const SPACE = "http://www.w3.org/2000/svg";

/** Makes a part of a picture. */
export function element(name, attributes, inside) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  inside?.append(made);
  return made;
}

/** Makes an element with attributes and what is inside. */
export function make(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...inside);
  return made;
}

/**
 * Makes a slider with its buttons `NAME-play`, `NAME-back` and `NAME-on` go through steps.
 *
 * @param {(step: number) => void} show
 * @param {number} pace milliseconds of a step while it plays
 * @param {() => void} [moved] somebody moved it
 */
export function player(name, slider, text, unit, show, pace, moved = () => {}) {
  const [start, back, on] = ["play", "back", "on"].map((button) => by(`${name}-${button}`));
  let timer = 0;
  const at = () => Number(slider.value);
  const most = () => Number(slider.max);
  const go = (step) => {
    slider.value = String(Math.max(0, Math.min(step, most())));
    const words = `${unit} ${at()} of ${most()}`;
    text.textContent = words;
    slider.setAttribute("aria-valuetext", words);
    show(at());
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    start.textContent = "Play";
    start.setAttribute("aria-pressed", "false");
  };
  const move = (by) => { pause(); go(at() + by); moved(); };
  const play = () => {
    if (at() === most()) go(0);
    start.textContent = "Pause";
    start.setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      go(at() + 1);
      if (at() === most()) pause();
    }, pace);
  };
  start.onclick = () => timer ? pause() : play();
  back.onclick = () => move(-1);
  on.onclick = () => move(1);
  slider.oninput = () => { pause(); go(at()); };
  slider.onchange = moved;
  const reset = (steps, step) => { slider.max = String(steps); go(step); };
  return { at, most, go, move, pause, play, reset };
}

/** Lets tabs show their views; `shown` is called with the name of the view. */
export function tabs(shown) {
  const all = [...document.querySelectorAll("[role=tab]")];
  const choose = (tab) => {
    for (const one of all) {
      one.setAttribute("aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
      by(one.getAttribute("aria-controls")).hidden = one !== tab;
    }
    shown(tab.getAttribute("aria-controls"));
  };
  all.forEach((tab, i) => {
    tab.tabIndex = i ? -1 : 0;
    tab.onclick = () => choose(tab);
    tab.onkeydown = (event) => {
      const [step] = ARROWS.get(event.key) ?? [0];
      if (!step) return;
      const next = all[(i + step + all.length) % all.length];
      next.focus();
      choose(next);
    };
  });
  return (view) => choose(by(`tab-${view}`));
}
