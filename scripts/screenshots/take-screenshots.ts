import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "@forgehand/emulator";
import type { BrowserContext, Page } from "playwright-core";
import { DEFAULT_SETTINGS, type Language } from "../../extension/settings.ts";
import { type ChromiumWithExtension, saveAccount } from "../../test/browser/chromium.ts";
import { signInOnSite } from "../../test/browser/site-session.ts";
import { screenshotSeed } from "./screenshot-seed.ts";
import { SCREENSHOTS } from "./screenshots.ts";

/** Size that stores require. */
const VIEWPORT_SIZE = { width: 1280, height: 800 };

/** Options of {@link takeScreenshots}. */
export interface ScreenshotOptions {
  /** Output folder; gets a subfolder per language. */
  readonly folder: string;
  readonly languages: readonly Language[];
  readonly colorSchemes: readonly ("light" | "dark")[];
}

/**
 * Takes the store screenshots by driving the extension against an emulator with its own seed.
 * @returns paths of the files
 */
export async function takeScreenshots(
  { context, optionsUrl }: Pick<ChromiumWithExtension, "context" | "optionsUrl">,
  emulator: Emulator,
  { folder, languages, colorSchemes }: ScreenshotOptions,
): Promise<string[]> {
  const account = `alice ${emulator.webUrl}`;
  const extensionUrl = (file: string) => `${new URL(file, optionsUrl).href}?${new URLSearchParams({ account })}`;
  await emulator.control.seed(screenshotSeed());
  const extensionPage = await openPage(context);
  await extensionPage.goto(extensionUrl("options.html"));
  await saveAccount(extensionPage, { host: emulator.webUrl, token: emulator.tokens["alice"] ?? "" });
  await signInOnSite(extensionPage, emulator.webUrl, "alice");
  await extensionPage.goto(extensionUrl("lists.html"));
  await extensionPage.getByRole("button", { name: "Load my repositories" }).click();
  await extensionPage.getByRole("grid").waitFor();
  const files: string[] = [];
  for (const language of languages) {
    await saveLanguage(extensionPage, language);
    mkdirSync(join(folder, language), { recursive: true });
    for (const colorScheme of colorSchemes) {
      for (const [index, { name, setUp }] of SCREENSHOTS.entries()) {
        const page = await openPage(context);
        await page.setViewportSize(VIEWPORT_SIZE);
        await page.emulateMedia({ colorScheme });
        await setUp({ page, webUrl: emulator.webUrl, extensionUrl });
        const path = join(folder, language, `${index + 1}-${name}-${colorScheme}.png`);
        await page.screenshot({ path, animations: "disabled", caret: "hide" });
        await page.close();
        files.push(path);
      }
    }
  }
  await saveLanguage(extensionPage, DEFAULT_SETTINGS.language);
  await extensionPage.close();
  return files;
}

/** Opens a page with a short timeout, so that a missing element fails quickly. */
async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  return page;
}

/** Sets the extension's language, as its options page would. */
async function saveLanguage(extensionPage: Page, language: Language | "auto"): Promise<void> {
  const message = { type: "save-settings", settings: { ...DEFAULT_SETTINGS, language } };
  await extensionPage.evaluate(`chrome.runtime.sendMessage(${JSON.stringify(message)})`);
}
