// Makes the screenshots of the stores' listings: `node scripts/store-screenshots.ts [language ...]`, after `npm run setup`.
// The extension is driven as people drive it, against an emulator with a world made up for it (screenshots/world.ts).
import { mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { DEFAULT_SETTINGS, LANGUAGES, type Language } from "../extension/settings.ts";
import { launchWithExtension, saveAccount } from "../test/browser/chromium.ts";
import { SCENES } from "./screenshots/scenes.ts";
import { worldToShow } from "./screenshots/world.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "extension/dist/screenshots");

const isLanguage = (word: string): word is Language => LANGUAGES.some((language) => language === word);

const asked = process.argv.slice(2);
for (const word of asked) {
  if (!isLanguage(word)) throw new Error(`There are no words in ${word}; there are in ${LANGUAGES.join(", ")}.`);
}
const languages = asked.length > 0 ? asked.filter(isLanguage) : LANGUAGES;

const { startEmulator }: typeof import("@forgehand/emulator") = await import(
  pathToFileURL(join(ROOT, "packages/emulator/dist/index.js")).href
);
const emulator = await startEmulator({ seed: "full" });
const browser = await launchWithExtension();
const ownUrl = (file: string) => new URL(file, browser.optionsUrl).href;
try {
  await emulator.control.seed(worldToShow());
  const own = await browser.context.newPage();
  await own.goto(ownUrl("options.html"));
  await saveAccount(own, { host: emulator.webUrl, token: emulator.tokens["alice"] ?? "" });
  await own.goto(`${emulator.webUrl}/login`);
  await own.getByRole("button", { name: /^alice\b/ }).click();
  await own.goto(ownUrl("lists.html"));
  await own.getByRole("button", { name: "Gather my repositories" }).click();
  await own.getByRole("grid").waitFor();
  rmSync(FOLDER, { recursive: true, force: true });
  for (const language of languages) {
    await saveLanguage(own, language);
    for (const colorScheme of ["light", "dark"] as const) await takeAll(language, colorScheme);
  }
} finally {
  await browser.close();
  await emulator.stop();
}

/** Has the extension speak a language, as its options page would. */
async function saveLanguage(own: Page, language: Language): Promise<void> {
  const message = { type: "save-settings", settings: { ...DEFAULT_SETTINGS, language } };
  await own.evaluate(`chrome.runtime.sendMessage(${JSON.stringify(message)})`);
}

async function takeAll(language: Language, colorScheme: "light" | "dark"): Promise<void> {
  mkdirSync(join(FOLDER, language), { recursive: true });
  for (const [index, { name, show }] of SCENES.entries()) {
    const page = await browser.context.newPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme });
    await show({ page, webUrl: emulator.webUrl, ownUrl });
    const path = join(FOLDER, language, `${index + 1}-${name}-${colorScheme}.png`);
    await page.screenshot({ path, animations: "disabled", caret: "hide" });
    await page.close();
    process.stdout.write(`${relative(ROOT, path)}\n`);
  }
}
