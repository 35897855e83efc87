import { ElementHandle, type Page } from "puppeteer-core";
import { vi } from "vitest";

/** Selectors of elements with an implicit role, limited to those that the extension uses. */
const IMPLICIT_ROLES: Readonly<Record<string, string>> = {
  button: "button, summary",
  checkbox: "input[type=checkbox]",
  combobox: "select, input[list]",
  group: "fieldset",
  heading: "h1, h2, h3",
  link: "a[href]",
  radio: "input[type=radio]",
  region: "section[aria-label], section[aria-labelledby]",
  searchbox: "input[type=search]",
  textbox: "input:not([type]), input[type=text], input[type=password], input[type=url], textarea",
};

/** Role and name of an element to find. */
export interface RoleQuery {
  readonly role: string;
  readonly name: string | RegExp;
  /** Element to search in; default: the whole page. */
  readonly within?: ElementHandle<Element> | undefined;
}

/**
 * Finds the visible and enabled element with a role and name, including in shadow roots; undefined if there is none.
 * Firefox has a built-in query for this, but it takes up to a second.
 */
export async function queryRole(page: Page, query: RoleQuery): Promise<ElementHandle<Element> | undefined> {
  const { role, name, within = null } = query;
  const pattern = typeof name === "string" ? `^${RegExp.escape(name)}$` : name.source;
  const selector = [`[role="${role}"]`, IMPLICIT_ROLES[role] ?? []].flat().join(", ");
  const found = await page.evaluateHandle(findFirst, selector, pattern, within);
  return found instanceof ElementHandle ? found : undefined;
}

/** Waits until {@link queryRole} finds an element. */
export function findRole(page: Page, query: RoleQuery): Promise<ElementHandle<Element>> {
  return vi.waitFor(
    async () => {
      const element = await queryRole(page, query);
      if (!element) throw new Error(`No ${query.role} has the name ${query.name} on ${page.url()}.`);
      return element;
    },
    { timeout: 60_000, interval: 50 },
  );
}

/** Serialized and run in the page, so it cannot use anything outside of itself. */
function findFirst(selector: string, pattern: string, within: Element | null): Element | null {
  const namePattern = new RegExp(pattern);

  function nameOf(element: Element): string {
    const ariaLabel = element.getAttribute("aria-label");
    if (ariaLabel !== null) return ariaLabel;
    const root = element.getRootNode();
    const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const labels = ids.map((id) =>
      root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null,
    );
    if (labels.length > 0) return textOf(labels);
    return "labels" in element && element.labels instanceof NodeList && element.labels.length > 0
      ? textOf([...element.labels])
      : textOf([element]);
  }

  /** The text of a label includes its children, except the values of form fields. */
  function textOf(nodes: readonly (Node | null)[]): string {
    const texts = nodes.map((node) => {
      if (!(node instanceof Element)) return "";
      const copy = node.cloneNode(true);
      if (copy instanceof Element)
        for (const field of copy.querySelectorAll("select, [aria-hidden=true]")) field.remove();
      return copy.textContent ?? "";
    });
    return texts.join(" ").replace(/\s+/g, " ").trim();
  }

  function search(root: Document | ShadowRoot | Element): Element | null {
    for (const element of root.querySelectorAll(selector)) {
      if (element.matches(":disabled, [aria-disabled=true]")) continue;
      if (element.checkVisibility() && namePattern.test(nameOf(element))) return element;
    }
    for (const { shadowRoot } of root.querySelectorAll("*")) {
      const found = shadowRoot ? search(shadowRoot) : null;
      if (found) return found;
    }
    return null;
  }

  return search(within ?? document);
}
