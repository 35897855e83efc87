import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "../../scripts/chromium.mjs";

/** The built extension: the project's own, unless another one is to be tried. */
export const EXTENSION =
  process.env["FORGEHAND_EXTENSION"] ?? fileURLToPath(new URL("../../extension/.output/chrome-mv3", import.meta.url));

/** A Chromium of its own, with the extension in it. */
export interface ExtensionBrowser {
  readonly context: BrowserContext;
  readonly optionsUrl: string;
  /** A page of the extension's own that draws nothing and stays open; opened by the first call. */
  ownPage(): Promise<Page>;
  /** Takes away all that the extension has kept, every cookie, and every tab but those to keep. */
  reset(keep?: readonly Page[]): Promise<void>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  readonly headed?: boolean;
  /** A folder that outlives the browser; default a new one, which doesn't. */
  readonly profile?: string;
}

const ARGUMENTS = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  `--disable-extensions-except=${EXTENSION}`,
  `--load-extension=${EXTENSION}`,
  // Nothing but the emulator is to be asked for anything.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** What a person types into a shell to open a profile that {@link launchWithExtension} has left. */
export function commandToOpen(profile: string, address: string): string {
  const quote = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  return [findChromium() ?? "chromium", ...ARGUMENTS, `--user-data-dir=${profile}`, "--no-first-run", address]
    .map(quote)
    .join(" ");
}

/** Removes a folder once its standard input ends, and the browser, which ends with it, no longer writes there. */
const REMOVE = 'cat; sleep 2; until rm -rf "$0"; do sleep 1; done';

/** The processes that wait for the end of this one, by the profile that they remove then. */
const removers = new Map<string, ChildProcess>();

/** Creates the folder of a profile. It is removed with {@link removeProfile}, or when this process ends, even if it is killed. */
export function temporaryProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), "forgehand-chromium-"));
  const remover = spawn("sh", ["-c", REMOVE, profile], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  remover.unref();
  removers.set(profile, remover);
  return profile;
}

export function removeProfile(profile: string): void {
  // A process of the browser that still ends can write into it.
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  removers.get(profile)?.kill();
  removers.delete(profile);
}

/** Starts Chromium with the built extension, and an empty profile unless one is given. */
export async function launchWithExtension(options: LaunchOptions = {}): Promise<ExtensionBrowser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No Chromium here. Run `npm run setup`, or set CHROMIUM_PATH.");
  const profile = options.profile ?? temporaryProfile();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: !options.headed,
    viewport: { width: 1200, height: 720 },
    colorScheme: "light",
    // Whoever launched it closes it, and so takes its profile away too.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: ARGUMENTS,
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const id = new URL(worker.url()).host;
  const optionsUrl = `chrome-extension://${id}/options.html`;
  // Slow to open, so it stays.
  const [permissions = await context.newPage()] = context.pages();
  await permissions.goto("chrome://extensions");
  await allowLoopback(permissions, id);
  let own: Promise<Page> | undefined;
  const openOwn = async () => {
    const page = await context.newPage();
    // The picture may ask what every own page may, and draws nothing that follows.
    await page.goto(new URL("icon/icon.svg", optionsUrl).href);
    return page;
  };
  const ownPage = () => {
    own ??= openOwn();
    return own;
  };
  return {
    context,
    optionsUrl,
    ownPage,
    async reset(keep = []) {
      const kept = await ownPage();
      const others = context.pages().filter((page) => page !== permissions && page !== kept && !keep.includes(page));
      await Promise.all(others.map((page) => page.close()));
      const isWiped = await kept.evaluate(`chrome.runtime.sendMessage({ type: "wipe" }).then(({ ok }) => ok)`);
      if (isWiped !== true) throw new Error("What the extension has kept is still there.");
      await Promise.all([
        context.unrouteAll({ behavior: "ignoreErrors" }),
        context.clearCookies(),
        context.setOffline(false),
        allowLoopback(permissions, id),
      ]);
    },
    async close() {
      await context.close();
      if (options.profile === undefined) removeProfile(profile);
    },
  };
}

/**
 * Lets the extension have 127.0.0.1 when it asks: nobody can click a permission prompt in a headless browser. The
 * extension still asks for it, in the way it asks a person. @param page one at chrome://extensions
 */
async function allowLoopback(page: Page, id: string): Promise<void> {
  await page.evaluate(`chrome.developerPrivate.addHostPermission(${JSON.stringify(id)}, "http://127.0.0.1/*")`);
}

/** Ends the extension's worker, as a browser does when it has been idle. @param own a page of the extension's own */
export async function killWorker(own: Page): Promise<void> {
  const session = await own.context().newCDPSession(own);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
}

/** Fills the options page in as a person does. @returns what it says then */
export async function saveAccount(
  page: Page,
  account: { readonly host: string; readonly token: string; readonly dialect?: string; readonly api?: string },
): Promise<string> {
  await page.getByLabel("Host", { exact: true }).fill(account.host);
  await page.getByLabel("Token", { exact: true }).fill(account.token);
  if (account.dialect !== undefined || account.api !== undefined) {
    await page.locator("details:has([name=api])").evaluate((details) => details.setAttribute("open", ""));
    if (account.api !== undefined) await page.getByLabel("API address").fill(account.api);
    if (account.dialect !== undefined) await page.getByLabel("Names on the wire").selectOption(account.dialect);
  }
  await page.getByRole("button", { name: "Save" }).click();
  const outcome = page.locator("[role=status]:not(:empty), [role=alert]");
  await outcome.first().waitFor();
  return outcome.first().innerText();
}
