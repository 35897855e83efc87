import type { Browser } from "puppeteer-core";
import { vi } from "vitest";
import * as z from "zod/mini";

const Contexts = z.object({
  result: z.object({ contexts: z.array(z.object({ context: z.string(), url: z.string() })) }),
});
const Evaluation = z.object({ result: z.object({ result: z.optional(z.object({ value: z.optional(z.unknown()) })) }) });

/**
 * Presses a button of the selected tab through the browser's accessibility API, as assistive technologies do.
 * @param name accessible name of the button
 */
export async function pressByAccessibility(browser: Browser, name: string): Promise<void> {
  const connection: unknown = Reflect.get(browser, "connection");
  if (!isConnection(connection)) throw new Error("Puppeteer has no WebDriver BiDi connection.");
  const tree = Contexts.parse(await connection.send("browsingContext.getTree", { "moz:scope": "chrome" }));
  const context = tree.result.contexts.find(({ url }) => url.endsWith("/browser.xhtml"))?.context;
  const expression = `(${press})(${JSON.stringify(name)})`;
  // Firefox starts to build the tree of accessible objects on first use.
  await vi.waitUntil(
    async () => {
      const evaluation = await connection.send("script.evaluate", {
        target: { context },
        expression,
        awaitPromise: false,
      });
      return Evaluation.parse(evaluation).result.result?.value === true;
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** Evaluated in the browser's own window. Returns whether the button exists. */
const press = `(name) => {
  const service = Cc["@mozilla.org/accessibilityService;1"].getService(Ci.nsIAccessibilityService);
  const search = (accessible) => {
    if (accessible.name === name && service.getStringRole(accessible.role).includes("button")) return accessible;
    for (let index = 0; index < accessible.childCount; index++) {
      const found = search(accessible.getChildAt(index));
      if (found) return found;
    }
    return null;
  };
  const button = search(service.getAccessibleFor(Services.wm.getMostRecentWindow("navigator:browser").document));
  button?.doAction(0);
  return button !== null;
}`;

interface Connection {
  send(method: string, parameters: object): Promise<unknown>;
}

function isConnection(value: unknown): value is Connection {
  return typeof value === "object" && value !== null && "send" in value && typeof value.send === "function";
}
