import type { Page } from "playwright-core";

/**
 * Evaluates an expression in the isolated world of the extension's content script, with its access to extension APIs.
 */
export async function inIsolatedWorld(page: Page, expression: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const contexts: { id: number; origin: string; frame: unknown }[] = [];
  session.on("Runtime.executionContextCreated", ({ context }) => {
    contexts.push({ id: context.id, origin: context.origin, frame: context.auxData?.["frameId"] });
  });
  await session.send("Runtime.enable");
  const extensionContext = contexts.find(
    ({ origin, frame }) => origin.startsWith("chrome-extension://") && frame === frameTree.frame.id,
  );
  if (!extensionContext) throw new Error("The extension has no content script on this page.");
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    contextId: extensionContext.id,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** Replaces the timers of the content script; `advanceTimers` runs those that are due. */
const FAKE_TIMERS_SCRIPT = `(() => {
  const now = performance.now.bind(performance);
  let ahead = 0;
  let last = 0;
  const timers = new Map();
  performance.now = () => now() + ahead;
  const start = (run, after = 0, every) => {
    timers.set(--last, { run, due: performance.now() + after, every });
    return last;
  };
  const { clearTimeout: clear } = globalThis;
  globalThis.setTimeout = (run, after) => start(run, after);
  globalThis.setInterval = (run, every) => start(run, every, every);
  globalThis.clearTimeout = globalThis.clearInterval = (id) => void (timers.delete(id) || clear(id));
  globalThis.advanceTimers = (milliseconds) => {
    ahead += milliseconds;
    for (const [id, timer] of [...timers]) {
      if (timer.due > performance.now()) continue;
      if (timer.every === undefined) timers.delete(id);
      else timer.due = performance.now() + timer.every;
      timer.run();
    }
  };
})()`;

/** Fakes timers that the content script starts from now on: they run only with {@link advanceTimers}. */
export async function installFakeTimers(page: Page): Promise<void> {
  await inIsolatedWorld(page, FAKE_TIMERS_SCRIPT);
}

/** Advances the faked time of a page, and runs the timers that are due. */
export async function advanceTimers(page: Page, milliseconds: number): Promise<void> {
  await inIsolatedWorld(page, `advanceTimers(${milliseconds})`);
}
