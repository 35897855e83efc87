// Makes the screenshots of the stores' listings: `node scripts/store-screenshots.ts [language ...]`, after `npm run setup`.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { LANGUAGES, type Language } from "../extension/settings.ts";
import { launchWithExtension } from "../test/browser/chromium.ts";
import { takeScreenshots } from "./screenshots/take.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "extension/dist/screenshots");

const isLanguage = (word: string): word is Language => LANGUAGES.some((language) => language === word);

const asked = process.argv.slice(2);
for (const word of asked) {
  if (!isLanguage(word)) throw new Error(`There are no words in ${word}; there are in ${LANGUAGES.join(", ")}.`);
}
const languages = asked.length > 0 ? asked.filter(isLanguage) : LANGUAGES;

for (const language of languages) {
  const fonts = spawnSync("fc-list", [`:lang=${language.replace("_", "-").toLowerCase()}`], { encoding: "utf8" });
  // Where nobody can tell, whoever looks at the pictures will.
  if (fonts.status === 0 && fonts.stdout === "") {
    throw new Error(`There is no font with the letters of ${language}: apt-get install fonts-noto-cjk`);
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
    ...{ folder: FOLDER, languages, colorSchemes: ["light", "dark"] },
  });
  for (const file of files) process.stdout.write(`${relative(ROOT, file)}\n`);
} finally {
  await browser.close();
  await emulator.stop();
}
