import { trusted } from "./trusted.ts";

/** Attributes of an element; an undefined value means that the attribute is absent. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

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
 * Creates a style element for a shadow root on a page. Sets the text instead of appending it, because Firefox applies
 * the page's content security policy to appended text.
 */
export function styleElement(text: string): HTMLStyleElement {
  const made = element("style");
  made.textContent = text;
  return made;
}

/** Creates a button that reacts to genuine user clicks only. */
export function button(
  attributes: Attributes,
  onPress: () => void,
  ...children: readonly (Node | string)[]
): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, ...children);
  made.addEventListener("click", trusted(onPress));
  return made;
}

/** Sets attributes, skipping unchanged ones so that screen readers do not repeat them. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
}
