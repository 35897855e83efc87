import { checkStar } from "@forgehand/core/operations";
import { startEmulator } from "@forgehand/emulator";
import { describe, expect, onTestFinished } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { killWorker } from "./chromium.ts";
import { advanceTimers, inIsolatedWorld, installFakeTimers } from "./isolated-world.ts";
import { test } from "./overlay.fixture.ts";
import type { ExtensionTab } from "./session.ts";

/** Advances time past the overlay's retry delays, until no error is shown. */
async function advanceUntilNoAlert(tab: ExtensionTab): Promise<void> {
  const alerts = async () => {
    await advanceTimers(tab.page, 5_000);
    return tab.alert().count();
  };
  await expect.poll(alerts).toBe(0);
}

describe("the overlay when the service does not respond", () => {
  test("recovers when the connection is back", async ({ tab, overlay }) => {
    const context = tab.page.context();
    await tab.openAsAlice();
    await installFakeTimers(tab.page);
    await context.setOffline(true);
    await tab.star(false).click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("Can't connect to the host");
    await overlay.takeScreenshots("offline");
    await context.setOffline(false);
    await advanceUntilNoAlert(tab);
    await tab.star(false).waitFor();
  });

  test("recovers when the service is back", async ({ tab }) => {
    const api = await startEmulator({ fixedTokens: true });
    const port = Number(new URL(api.apiUrl).port);
    await tab.signIn(api.tokens["alice"] ?? "", { api: api.apiUrl });
    await tab.openRepository();
    await tab.star(false).waitFor();
    await installFakeTimers(tab.page);
    await api.stop();
    await tab.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await tab.alert("Star").waitFor();
    const restarted = await startEmulator({ port, fixedTokens: true });
    onTestFinished(() => restarted.stop());
    await advanceUntilNoAlert(tab);
    await tab.star(false).waitFor();
  });

  test("reports a rejected token, links to the options, and continues with a new one", async ({
    emulator,
    tab,
    overlay,
  }) => {
    const { control } = emulator;
    const token = control.createToken("short", { kind: "classic", user: "alice", scopes: "all" });
    await tab.signIn(token);
    await tab.openRepository();
    await tab.star(false).waitFor();
    control.revokeToken(token);
    await tab.star(false).click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("GitHub rejected the token");
    await expect.poll(() => tab.button("Star").getAttribute("aria-pressed")).toBeNull();
    await overlay.takeScreenshots("refused");
    expect(await tab.page.content()).not.toContain(token);
    expect(await tab.alert("Star").innerText()).toContain("Open Forgehand from your browser's toolbar.");
    expect(await tab.alert("Star").getByRole("button", { name: "Open settings" }).count()).toBe(0);
    await tab.openAsAlice();
    expect(await tab.alert().count()).toBe(0);
  });

  test("counts down to the reset of a rate limit, and then continues", async ({ browser, emulator, tab, overlay }) => {
    await tab.openAsAlice();
    await installFakeTimers(tab.page);
    const reset = Math.ceil(Date.now() / 1000) + 90;
    emulator.control.faults.add({
      status: 403,
      headers: { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) },
      message: "API rate limit exceeded.",
      times: 1,
    });
    await tab.star(false).click();
    const countdown = tab.page.getByRole("status").filter({ hasText: "Star:" });
    await expect.poll(() => countdown.innerText()).toMatch(/Not done.*1:[0-3]\d/s);
    expect(await tab.alert().count()).toBe(0);
    await overlay.takeScreenshots("limit");
    expect(await overlay.axeViolations()).toEqual([]);
    // The system clock is corrected in the meantime.
    await inIsolatedWorld(tab.page, "Date.now = () => 0");
    await advanceTimers(tab.page, 60_000);
    await expect.poll(() => countdown.innerText()).toMatch(/0:[0-3]\d/);
    const [worker] = browser.context.serviceWorkers();
    await worker?.evaluate(`for (const clock of [Date, performance]) {
      const now = clock.now.bind(clock);
      clock.now = () => now() + 100_000;
    }`);
    onTestFinished(async () => killWorker(await browser.extensionPage()));
    await advanceTimers(tab.page, 40_000);
    await tab.star(false).waitFor();
    await expect.poll(() => countdown.count()).toBe(0);
    expect(await createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(false);
  });
});
