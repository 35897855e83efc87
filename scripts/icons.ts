// `npm run icons`: draws the extension's icons in every size that browsers and stores want, from icon.svg, by Chromium.
import { writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { findChromium } from "./chromium.mjs";
import { drawing, fingerprint, iconFile, SIZES, SOURCE } from "./icons/icons.ts";
import { withText } from "./icons/png.ts";

const svg = drawing();
const executablePath = findChromium();
if (!executablePath) throw new Error("No Chromium here. Run `npm run setup`, or set CHROMIUM_PATH.");
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
const page = await browser.newPage();
await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`);
for (const size of SIZES) {
  await page.setViewportSize({ width: size, height: size });
  const png = await page.screenshot({ omitBackground: true });
  writeFileSync(iconFile(size), withText(png, SOURCE, fingerprint(svg)));
}
await browser.close();
