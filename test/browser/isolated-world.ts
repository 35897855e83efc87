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

/** Replaces the timers of the extension's script on a page; `passTime` runs those that are due. */
const STOP_TIMERS = `(() => {
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
  globalThis.passTime = (milliseconds) => {
    ahead += milliseconds;
    for (const [id, timer] of [...timers]) {
      if (timer.due > performance.now()) continue;
      if (timer.every === undefined) timers.delete(id);
      else timer.due = performance.now() + timer.every;
      timer.run();
    }
  };
})()`;

/** Stops the timers that the extension's script on a page starts from now on: they run with {@link passTime} only. */
export async function stopTimers(page: Page): Promise<void> {
  await inIsolatedWorld(page, STOP_TIMERS);
}

/** Moves the time of a page whose timers are stopped, and runs what is due then. */
export async function passTime(page: Page, milliseconds: number): Promise<void> {
  await inIsolatedWorld(page, `passTime(${milliseconds})`);
}
