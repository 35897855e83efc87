// Detects whether the page has changed what an element of the extension says. A page reaches all of them.

/** Contents of sealed elements when the extension last changed them. */
const seals = new WeakMap<Node, string>();

/** Whether a sealed element is unchanged. The seal of an element also covers those inside it. */
export function isSealed(element: Element): boolean {
  for (let node: Node | null = element; node; node = node.parentNode) {
    const seal = seals.get(node);
    if (seal !== undefined) return seal === describe(node);
  }
  return false;
}

/** Changes an element and seals it, unless the page has changed it since it was sealed. */
export function drawSealed(element: Element, draw: () => void): void {
  const seal = seals.get(element);
  const isIntact = seal === undefined || seal === describe(element);
  draw();
  if (isIntact) seals.set(element, describe(element));
}

/**
 * Describes the texts and attributes of an element. Leaves out styles and data attributes, which other extensions set,
 * such as for dark pages; whether an element can be seen is checked otherwise.
 */
function describe(node: Node): string {
  if (!(node instanceof Element)) return node.textContent ?? "";
  const attributes = [...node.attributes]
    .filter(({ name }) => name !== "style" && !name.startsWith("data-"))
    .map(({ name, value }) => `${name}=${value}`);
  return JSON.stringify([node.tagName, ...attributes.sort(), ...[...node.childNodes].map(describe)]);
}
