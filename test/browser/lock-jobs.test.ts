import { getSubscription } from "@forgehand/core/operations";
import { expect } from "vitest";
import { askService, WIDGETS } from "../service/ask.ts";
import { saveAccount } from "./chromium.ts";
import { PASSPHRASE, setPassphrase, status, unlock } from "./passphrase.ts";
import { test } from "./session.ts";

const GEARS = { owner: "acme", repo: "gears" };

/** Where every job stands, and why it waits. */
const JOBS = `new Promise((resolve) => {
  const opening = indexedDB.open("forgehand-lists");
  opening.onsuccess = () => {
    const reading = opening.result.transaction("jobs").objectStore("jobs").getAll();
    reading.onsuccess = () => {
      opening.result.close();
      resolve(reading.result.map(({ state, why }) => [state, why?.kind ?? null]));
    };
  };
})`;

test("a job that runs waits while tokens are locked, and goes on once they are not", async ({
  emulator,
  browser,
  tab: { page },
}) => {
  const { call } = askService(emulator);
  await page.goto(browser.optionsUrl);
  await saveAccount(page, { host: emulator.webUrl, token: emulator.tokens["alice"] ?? "" });
  await setPassphrase(page, browser);
  emulator.control.faults.add({ operation: "setSubscription", delay: 1, times: 1 });
  const items = [WIDGETS, GEARS].map(({ owner, repo }) => ({ owner, name: repo, wanted: { watch: "ignoring" } }));
  const job = { account: `alice ${emulator.webUrl}`, action: "import", items };
  const started = await page.evaluate(`chrome.runtime.sendMessage(${JSON.stringify({ type: "jobs-start", job })})`);
  expect(started).toMatchObject({ ok: true });
  await expect.poll(() => page.evaluate(JOBS)).toEqual([["running", null]]);
  await page.getByRole("button", { name: "Lock now" }).click();
  await expect.poll(() => page.evaluate(JOBS), { timeout: 10_000 }).toEqual([["paused", "locked"]]);
  const sent = emulator.control.calls().length;
  await page.reload();
  await page.getByRole("heading", { name: "Your tokens are locked" }).waitFor();
  expect(emulator.control.calls()).toHaveLength(sent);

  await unlock(page, PASSPHRASE);
  await expect.poll(() => status(page)).toBe("Unlocked.");
  await expect.poll(() => page.evaluate(JOBS), { timeout: 15_000 }).toEqual([["done", null]]);
  for (const repository of [WIDGETS, GEARS]) {
    expect(await call(getSubscription, repository)).toMatchObject({ ignored: true });
  }
});
