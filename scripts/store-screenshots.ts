// Takes the screenshots for the stores' listings, after `npm run setup`:
// `node scripts/store-screenshots.ts [language ...]`.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { LANGUAGES, type Language } from "../extension/settings.ts";
import { launchWithExtension } from "../test/browser/chromium.ts";
import { takeScreenshots } from "./screenshots/take-screenshots.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "extension/dist/screenshots");

const isLanguage = (argument: string): argument is Language => LANGUAGES.some((language) => language === argument);

const requestedLanguages = process.argv.slice(2);
for (const argument of requestedLanguages) {
  if (!isLanguage(argument)) throw new Error(`The language must be one of ${LANGUAGES.join(", ")}, got ${argument}.`);
}
const languages = requestedLanguages.length > 0 ? requestedLanguages.filter(isLanguage) : LANGUAGES;

for (const language of languages) {
  const fonts = spawnSync("fc-list", [`:lang=${language.replace("_", "-").toLowerCase()}`], { encoding: "utf8" });
  // Without fc-list, this check is skipped; missing fonts are then visible in the screenshots.
  if (fonts.status === 0 && fonts.stdout === "") {
    throw new Error(`A font for ${language} must be installed. On Debian: apt-get install fonts-noto-cjk`);
  }
}

const { startEmulator }: typeof import("@forgehand/emulator") = await import(
  pathToFileURL(join(ROOT, "packages/emulator/dist/index.js")).href
);
const emulator = await startEmulator({ seed: "full" });
const browser = await launchWithExtension();
try {
  rmSync(FOLDER, { recursive: true, force: true });
  const files = await takeScreenshots(browser, emulator, {
    folder: FOLDER,
    languages,
    colorSchemes: ["light", "dark"],
  });
  for (const file of files) process.stdout.write(`${relative(ROOT, file)}\n`);
} finally {
  await browser.close();
  await emulator.stop();
}
