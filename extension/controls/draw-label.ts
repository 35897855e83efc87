import { element } from "../ui/element.ts";

/** Draws one of several words in a box wide enough for each, so that the layout does not shift when it changes. */
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
