import { checkStar, getSubscription, starRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { IDLE_SECONDS } from "./firefox.ts";
import { test } from "./session.ts";

const untilStopped = { timeout: IDLE_SECONDS * 1000 + 8_000, interval: 200 };

describe("the background page, stopped by Firefox,", () => {
  test("starts for a click", async ({ emulator, tab, extensionPage }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    const star = await tab.find("button", "Star");
    expect(await extensionPage.isBackgroundRunning()).toBe(true);
    await expect.poll(() => extensionPage.isBackgroundRunning(), untilStopped).toBe(false);
    await star.click();
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
    expect(await extensionPage.isBackgroundRunning()).toBe(true);
    await tab.find("button", "Unstar");
  });

  test("is not needed to show the cached state, and then reads the current one", async ({
    emulator,
    tab,
    extensionPage,
  }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    await tab.page.goto("about:blank");
    await expect.poll(() => extensionPage.isBackgroundRunning(), untilStopped).toBe(false);
    await createServiceClient(emulator).call(starRepository, WIDGETS);
    emulator.control.faults.add({ delay: 2 });
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    emulator.control.faults.clear();
    await tab.find("button", "Unstar");
  });

  test("resumes a job when the job's alarm fires", async ({ emulator, tab, extensionPage }) => {
    const { call } = createServiceClient(emulator);
    const names = Array.from({ length: 12 }, (_, index) => `r${index}`);
    const watched = names.map((name) => [`parts/${name}`, { watchers: { alice: "watching" } }]);
    await emulator.control.seed({ users: { parts: {} }, repositories: Object.fromEntries(watched) });
    const isWatched = (repo: string) => call(getSubscription, { owner: "parts", repo });
    const remaining = async () =>
      (await Promise.all(names.map(isWatched))).filter((subscription) => subscription !== null).length;
    // A response that keeps the background page waiting longer than Firefox's idle timeout.
    emulator.control.faults.add({ operation: "deleteSubscription", delay: IDLE_SECONDS + 10 });
    await tab.signIn("alice");
    const items = names.map((name) => ({ owner: "parts", name, wanted: { watch: "not-watching" } }));
    const job = { account: `alice ${emulator.webUrl}`, action: "import", items };
    await extensionPage.run(`await browser.runtime.sendMessage(${JSON.stringify({ type: "jobs-start", job })})`);
    await expect.poll(() => extensionPage.isBackgroundRunning(), untilStopped).toBe(false);
    emulator.control.faults.clear();
    expect(await remaining()).toBeGreaterThan(0);
    expect(await extensionPage.run(`return (await browser.alarms.getAll()).map(({ name }) => name)`)).toContain(
      "forgehand-jobs",
    );
    // Firefox itself waits for half a minute.
    await extensionPage.run(`browser.alarms.create("forgehand-jobs", { when: Date.now() })`);
    await expect.poll(remaining).toBe(0);
  });
});
