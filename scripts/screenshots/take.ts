import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "@forgehand/emulator";
import type { BrowserContext, Page } from "playwright-core";
import { DEFAULT_SETTINGS, type Language } from "../../extension/settings.ts";
import { type ExtensionBrowser, saveAccount } from "../../test/browser/chromium.ts";
import { SCENES } from "./scenes.ts";
import { worldToShow } from "./world.ts";

/** What stores ask for. */
const SIZE = { width: 1280, height: 800 };

/** Which pictures are wanted, and where to. */
export interface Wanted {
  /** Gets a folder for each language. */
  readonly folder: string;
  readonly languages: readonly Language[];
  readonly colorSchemes: readonly ("light" | "dark")[];
}

/**
 * Takes the pictures of the listings: drives the extension as people do, against an emulator with a world made up for it.
 * @returns their files
 */
export async function takeScreenshots(
  { context, optionsUrl }: Pick<ExtensionBrowser, "context" | "optionsUrl">,
  emulator: Emulator,
  { folder, languages, colorSchemes }: Wanted,
): Promise<string[]> {
  const account = `alice ${emulator.webUrl}`;
  const ownUrl = (file: string) => `${new URL(file, optionsUrl).href}?${new URLSearchParams({ account })}`;
  await emulator.control.seed(worldToShow());
  const own = await openPage(context);
  await own.goto(ownUrl("options.html"));
  await saveAccount(own, { host: emulator.webUrl, token: emulator.tokens["alice"] ?? "" });
  await signIn(own, emulator);
  await own.goto(ownUrl("lists.html"));
  await own.getByRole("button", { name: "Gather my repositories" }).click();
  await own.getByRole("grid").waitFor();
  const files: string[] = [];
  for (const language of languages) {
    await saveLanguage(own, language);
    mkdirSync(join(folder, language), { recursive: true });
    for (const colorScheme of colorSchemes) {
      for (const [index, { name, show }] of SCENES.entries()) {
        const page = await openPage(context);
        await page.setViewportSize(SIZE);
        await page.emulateMedia({ colorScheme });
        await show({ page, webUrl: emulator.webUrl, ownUrl });
        const path = join(folder, language, `${index + 1}-${name}-${colorScheme}.png`);
        await page.screenshot({ path, animations: "disabled", caret: "hide" });
        await page.close();
        files.push(path);
      }
    }
  }
  await saveLanguage(own, DEFAULT_SETTINGS.language);
  await own.close();
  return files;
}

/** A page on which nothing is waited for in vain for long: what is missing says so. */
async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  return page;
}

/** On the forge's own pages, as whom the extension acts too. */
async function signIn(page: Page, { webUrl }: Emulator): Promise<void> {
  await page.goto(`${webUrl}/login`);
  await page.getByRole("button", { name: /^alice\b/ }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

/** Has the extension speak a language, as its options page would. */
async function saveLanguage(own: Page, language: Language | "auto"): Promise<void> {
  const message = { type: "save-settings", settings: { ...DEFAULT_SETTINGS, language } };
  await own.evaluate(`chrome.runtime.sendMessage(${JSON.stringify(message)})`);
}
