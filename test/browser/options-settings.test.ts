import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { ChromiumWithExtension } from "./chromium.ts";
import { test } from "./session.ts";

const status = (page: Page) => page.getByRole("status").innerText();
const alerts = (page: Page) => page.getByRole("alert").innerText();

async function open(page: Page, { optionsUrl }: ChromiumWithExtension, section: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${optionsUrl}#${section}`);
  await page.getByRole("heading", { level: 2 }).waitFor();
}

/** A file for upload. */
const fileWith = (text: string) => ({
  name: "settings.json",
  mimeType: "application/json",
  buffer: Buffer.from(text),
});

describe("controls", () => {
  test("disappear from pages when switched off, and return when switched on", async ({ browser, tab }) => {
    await tab.signInOnOptions("alice");
    const { page } = tab;
    await open(page, browser, "controls");
    await page.getByRole("checkbox", { name: "Watch" }).uncheck();
    await expect.poll(() => status(page)).toBe("Saved.");
    await tab.openRepository();
    await tab.star(false).waitFor();
    expect(await tab.button(/^Watch/).count()).toBe(0);
    await open(page, browser, "controls");
    await page.getByRole("checkbox", { name: "Watch" }).check();
    await expect.poll(() => status(page)).toBe("Saved.");
    await tab.openRepository();
    await tab.button("Watch: not watching").waitFor();
  });
});

describe("shortcuts", () => {
  test("are recorded from key presses, saved immediately, and work", async ({ browser, tab }) => {
    await tab.signInOnOptions("alice");
    const { page } = tab;
    await open(page, browser, "shortcuts");
    await page.getByRole("button", { name: "Change" }).first().click();
    await page.keyboard.press("Control+Alt+KeyK");
    await expect.poll(() => status(page)).toBe("Saved.");
    await expect.poll(() => page.locator(".keys").first().innerText()).toMatch(/Ctrl\s*Alt\s*K/);
    await tab.openRepository();
    await tab.star(false).waitFor();
    await tab.waitForShortcuts();
    await page.keyboard.press("Control+Alt+KeyK");
    await tab.star(true).waitFor();
  });

  test("that are taken, without modifiers or reserved by the browser are rejected with a reason", async ({
    browser,
    tab: { page },
  }) => {
    await open(page, browser, "shortcuts");
    const change = page.getByRole("button", { name: /Change|Press keys/ }).nth(1);
    await change.click();
    await page.keyboard.press("Alt+Shift+KeyS");
    await expect.poll(() => alerts(page)).toBe("Alt+Shift+S is already in use: Star or unstar.");
    await change.click();
    await page.keyboard.press("Shift+KeyX");
    await expect.poll(() => alerts(page)).toContain("would interfere with typing");
    await change.click();
    await page.keyboard.press("Control+Shift+KeyR");
    await expect.poll(() => alerts(page)).toContain("Ctrl+Shift+R is reserved by the browser");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".keys").nth(1).innerText()).toMatch(/Alt\s*Shift\s*W/);
  });

  test("can be cleared by button or key, and restored", async ({ browser, tab: { page } }) => {
    await open(page, browser, "shortcuts");
    await page.getByRole("button", { name: "Clear" }).first().click();
    await expect.poll(() => page.locator(".keys").first().innerText()).toBe("None");
    await page.getByRole("button", { name: "Change" }).nth(1).click();
    await page.keyboard.press("Backspace");
    await expect.poll(() => page.locator(".keys").nth(1).innerText()).toBe("None");
    await page.getByRole("button", { name: "Reset to defaults" }).click();
    await expect.poll(() => page.locator(".keys").first().innerText()).toMatch(/Alt\s*Shift\s*S/);
  });
});

describe("appearance and language", () => {
  test("change this page, the overlay and later pages immediately", async ({ browser, tab, emulator }) => {
    await tab.signInOnOptions("alice");
    const { page } = tab;
    const repositoryPage = await browser.context.newPage();
    await repositoryPage.goto(`${emulator.webUrl}/acme/widgets`);
    await repositoryPage.locator("forgehand-overlay .who").waitFor();
    await open(page, browser, "look");
    await page.getByRole("radio", { name: "Dark" }).check();
    await expect.poll(() => status(page)).toBe("Saved.");
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await expect.poll(scheme).toBe("dark");
    await expect.poll(() => repositoryPage.locator("forgehand-overlay").getAttribute("data-theme")).toBe("dark");
    await page.getByLabel("Language", { exact: true }).selectOption("de");
    await page.getByRole("heading", { name: "Darstellung und Sprache" }).waitFor();
    await expect
      .poll(() => page.evaluate(() => [document.documentElement.lang, document.title]))
      .toEqual(["de", "Darstellung und Sprache – Einstellungen"]);
    await expect.poll(() => status(page)).toBe("Gespeichert.");
    for (const [language, name] of [
      ["es", "Aspecto e idioma"],
      ["fr", "Apparence et langue"],
      ["ja", "外観と言語"],
      ["zh_CN", "外观与语言"],
      ["auto", "Appearance and language"],
    ] as const) {
      await page.getByRole("combobox").selectOption(language);
      await page.getByRole("heading", { name }).waitFor();
    }
  });
});

describe("settings files", () => {
  test("are exported without tokens, and imported after a preview", async ({ browser, emulator, tab }) => {
    await tab.signInOnOptions("alice");
    const { page } = tab;
    await open(page, browser, "look");
    await page.getByRole("radio", { name: "Light" }).check();
    await expect.poll(() => status(page)).toBe("Saved.");
    await open(page, browser, "backup");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export", exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^forgehand-settings-\d{4}-\d\d-\d\d\.json$/);
    const text = readFileSync(await download.path(), "utf8");
    expect(text).toContain(emulator.webUrl);
    expect(text).not.toContain(emulator.tokens["alice"]);

    const file = JSON.parse(text);
    file.settings.theme = "dark";
    file.accounts = [
      { origin: emulator.webUrl, login: "alice" },
      { origin: "https://forge.example.com", login: "zoe" },
    ];
    await page.getByLabel("Settings file").setInputFiles(fileWith(JSON.stringify(file)));
    const preview = page.getByRole("group", { name: "makes these changes" });
    await preview.waitFor();
    await expect
      .poll(() => preview.getByRole("listitem").allInnerTexts())
      .toEqual([
        "Theme: Light → Dark",
        "Adds zoe on https://forge.example.com, which then needs a token",
        `Keeps alice on ${emulator.webUrl} unchanged`,
      ]);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await expect.poll(() => status(page)).toBe("Imported.");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
    await open(page, browser, "accounts");
    const host = page.getByRole("region", { name: "https://forge.example.com" });
    await host.getByText("Token required").waitFor();
    await host.getByRole("button", { name: "Remove zoe" }).click();
    await host.getByText("Revoke it there as well.").waitFor();
    await host.getByRole("button", { name: "Remove account" }).click();
    await expect.poll(() => host.count()).toBe(0);
  });

  test("that would never lock the tokens only do so if that is allowed separately", async ({
    browser,
    tab: { page },
  }) => {
    const text = (settings: object) => JSON.stringify({ forgehand: 1, settings });
    const importButton = page.getByRole("button", { name: "Import", exact: true });
    const weaker = page.getByRole("checkbox", { name: "Also protect tokens less: Lock after inactivity: 30 minutes" });
    const lockAfter = () =>
      page.evaluate("chrome.runtime.sendMessage({ type: 'settings' }).then(({ value }) => value.settings.lockAfter)");
    await open(page, browser, "backup");
    await page.getByLabel("Settings file").setInputFiles(fileWith(text({ lockAfter: 0, theme: "dark" })));
    await importButton.click();
    await expect.poll(() => status(page)).toBe("Imported.");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
    expect(await lockAfter()).toBe(30);
    await page.getByLabel("Settings file").setInputFiles(fileWith(text({ lockAfter: 0 })));
    await weaker.waitFor();
    expect([await weaker.isChecked(), await importButton.count()]).toEqual([false, 0]);
    await weaker.check();
    await importButton.click();
    await expect.poll(lockAfter).toBe(0);
  });

  test.for([
    ['{\n  "forgehand": 1,\n  "settings": { "theme": dark }\n}', "at line 3, character 26"],
    ['{ "forgehand": 1, "settings": { "controls": { "star": "on" } } }', "“settings.controls.star”"],
    ['{ "forgehand": 1, "settings": { "shortcuts": { "star": "Enter" } } }', "“settings.shortcuts.star”"],
    ["PNG", "at line 1, character 1"],
    ["{}", "isn't a Forgehand settings file"],
  ] as const)(
    "are rejected if they are invalid, with the position: %j",
    async ([text, sentence], { browser, tab: { page } }) => {
      await open(page, browser, "backup");
      await page.getByLabel("Settings file").setInputFiles(fileWith(text));
      await expect.poll(() => alerts(page)).toContain(sentence);
      await expect.poll(() => alerts(page)).toContain("Nothing was changed.");
      expect(await page.getByRole("button", { name: "Import", exact: true }).count()).toBe(0);
    },
  );
});
