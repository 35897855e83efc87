import type { Emulator } from "@forgehand/emulator";
import type { CDPSession, Page } from "playwright-core";
import { addAccount } from "../../browser/add-account.ts";
import { killWorker, launchWithExtension } from "../../browser/chromium.ts";
import { LINKS, PLAIN, plantLinks, ROWS, showRows } from "./pages.ts";
import { readSeen, type Seen, WATCH } from "./seen.ts";

/** What a visit to a page came to. */
export interface Visit extends Seen {
  /** When it showed whether there is a star by now. */
  readonly now: number;
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
      const starred = start === "again" && (await flipStar(emulator, path));
      await prepare(own, start);
      const page = await browser.context.newPage();
      page.setDefaultTimeout(PATIENCE);
      await page.addInitScript(WATCH);
      if (path === ROWS) await showRows(page);
      const session = await browser.context.newCDPSession(page);
      await session.send("Performance.enable");
      await page.goto(addressOf(emulator, path, start));
      await page.evaluate(`new Promise((resolve, reject) => {
        setTimeout(reject, ${PATIENCE}, "${path}, ${start}: what was waited for never came");
        const look = () => (${untilOf(path, start, starred)} ? requestIdleCallback(resolve) : setTimeout(look, 10));
        look();
      })`);
      const seen = readSeen(await page.evaluate("forgehandTimes"));
      const visit = {
        ...seen,
        now: starred ? seen.starred : seen.unstarred,
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

/** What a visit waits for. @param starred how the star is by now */
function untilOf(path: string, start: Start, starred: boolean): string {
  if (start === "without") return "document.readyState === 'complete'";
  if (path === ROWS) return "forgehandTimes.row";
  return start === "again" ? `forgehandTimes.${starred}` : "forgehandTimes.state";
}

async function prepare(own: Page, start: Start): Promise<void> {
  if (start !== "again") await own.evaluate(FORGET);
  if (start === "killed") await killWorker(own);
  else await own.evaluate(`chrome.runtime.sendMessage({ type: "settings" })`);
}

/** Takes away what is known of pages. */
const FORGET = `chrome.storage.local.get(null).then((all) =>
  chrome.storage.local.remove(Object.keys(all).filter((key) => key.startsWith("known "))))`;

/** Changes the star past the extension. @returns whether there is one by now */
async function flipStar({ apiUrl, tokens }: Emulator, path: string): Promise<boolean> {
  const star = `${apiUrl}/user/starred${path}`;
  const headers = { authorization: `token ${tokens["alice"]}` };
  const isStarred = (await fetch(star, { headers })).status === 204;
  await fetch(star, { method: isStarred ? "DELETE" : "PUT", headers });
  return !isStarred;
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
