import type { Page, Route } from "playwright-core";
import { onTestFinished } from "vitest";

/**
 * Holds back the last script of the repository's page, which can't be fully parsed until then.
 * @returns a function that delivers it
 */
export async function holdPageEnd(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const addScript = async (route: Route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("</body>", '<script src="/last.js"></script></body>');
    await route.fulfill({ response, body });
  };
  await page.route("**/last.js", async (route) => {
    await released;
    await route.fulfill({ body: "", contentType: "text/javascript" });
  });
  await page.route("**/acme/widgets", addScript);
  // Later tests reuse the page, and a failed test has not released it.
  onTestFinished(async () => {
    release();
    await page.unroute("**/acme/widgets", addScript);
  });
  return release;
}
