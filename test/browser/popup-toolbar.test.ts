import type { CDPSession } from "playwright-core";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { test } from "./popup.fixture.ts";

const EvaluateReply = z.object({ id: z.number(), result: z.object({ result: z.object({ value: z.unknown() }) }) });

/** Evaluates an expression in a page that Playwright does not expose, such as the toolbar's popup. */
async function evaluateIn(session: CDPSession, targetId: string, expression: string): Promise<unknown> {
  const { sessionId } = await session.send("Target.attachToTarget", { targetId });
  const result = new Promise<unknown>((resolve) => {
    session.on("Target.receivedMessageFromTarget", ({ message }) => {
      const read = z.safeParse(EvaluateReply, JSON.parse(message));
      if (read.success) resolve(read.data.result.result.value);
    });
  });
  const message = JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression, returnByValue: true } });
  await session.send("Target.sendMessageToTarget", { sessionId, message });
  return result;
}

describe("the toolbar button", () => {
  test("opens the popup over the active page, in its own size", async ({ browser, tab, signIn }) => {
    await signIn("alice");
    await tab.openRepository();
    await tab.star(false).waitFor();
    await tab.page.bringToFront();
    const session = await browser.context.newCDPSession(tab.page);
    const [worker] = browser.context.serviceWorkers();
    await worker?.evaluate("chrome.action.openPopup()");
    const popup = async () => {
      const { targetInfos } = await session.send("Target.getTargets");
      return targetInfos.find(({ url }) => url.endsWith("/popup.html"))?.targetId;
    };
    await expect.poll(popup).toBeDefined();
    const targetId = (await popup()) ?? "";
    const popupContent = () =>
      evaluateIn(
        session,
        targetId,
        `({ heading: document.querySelector("h2")?.textContent, wide: document.body?.getBoundingClientRect().width,
          star: document.querySelector(".controls")?.shadowRoot?.querySelector("[aria-pressed]")?.ariaLabel })`,
      );
    await expect.poll(popupContent).toEqual({ heading: "acme/widgets", wide: 380, star: "Star" });
    // A scroll bar would reduce the width.
    expect(await evaluateIn(session, targetId, "document.documentElement.scrollWidth")).toBe(380);
    await session.send("Target.closeTarget", { targetId });
    await session.detach();
  });
});
