// `npm run icons`: renders the extension's icon.svg with Chromium, in every size that browsers and stores need.
import { writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { CHROMIUM } from "./browsers.mjs";
import { fingerprint, ICON_SIZES, iconFile, readDrawing, SOURCE_KEYWORD } from "./icons/icons.ts";
import { addText } from "./icons/png.ts";
import { findProgram } from "./program.mjs";

const svg = readDrawing();
const executablePath = findProgram(CHROMIUM);
if (!executablePath) throw new Error("Chromium was not found. Run `npm run setup`, or set CHROMIUM_PATH.");
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
const page = await browser.newPage();
await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`);
for (const size of ICON_SIZES) {
  await page.setViewportSize({ width: size, height: size });
  const png = await page.screenshot({ omitBackground: true });
  writeFileSync(iconFile(size), addText(png, SOURCE_KEYWORD, fingerprint(svg)));
}
await browser.close();
