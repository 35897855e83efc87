import { checkStar } from "@forgehand/core/operations";
import { startEmulator } from "@forgehand/emulator";
import { describe, expect, onTestFinished } from "vitest";
import { askService, WIDGETS } from "../service/ask.ts";
import { killWorker } from "./chromium.ts";
import { inIsolatedWorld, passTime, stopTimers } from "./isolated-world.ts";
import { test } from "./overlay.fixture.ts";
import type { Tab } from "./session.ts";

/** Passes the pauses after which the overlay looks again, until nothing is wrong. */
async function passesTimeUntilNoAlert(tab: Tab): Promise<void> {
  const alerts = async () => {
    await passTime(tab.page, 5_000);
    return tab.alert().count();
  };
  await expect.poll(alerts).toBe(0);
}

describe("the overlay, when the service doesn't answer", () => {
  test("recovers by itself when the line is back", async ({ tab, overlay }) => {
    const context = tab.page.context();
    await tab.openAsAlice();
    await stopTimers(tab.page);
    await context.setOffline(true);
    await tab.star(false).click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("The forge can't be reached");
    await overlay.picture("offline");
    await context.setOffline(false);
    await passesTimeUntilNoAlert(tab);
    await tab.star(false).waitFor();
  });

  test("recovers by itself where the service was away and the line was not", async ({ tab }) => {
    const api = await startEmulator();
    const port = Number(new URL(api.apiUrl).port);
    await tab.signIn("alice", { api: api.apiUrl });
    await tab.openRepository();
    await tab.star(false).waitFor();
    await stopTimers(tab.page);
    await api.stop();
    await tab.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await tab.alert("Star").waitFor();
    const back = await startEmulator({ port });
    onTestFinished(() => back.stop());
    await passesTimeUntilNoAlert(tab);
    await tab.star(false).waitFor();
  });

  test("says that a token is refused, leads to the options, and goes on with another one", async ({
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
    await expect.poll(() => tab.alert("Star").innerText()).toContain("The forge refuses the token");
    await expect.poll(() => tab.button("Star").getAttribute("aria-pressed")).toBeNull();
    await overlay.picture("refused");
    expect(await tab.page.content()).not.toContain(token);
    const opened = tab.page.context().waitForEvent("page");
    await tab.alert("Star").getByRole("button", { name: "Open options" }).click();
    const options = await opened;
    await options.waitForURL(/options\.html/);
    await tab.openAsAlice();
    expect(await tab.alert().count()).toBe(0);
  });

  test("counts down to the end of a limit, and goes on by itself then", async ({ browser, emulator, tab, overlay }) => {
    await tab.openAsAlice();
    await stopTimers(tab.page);
    const reset = Math.ceil(Date.now() / 1000) + 90;
    emulator.control.faults.add({
      status: 403,
      headers: { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) },
      message: "API rate limit exceeded.",
      times: 1,
    });
    await tab.star(false).click();
    const clock = tab.page.getByRole("status").filter({ hasText: "Star:" });
    await expect.poll(() => clock.innerText()).toMatch(/Not done.*1:[0-3]\d/s);
    expect(await tab.alert().count()).toBe(0);
    await overlay.picture("limit");
    expect(await overlay.faults()).toEqual([]);
    // Somebody puts the computer's clock right meanwhile.
    await inIsolatedWorld(tab.page, "Date.now = () => 0");
    await passTime(tab.page, 60_000);
    await expect.poll(() => clock.innerText()).toMatch(/0:[0-3]\d/);
    const [worker] = browser.context.serviceWorkers();
    await worker?.evaluate("{ const { now } = Date; Date.now = () => now() + 100_000; }");
    onTestFinished(async () => killWorker(await browser.ownPage()));
    await passTime(tab.page, 40_000);
    await tab.star(false).waitFor();
    await expect.poll(() => clock.count()).toBe(0);
    expect(await askService(emulator).call(checkStar, WIDGETS)).toBe(false);
  });
});
