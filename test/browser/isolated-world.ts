import type { Page } from "playwright-core";

/** Runs something where the extension's script runs on a page: beside the page's own scripts, with what extensions have. */
export async function inIsolatedWorld(page: Page, expression: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const contexts: { id: number; origin: string; frame: unknown }[] = [];
  session.on("Runtime.executionContextCreated", ({ context }) => {
    contexts.push({ id: context.id, origin: context.origin, frame: context.auxData?.["frameId"] });
  });
  await session.send("Runtime.enable");
  const own = contexts.find(
    ({ origin, frame }) => origin.startsWith("chrome-extension://") && frame === frameTree.frame.id,
  );
  if (!own) throw new Error("The extension has no script on this page.");
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    contextId: own.id,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}
