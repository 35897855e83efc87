import { element } from "./element.ts";

/**
 * Draws a warning with what to do about it.
 * @param remedy instruction or button
 */
export function drawAlert(text: string, remedy: string | HTMLElement): HTMLElement {
  const isText = typeof remedy === "string";
  return element(
    "p",
    { class: "problem", role: "alert" },
    element("span", { class: "text" }, isText ? `${text} ${remedy}` : text),
    ...(isText ? [] : [remedy]),
  );
}
