import { ElementHandle, type Page } from "puppeteer-core";
import { vi } from "vitest";

/** What has a role without saying so, as far as the extension's screens use it. */
const IMPLICIT: Readonly<Record<string, string>> = {
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

/** What somebody looks for on a page. */
export interface Sought {
  readonly role: string;
  readonly name: string | RegExp;
  /** Where; anywhere on the page unless said otherwise. */
  readonly within?: ElementHandle<Element> | undefined;
}

/**
 * What is visible, not disabled, and has a role and a name, if there is such a thing at this moment; shadow roots are looked
 * into as well. Firefox can be asked for that too, but takes up to a second for it.
 */
export async function queryRole(page: Page, sought: Sought): Promise<ElementHandle<Element> | undefined> {
  const { role, name, within = null } = sought;
  const pattern = typeof name === "string" ? `^${RegExp.escape(name)}$` : name.source;
  const selector = [`[role="${role}"]`, IMPLICIT[role] ?? []].flat().join(", ");
  const found = await page.evaluateHandle(firstNamed, selector, pattern, within);
  return found instanceof ElementHandle ? found : undefined;
}

/** The same, once it is there. */
export function findRole(page: Page, sought: Sought): Promise<ElementHandle<Element>> {
  return vi.waitFor(
    async () => {
      const element = await queryRole(page, sought);
      if (!element) throw new Error(`No ${sought.role} is called ${sought.name} on ${page.url()}.`);
      return element;
    },
    { timeout: 60_000, interval: 50 },
  );
}

/** Runs in the page, so that it has to bring all that it uses. */
function firstNamed(selector: string, pattern: string, within: Element | null): Element | null {
  const named = new RegExp(pattern);

  function nameOf(element: Element): string {
    const said = element.getAttribute("aria-label");
    if (said !== null) return said;
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

  /** What a label holds is part of its text, but what one types or chooses is not. */
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
      if (element.checkVisibility() && named.test(nameOf(element))) return element;
    }
    for (const { shadowRoot } of root.querySelectorAll("*")) {
      const found = shadowRoot ? search(shadowRoot) : null;
      if (found) return found;
    }
    return null;
  }

  return search(within ?? document);
}
