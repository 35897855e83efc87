import { listenForPress } from "./press.ts";
import { drawSealed } from "./seal.ts";

/** Attributes of an element; an undefined value means that the attribute is absent. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  setAttributes(created, attributes);
  created.append(...children);
  return created;
}

/**
 * Creates a style element for a shadow root on a page. Sets the text instead of appending it, because Firefox applies
 * the page's content security policy to appended text.
 */
export function styleElement(text: string, className?: string): HTMLStyleElement {
  const created = element("style", { class: className });
  created.textContent = text;
  return created;
}

/**
 * Creates a button that only the user can press. Later changes of a button that changes something must be made by
 * `drawSealed`.
 */
export function button(
  attributes: Attributes,
  onPress: () => void,
  ...children: readonly (Node | string)[]
): HTMLButtonElement {
  const created = element("button", { type: "button", ...attributes }, ...children);
  listenForPress(created, onPress);
  drawSealed(created, () => undefined);
  return created;
}

/** Sets attributes, skipping unchanged ones so that screen readers do not repeat them. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
}
