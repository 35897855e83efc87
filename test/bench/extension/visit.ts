import type { Emulator } from "@forgehand/emulator";
import type { CDPSession, Page } from "playwright-core";
import { addAccount } from "../../browser/add-account.ts";
import { type ExtensionBrowser, launchWithExtension } from "../../browser/chromium.ts";
import { LINKS, PLAIN, plantLinks, ROWS, showRows } from "./pages.ts";
import { readSeen, type Seen, WATCH } from "./seen.ts";

/** What a visit to a page came to. */
export interface Visit extends Seen {
  /** All that the page's own thread did, in milliseconds. */
  readonly work: number;
  /** What its scripts hold, the extension's too, in megabytes. */
  readonly memory: number;
}

/** How the extension is when somebody comes. */
export type Start =
  /** It never saw the page; its worker is awake. */
  | "first"
  /** It never saw the page, and its worker has to be started. */
  | "killed"
  /** It was there before, and somebody has changed the star since. */
  | "again"
  /** It has no account for the host. */
  | "without";

/** A browser with the extension, an account and pages to go to. */
export interface Visitor {
  visit(path: string, start: Start): Promise<Visit>;
  close(): Promise<void>;
}

/** Longer than anything takes. */
const PATIENCE = 10_000;

export async function openVisitor(emulator: Emulator): Promise<Visitor> {
  await plantLinks(emulator);
  const browser = await launchWithExtension();
  const own = await browser.context.newPage();
  await own.goto(browser.optionsUrl);
  await addAccount(own, emulator, "alice");
  return {
    close: () => browser.close(),
    async visit(path, start) {
      await prepare(browser, own, emulator, path, start);
      const page = await browser.context.newPage();
      page.setDefaultTimeout(PATIENCE);
      await page.addInitScript(WATCH);
      if (path === ROWS) await showRows(page);
      const session = await browser.context.newCDPSession(page);
      await session.send("Performance.enable");
      await page.goto(addressOf(emulator, path, start));
      await page.evaluate(`new Promise((resolve, reject) => {
        setTimeout(reject, ${PATIENCE}, "what was waited for never came");
        const look = () => (${untilOf(path, start)} ? requestIdleCallback(resolve) : setTimeout(look, 10));
        look();
      })`);
      const visit = {
        ...readSeen(await page.evaluate("forgehandTimes")),
        work: await workOf(session),
        memory: await memoryOf(session),
      };
      await page.close();
      return visit;
    },
  };
}

/** Hosts go by their names: under another one there is no account. */
function addressOf({ webUrl }: Emulator, path: string, start: Start): string {
  const url = new URL(path, webUrl);
  if (start === "without") url.hostname = "localhost";
  return url.href;
}

/** What a visit waits for. */
function untilOf(path: string, start: Start): string {
  if (start === "without") return "document.readyState === 'complete'";
  if (path === ROWS) return "forgehandTimes.row";
  return start === "again" ? "forgehandTimes.other" : "forgehandTimes.state";
}

async function prepare(browser: ExtensionBrowser, own: Page, emulator: Emulator, path: string, start: Start) {
  if (start === "again") {
    await flipStar(emulator, path);
    await own.evaluate("chrome.storage.local.get(null)");
  } else await own.evaluate(FORGET);
  if (start === "killed") {
    const session = await browser.context.newCDPSession(own);
    await session.send("ServiceWorker.enable");
    await session.send("ServiceWorker.stopAllWorkers");
    await session.detach();
  } else {
    await own.evaluate(`chrome.runtime.sendMessage({ type: "settings" })`);
  }
}

/** Takes away what is known of pages. */
const FORGET = `chrome.storage.local.get(null).then((all) =>
  chrome.storage.local.remove(Object.keys(all).filter((key) => key.startsWith("known "))))`;

/** Changes the star past the extension, once it is known there. */
async function flipStar({ apiUrl, tokens }: Emulator, path: string): Promise<void> {
  const star = `${apiUrl}/user/starred${path}`;
  const headers = { authorization: `token ${tokens["alice"]}` };
  const { status } = await fetch(star, { headers });
  await fetch(star, { method: status === 204 ? "DELETE" : "PUT", headers });
}

async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
}

async function memoryOf(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  return (await session.send("Runtime.getHeapUsage")).usedSize / 1e6;
}

export const PAGES = { "a plain page": PLAIN, "1,000 links": LINKS } as const;
