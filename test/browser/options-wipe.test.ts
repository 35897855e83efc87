import { expect } from "vitest";
import { saveAccount } from "./chromium.ts";
import { test } from "./session.ts";

/** All data of the extension as one string, and its permissions. */
const ALL_DATA_SCRIPT = `(async () => {
  const all = [await chrome.storage.local.get(null), await chrome.storage.session.get(null)];
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    for (const name of db.objectStoreNames) {
      const store = db.transaction(name).objectStore(name);
      for (const reading of [store.getAll(), store.getAllKeys()]) {
        all.push(await new Promise((resolve) => { reading.onsuccess = () => resolve(reading.result); }));
      }
    }
    db.close();
  }
  const { origins } = await chrome.permissions.getAll();
  return { text: JSON.stringify(all), origins };
})()`;

test("the options page deletes all data after a typed confirmation", async ({
  emulator,
  browser: { context, optionsUrl },
  tab,
}) => {
  const { page } = tab;
  const readAllData = () => page.evaluate<{ text: string; origins: string[] }>(ALL_DATA_SCRIPT);
  await page.goto(optionsUrl);
  const token = emulator.tokens["alice"] ?? "";
  await saveAccount(page, { host: emulator.webUrl, token });
  const repositoryPage = await context.newPage();
  await repositoryPage.goto(`${emulator.webUrl}/acme/widgets`);
  await repositoryPage.locator('button[aria-label="Star"][aria-pressed="false"]').waitFor();
  await page.bringToFront();
  await page.getByRole("link", { name: "Appearance" }).click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect.poll(async () => (await readAllData()).text).toContain("acme/widgets");
  expect((await readAllData()).text).toContain(token);

  await page.getByRole("link", { name: "Backup" }).click();
  await page.getByRole("button", { name: "Delete all data…" }).click();
  const now = page.getByRole("button", { name: "Delete all data now" });
  await expect.poll(() => now.isDisabled()).toBe(true);
  await page.getByLabel("Type “delete” to continue").fill("delet");
  await expect.poll(() => now.isDisabled()).toBe(true);
  await page.getByLabel("Type “delete” to continue").fill("delete");
  await now.click();
  await expect.poll(() => page.getByRole("status").innerText()).toContain("All data was deleted");

  const { text, origins } = await readAllData();
  for (const deleted of [token, "alice", emulator.webUrl, "acme/widgets", "dark"]) expect(text).not.toContain(deleted);
  expect(origins.sort()).toEqual(["https://api.github.com/*", "https://github.com/*"]);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"])).toBe("auto");
  await repositoryPage.reload();
  await tab.settle(repositoryPage);
  expect(await repositoryPage.locator("forgehand-overlay").count()).toBe(0);

  await page.bringToFront();
  await page.getByRole("link", { name: "Accounts" }).click();
  await page.getByText("No account yet").waitFor();
  expect(await saveAccount(page, { host: emulator.webUrl, token })).toContain("is now using alice");
});
