import { checkStar, getSubscription, starRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { askService, WIDGETS } from "../service/ask.ts";
import { IDLE } from "./firefox.ts";
import { test } from "./session.ts";

const stopped = { timeout: IDLE * 1000 + 8_000, interval: 200 };

describe("the background page, stopped by Firefox,", () => {
  test("wakes for a click", async ({ emulator, tab, own }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    const star = await tab.find("button", "Star");
    expect(await own.isAwake()).toBe(true);
    await expect.poll(() => own.isAwake(), stopped).toBe(false);
    await star.click();
    await expect.poll(() => askService(emulator).call(checkStar, WIDGETS)).toBe(true);
    expect(await own.isAwake()).toBe(true);
    await tab.find("button", "Unstar");
  });

  test("is not needed to show what was last known, and then tells what is", async ({ emulator, tab, own }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    await tab.page.goto("about:blank");
    await expect.poll(() => own.isAwake(), stopped).toBe(false);
    await askService(emulator).call(starRepository, WIDGETS);
    emulator.control.faults.add({ delay: 2 });
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    emulator.control.faults.clear();
    await tab.find("button", "Unstar");
  });

  test("goes on with a job that it was stopped in when the job's alarm goes off", async ({ emulator, tab, own }) => {
    const { call } = askService(emulator);
    const names = Array.from({ length: 12 }, (_, index) => `r${index}`);
    const watched = names.map((name) => [`parts/${name}`, { watchers: { alice: "watching" } }]);
    await emulator.control.seed({ users: { parts: {} }, repositories: Object.fromEntries(watched) });
    const isWatched = (repo: string) => call(getSubscription, { owner: "parts", repo });
    const left = async () => (await Promise.all(names.map(isWatched))).filter((one) => one !== null).length;
    // An answer that keeps the page waiting for longer than Firefox lets it do nothing.
    emulator.control.faults.add({ operation: "deleteSubscription", delay: IDLE + 10 });
    await tab.signIn("alice");
    const items = names.map((name) => ({ owner: "parts", name, wanted: { watch: "not-watching" } }));
    const job = { account: `alice ${emulator.webUrl}`, action: "import", items };
    await own.run(`await browser.runtime.sendMessage(${JSON.stringify({ type: "jobs-start", job })})`);
    await expect.poll(() => own.isAwake(), stopped).toBe(false);
    emulator.control.faults.clear();
    expect(await left()).toBeGreaterThan(0);
    expect(await own.run(`return (await browser.alarms.getAll()).map(({ name }) => name)`)).toContain("forgehand-jobs");
    // Firefox itself waits half a minute for that.
    await own.run(`browser.alarms.create("forgehand-jobs", { when: Date.now() })`);
    await expect.poll(left).toBe(0);
  });
});
