import { expect } from "vitest";
import { addAccount } from "./add-account.ts";
import { saveAccount } from "./chromium.ts";
import { holdResponses } from "./hold-responses.ts";
import { test } from "./session.ts";

/** All data of the extension as one string, and its permissions. */
const ALL_DATA_SCRIPT = `(async () => {
  const areas = [chrome.storage.local, chrome.storage.session, chrome.storage.sync];
  const all = await Promise.all(areas.map((area) => area.get(null)));
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

test("nothing that was running when all data was deleted stores it again", async ({ emulator, browser, tab }) => {
  const extensionPage = await browser.extensionPage();
  const { webUrl: origin, apiUrl, tokens } = emulator;
  await addAccount(extensionPage, emulator, "alice");
  await extensionPage.evaluate("chrome.storage.sync.set({ left: 'alice' })");
  const held = await holdResponses(browser.context, /\/api\/v3\//);
  await tab.openRepository();
  const running = {
    "save-account": { origin, apiUrl, dialect: "github", token: tokens["bob"] },
    limits: { origin, login: "alice" },
    "waiting-reviews": { origin, login: "alice" },
    "change-entry": { account: `alice ${origin}`, owner: "acme", name: "widgets", wanted: { starred: true } },
  };
  const messages = Object.entries(running).map(([type, payload]) => ({ type, ...payload }));
  const replies = extensionPage.evaluate<unknown[]>(
    `Promise.all(${JSON.stringify(messages)}.map((message) => chrome.runtime.sendMessage(message)))`,
  );
  // Those of the messages, and that of the open page.
  await expect.poll(held.count).toBeGreaterThan(messages.length);
  const lastMessages = [{ type: "set-passphrase", passphrase: "a long passphrase" }, { type: "wipe" }];
  const [, wiped] = await extensionPage.evaluate<unknown[]>(
    `Promise.all(${JSON.stringify(lastMessages)}.map((message) => chrome.runtime.sendMessage(message)))`,
  );
  expect(wiped).toMatchObject({ ok: true });
  await held.release();
  const deleted = "All of Forgehand's data was deleted in the meantime.";
  expect(await replies).toMatchObject([
    { ok: false, problem: { text: deleted } },
    { ok: false, problem: { text: deleted } },
    { ok: false, problem: { text: deleted } },
    { ok: true, value: { problem: { text: `${deleted} It is unknown whether the change was made.` } } },
  ]);
  await tab.settle();
  const { text } = await extensionPage.evaluate<{ text: string }>(ALL_DATA_SCRIPT);
  const secrets = [tokens["alice"] ?? "", tokens["bob"] ?? "", "sealed", '"key"'];
  for (const stored of [...secrets, "alice", "bob", origin, "acme/widgets"]) expect(text).not.toContain(stored);
});
