import { element } from "../ui/element.ts";

/** Draws one of several texts in a box wide enough for each, so that the layout does not shift when it changes. */
export function drawLabel(texts: readonly string[]): {
  readonly element: HTMLElement;
  show(text: string): void;
} {
  const labels = texts.map((text) => element("span", {}, text));
  return {
    element: element("span", { class: "words" }, ...labels),
    show(text) {
      for (const label of labels) label.classList.toggle("now", label.textContent === text);
    },
  };
}
