import { mkdirSync } from "node:fs";
import { type ChromiumWithExtension, launchWithExtension, saveAccount } from "../browser/chromium.ts";
import { findCoveredElements } from "../browser/covered-elements.ts";
import { signInOnSite } from "../browser/site-session.ts";
import { type EmulatorProcess, startEmulatorProcess } from "../service/emulator-process.ts";

/** The generations of the site's pages that the emulator draws. */
const GENERATIONS = ["2022", "2024", "2026"] as const;

/** Pages whose pictures show each place of the controls. */
const PAGES = [
  { name: "repository", path: "/acme/widgets", width: 1280 },
  { name: "repository-narrow", path: "/acme/widgets", width: 400 },
  { name: "repository-dark", path: "/acme/widgets", width: 1280, colorScheme: "dark" },
  { name: "pull-requests", path: "/acme/widgets/pulls", width: 1280 },
  { name: "pull-request", path: "/acme/widgets/pull/1", width: 1280 },
  { name: "pull-request-narrow", path: "/acme/widgets/pull/1", width: 400 },
  { name: "pull-request-files", path: "/acme/widgets/pull/1/files", width: 1280 },
  { name: "search", path: "/search?q=widgets", width: 1280 },
  { name: "window-edge", path: "/acme/widgets", width: 1280, body: "<h1>A page without room</h1>" },
] as const;

/** Names of the pictures that {@link takePagePictures} takes. */
export const PAGE_PICTURES: readonly string[] = GENERATIONS.flatMap((generation) =>
  PAGES.map(({ name }) => `${generation}-${name}.png`),
).toSorted();

/**
 * Takes a picture of the controls on each kind of page, in each generation of the site's pages.
 * @param folder output folder, with a slash at its end
 * @throws Error if the controls cover a link, button, field or heading of the page
 */
export async function takePagePictures(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await launchWithExtension();
  try {
    for (const generation of GENERATIONS) {
      const emulator = await startEmulatorProcess("--markup", generation);
      try {
        await takePictures(browser, emulator, `${folder}${generation}-`);
      } finally {
        await emulator.stop();
      }
    }
  } finally {
    await browser.close();
  }
}

async function takePictures(
  { context, optionsUrl }: ChromiumWithExtension,
  { webUrl, tokens }: EmulatorProcess,
  prefix: string,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(optionsUrl);
  await saveAccount(page, { host: webUrl, token: tokens["alice"] ?? "" });
  await signInOnSite(page, webUrl, "alice");
  for (const picture of PAGES) {
    const { name, path, width } = picture;
    await page.unrouteAll();
    if ("body" in picture) await page.route(`**${path}`, (route) => route.fulfill(fullPage(picture.body)));
    await page.emulateMedia({ colorScheme: "colorScheme" in picture ? picture.colorScheme : "light" });
    await page.setViewportSize({ width, height: 720 });
    await page.goto(webUrl + path);
    const host = name === "search" ? "forgehand-row" : "forgehand-overlay";
    await page.locator(host).getByRole("button").first().waitFor();
    if (name === "pull-request") await page.getByRole("combobox", { name: "Add reviewers" }).waitFor();
    if (name === "search") await page.locator("forgehand-row").first().hover();
    const covered = await findCoveredElements(page);
    if (covered.length > 0) throw new Error(`${prefix}${name}: the controls cover ${covered.join(", ")}`);
    await page.screenshot({ path: `${prefix}${name}.png` });
  }
  await page.close();
}

/** A page that has none of the places where the controls fit. */
const fullPage = (body: string) => ({ body: `<!doctype html><title>Page</title>${body}`, contentType: "text/html" });
