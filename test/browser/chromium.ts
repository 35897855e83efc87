import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { CHROMIUM } from "../../scripts/browsers.mjs";
import { findProgram } from "../../scripts/program.mjs";

/** Folder of the built extension. */
export const EXTENSION_FOLDER = fileURLToPath(new URL("../../extension/.output/chrome-mv3", import.meta.url));

export interface ChromiumWithExtension {
  readonly context: BrowserContext;
  readonly optionsUrl: string;
  /** Returns a blank page with the extension's origin, opened on first use and kept open. */
  extensionPage(): Promise<Page>;
  /** Deletes all data of the extension, all cookies, and all tabs except those given. */
  reset(pagesToKeep?: readonly Page[]): Promise<void>;
  /** Grants access to a host when the extension asks for it, because a headless browser shows no permission prompt. */
  grantHost(pattern: string): Promise<void>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  readonly headed?: boolean;
  /** Profile folder to use and keep; default: a temporary one. */
  readonly profile?: string;
}

/** Pattern of the emulator's pages. */
const LOOPBACK = "http://127.0.0.1/*";

const CHROMIUM_FLAGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  `--disable-extensions-except=${EXTENSION_FOLDER}`,
  `--load-extension=${EXTENSION_FOLDER}`,
  // Only the emulator may receive requests.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Returns the shell command that opens a profile created by {@link launchWithExtension}. */
export function commandToOpen(profile: string, address: string): string {
  const quote = (argument: string) =>
    /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
  return [
    findProgram(CHROMIUM) ?? "chromium",
    ...CHROMIUM_FLAGS,
    `--user-data-dir=${profile}`,
    "--no-first-run",
    address,
  ]
    .map(quote)
    .join(" ");
}

/** Removes a folder after standard input ends and the browser, which exits at the same time, no longer writes to it. */
const REMOVE_SCRIPT = 'cat; sleep 2; until rm -rf "$0"; do sleep 1; done';

/** Processes that remove a profile when this process ends, by profile folder. */
const removers = new Map<string, ChildProcess>();

/** Creates a profile folder. It is removed by {@link removeProfile} or when this process ends, even if it is killed. */
export function temporaryProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), "forgehand-chromium-"));
  const remover = spawn("sh", ["-c", REMOVE_SCRIPT, profile], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  remover.unref();
  removers.set(profile, remover);
  return profile;
}

export function removeProfile(profile: string): void {
  // Retries, because a browser process that is still exiting can write to the folder.
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  removers.get(profile)?.kill();
  removers.delete(profile);
}

/** Starts Chromium with the built extension, with an empty profile unless one is given. */
export async function launchWithExtension(options: LaunchOptions = {}): Promise<ChromiumWithExtension> {
  const executablePath = findProgram(CHROMIUM);
  if (!executablePath) throw new Error("Chromium was not found. Run `npm run setup`, or set CHROMIUM_PATH.");
  const profile = options.profile ?? temporaryProfile();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: !options.headed,
    viewport: { width: 1200, height: 720 },
    colorScheme: "light",
    // The caller closes the browser, and thereby removes its profile.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...CHROMIUM_FLAGS],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const id = new URL(worker.url()).host;
  const optionsUrl = `chrome-extension://${id}/options.html`;
  // This page is slow to open, and therefore kept open.
  const [extensionsPage = await context.newPage()] = context.pages();
  await extensionsPage.goto("chrome://extensions");
  // The extension still has to request the access as usual.
  const grantHost = async (pattern: string) => {
    const granted = [id, pattern].map((value) => JSON.stringify(value)).join(", ");
    await extensionsPage.evaluate(`chrome.developerPrivate.addHostPermission(${granted})`);
  };
  await grantHost(LOOPBACK);
  let ownPage: Promise<Page> | undefined;
  const openExtensionPage = async () => {
    const page = await context.newPage();
    // An image has the same permissions as any page of the extension, but runs no scripts that would interfere.
    await page.goto(new URL("icon/icon.svg", optionsUrl).href);
    return page;
  };
  const extensionPage = () => {
    ownPage ??= openExtensionPage();
    return ownPage;
  };
  return {
    context,
    optionsUrl,
    extensionPage,
    async reset(pagesToKeep = []) {
      const blankPage = await extensionPage();
      const others = context
        .pages()
        .filter((page) => page !== extensionsPage && page !== blankPage && !pagesToKeep.includes(page));
      await Promise.all(others.map((page) => page.close()));
      const isWiped = await blankPage.evaluate(`chrome.runtime.sendMessage({ type: "wipe" }).then(({ ok }) => ok)`);
      if (isWiped !== true) throw new Error("The extension's data could not be deleted.");
      await Promise.all([
        context.unrouteAll({ behavior: "ignoreErrors" }),
        context.clearCookies(),
        context.setOffline(false),
        grantHost(LOOPBACK),
      ]);
    },
    grantHost,
    async close() {
      await context.close();
      if (options.profile === undefined) removeProfile(profile);
    },
  };
}

/**
 * Stops the extension's worker, as the browser does when it is idle.
 * @param ownPage a page of the extension
 */
export async function killWorker(ownPage: Page): Promise<void> {
  const session = await ownPage.context().newCDPSession(ownPage);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
}

/**
 * Fills in and saves the form on the options page.
 * @returns the page's message
 */
export async function saveAccount(
  page: Page,
  account: { readonly host: string; readonly token: string; readonly dialect?: string; readonly api?: string },
): Promise<string> {
  await page.getByLabel("Host", { exact: true }).fill(account.host);
  await page.getByLabel("Token", { exact: true }).fill(account.token);
  if (account.dialect !== undefined || account.api !== undefined) {
    await page.locator("details:has([name=api])").evaluate((details) => details.setAttribute("open", ""));
    if (account.api !== undefined) await page.getByLabel("API address").fill(account.api);
    if (account.dialect !== undefined) await page.getByLabel("API dialect").selectOption(account.dialect);
  }
  await page.getByRole("button", { name: "Save" }).click();
  const outcome = page.locator("[role=status]:not(:empty), [role=alert]").first();
  await outcome.waitFor().catch(async (error: unknown) => {
    throw new Error(`Saving showed no result: ${await page.evaluate(FORM_STATE_SCRIPT)}`, { cause: error });
  });
  return outcome.innerText();
}

/** Describes the state of the account form, as JSON. */
const FORM_STATE_SCRIPT = `chrome.permissions.getAll().then(({ origins }) => JSON.stringify({
  origins,
  isValid: document.forms[0]?.checkValidity(),
  isBusy: document.querySelector("[type=submit]")?.disabled,
}))`;
