import { trusted } from "./trusted.ts";

/** An element's attributes: undefined is none. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes an element, with what is in it. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/**
 * Makes a style for a shadow root on a page. Its text is set, not appended: Firefox holds what is appended against the page's
 * own policy, and leaves the element bare.
 */
export function styleElement(text: string): HTMLStyleElement {
  const made = element("style");
  made.textContent = text;
  return made;
}

/** Makes a button that a person can press, and the page can't. */
export function button(
  attributes: Attributes,
  pressed: () => void,
  ...children: readonly (Node | string)[]
): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, ...children);
  made.addEventListener("click", trusted(pressed));
  return made;
}

/** Gives an element attributes, and leaves alone what is so already: nothing is told twice to a screen reader. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
}
