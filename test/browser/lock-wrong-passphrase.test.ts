import type { Page } from "playwright-core";
import { expect } from "vitest";
import { killWorker } from "./chromium.ts";
import { PASSPHRASE, setPassphrase, statusText, unlock } from "./passphrase.ts";
import { test } from "./session.ts";

/** Stores the number of wrong passphrases and the remaining wait, as an earlier worker would have done. */
const storeFailedAttempts = (page: Page, count: number, wait: number) =>
  page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open("forgehand-accounts");
    opening.onsuccess = () => {
      const writing = opening.result.transaction("attempts", "readwrite");
      writing.objectStore("attempts").put({ count: ${count}, wait: ${wait} }, "failed");
      writing.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  })`);

const sendUnlock = (page: Page) =>
  page.evaluate(`chrome.runtime.sendMessage(${JSON.stringify({ type: "unlock", passphrase: PASSPHRASE })})`);

test("wrong passphrases make the next attempt wait, on every page and after the worker was stopped", async ({
  browser,
  tab,
}) => {
  const { page } = tab;
  const timer = page.getByRole("timer");
  const button = page.getByRole("button", { name: "Unlock", exact: true });
  await tab.signIn("alice");
  await setPassphrase(page, browser);
  await page.getByRole("button", { name: "Lock now" }).click();
  await page.getByRole("heading", { name: "Your tokens are locked" }).waitFor();
  expect(await timer.count()).toBe(0);

  // A ninth wrong passphrase is followed by a wait of 64 seconds.
  await storeFailedAttempts(page, 8, 0);
  await unlock(page, "wrong horse battery");
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("Wrong passphrase");
  await expect.poll(() => timer.innerText()).toMatch(/^Too many wrong passphrases\. .* (1:0\d|0:5\d)\.$/);
  await expect.poll(() => button.isDisabled()).toBe(true);
  expect(await sendUnlock(page)).toMatchObject({ ok: false, problem: { kind: "locked" } });
  // It counts down.
  const shown = await timer.innerText();
  await expect.poll(() => timer.innerText()).not.toBe(shown);

  await killWorker(page);
  await page.goto(new URL("popup.html", browser.optionsUrl).href);
  await expect.poll(() => timer.innerText()).toMatch(/ (1:0\d|0:\d\d)\.$/);
  await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
  expect(await sendUnlock(page)).toMatchObject({ ok: false, problem: { kind: "locked" } });

  // When the wait ends, the right passphrase unlocks, and the next wrong one is free.
  await killWorker(page);
  await storeFailedAttempts(page, 9, 1500);
  await page.goto("about:blank");
  await page.goto(browser.optionsUrl);
  await timer.waitFor();
  await expect.poll(() => button.isEnabled()).toBe(true);
  expect(await timer.count()).toBe(0);
  await unlock(page, PASSPHRASE);
  await expect.poll(() => statusText(page)).toBe("Unlocked.");
  await page.goto(`${browser.optionsUrl}#security`);
  await page.getByRole("button", { name: "Lock now" }).click();
  await unlock(page, "wrong horse battery");
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("Wrong passphrase");
  await expect.poll(() => button.isEnabled()).toBe(true);
});
