import { getSubscription } from "@forgehand/core/operations";
import { expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { holdResponses } from "./hold-responses.ts";
import { PASSPHRASE, setPassphrase, statusText, unlock } from "./passphrase.ts";
import { test } from "./session.ts";

const GEARS = { owner: "acme", repo: "gears" };

/** State of every job, and why it is waiting. */
const JOBS = `new Promise((resolve) => {
  const opening = indexedDB.open("forgehand-lists");
  opening.onsuccess = () => {
    const reading = opening.result.transaction("jobs").objectStore("jobs").getAll();
    reading.onsuccess = () => {
      opening.result.close();
      resolve(reading.result.map(({ state, reason }) => [state, reason?.kind ?? null]));
    };
  };
})`;

test("locking the tokens suspends a running job, and unlocking them resumes it", async ({ emulator, browser, tab }) => {
  const { page } = tab;
  const { call } = createServiceClient(emulator);
  await tab.signIn("alice");
  await setPassphrase(page, browser);
  const heldResponses = await holdResponses(browser.context, /\/subscription$/, { method: "PUT", times: 1 });
  const items = [WIDGETS, GEARS].map(({ owner, repo }) => ({ owner, name: repo, wanted: { watch: "ignoring" } }));
  const job = { account: `alice ${emulator.webUrl}`, action: "import", items };
  const started = await page.evaluate(`chrome.runtime.sendMessage(${JSON.stringify({ type: "jobs-start", job })})`);
  expect(started).toMatchObject({ ok: true });
  await expect.poll(() => page.evaluate(JOBS)).toEqual([["running", null]]);
  await expect.poll(heldResponses.count).toBe(1);
  await page.getByRole("button", { name: "Lock now" }).click();
  await page.getByRole("heading", { name: "Your tokens are locked" }).waitFor();
  await heldResponses.release();
  await expect.poll(() => page.evaluate(JOBS)).toEqual([["paused", "locked"]]);
  const sent = emulator.control.calls().length;
  await page.reload();
  await page.getByRole("heading", { name: "Your tokens are locked" }).waitFor();
  expect(emulator.control.calls()).toHaveLength(sent);

  await unlock(page, PASSPHRASE);
  await expect.poll(() => statusText(page)).toBe("Unlocked.");
  await expect.poll(() => page.evaluate(JOBS)).toEqual([["done", null]]);
  for (const repository of [WIDGETS, GEARS]) {
    expect(await call(getSubscription, repository)).toMatchObject({ ignored: true });
  }
});
