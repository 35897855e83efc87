import { element } from "../ui/element.ts";

/** A word among several, in a place that is wide enough for each: nothing moves when it becomes another one. */
export function drawLabel(words: readonly string[]): {
  readonly element: HTMLElement;
  show(word: string): void;
} {
  const all = words.map((word) => element("span", {}, word));
  return {
    element: element("span", { class: "words" }, ...all),
    show(word) {
      for (const one of all) one.classList.toggle("now", one.textContent === word);
    },
  };
}
