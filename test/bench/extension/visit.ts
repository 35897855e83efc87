import type { Emulator } from "@forgehand/emulator";
import type { CDPSession, Page } from "playwright-core";
import { addAccount } from "../../browser/add-account.ts";
import { killWorker, launchWithExtension } from "../../browser/chromium.ts";
import { type PageTimings, parsePageTimings, TIMING_SCRIPT } from "./page-timings.ts";
import { LINKS, mockSearchResults, PLAIN, ROWS, seedLinksPage } from "./pages.ts";

/** Figures of one visit to a page. */
export interface PageVisit extends PageTimings {
  /** Time when the current state of the star was shown. */
  readonly currentState: number;
  /** Total task duration of the page's main thread, in milliseconds. */
  readonly work: number;
  /** JavaScript heap in use, including the extension's, in megabytes. */
  readonly memory: number;
}

/** State of the extension at the time of a visit. */
export type VisitScenario =
  /** The page is not cached; the worker is running. */
  | "first"
  /** The page is not cached; the worker has to be started. */
  | "worker-stopped"
  /** The page is cached, but the star has changed since. */
  | "repeated"
  /** The host has no account. */
  | "no-account";

/** A browser with the extension, an account, and pages to visit. */
export interface Visitor {
  visit(path: string, scenario: VisitScenario): Promise<PageVisit>;
  close(): Promise<void>;
}

/** Longer than any visit takes. */
const TIMEOUT_MS = 10_000;

export async function openVisitor(emulator: Emulator): Promise<Visitor> {
  await seedLinksPage(emulator);
  const browser = await launchWithExtension();
  const ownPage = await browser.context.newPage();
  await ownPage.goto(browser.optionsUrl);
  await addAccount(ownPage, emulator, "alice");
  return {
    close: () => browser.close(),
    async visit(path, scenario) {
      const starred = scenario === "repeated" && (await flipStar(emulator, path));
      await prepareScenario(ownPage, scenario);
      const page = await browser.context.newPage();
      page.setDefaultTimeout(TIMEOUT_MS);
      await page.addInitScript(TIMING_SCRIPT);
      if (path === ROWS) await mockSearchResults(page);
      const session = await browser.context.newCDPSession(page);
      await session.send("Performance.enable");
      await page.goto(addressOf(emulator, path, scenario));
      await page.evaluate(`new Promise((resolve, reject) => {
        setTimeout(reject, ${TIMEOUT_MS}, "${path}, ${scenario}: timed out");
        const check = () => (${conditionOf(path, scenario, starred)} ? requestIdleCallback(resolve) : setTimeout(check, 10));
        check();
      })`);
      const timings = parsePageTimings(await page.evaluate("forgehandTimes"));
      const visit = {
        ...timings,
        currentState: starred ? timings.starred : timings.unstarred,
        work: await taskDurationOf(session),
        memory: await memoryOf(session),
      };
      await page.close();
      return visit;
    },
  };
}

/** Accounts belong to host names: under another name for the same server there is no account. */
function addressOf({ webUrl }: Emulator, path: string, scenario: VisitScenario): string {
  const url = new URL(path, webUrl);
  if (scenario === "no-account") url.hostname = "localhost";
  return url.href;
}

/**
 * Expression that is true once the visit is complete.
 * @param starred current state of the star
 */
function conditionOf(path: string, scenario: VisitScenario, starred: boolean): string {
  if (scenario === "no-account") return "document.readyState === 'complete'";
  if (path === ROWS) return "forgehandTimes.row";
  return scenario === "repeated" ? `forgehandTimes.${starred}` : "forgehandTimes.state";
}

async function prepareScenario(ownPage: Page, scenario: VisitScenario): Promise<void> {
  if (scenario !== "repeated") await ownPage.evaluate(CLEAR_CACHE);
  if (scenario === "worker-stopped") await killWorker(ownPage);
  else await ownPage.evaluate(`chrome.runtime.sendMessage({ type: "settings" })`);
}

/** Clears the cached states of pages. */
const CLEAR_CACHE = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("forgehand-state");
  opening.onerror = reject;
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("pages", "readwrite");
    transaction.objectStore("pages").clear();
    transaction.onabort = reject;
    transaction.oncomplete = () => resolve(opening.result.close());
  };
})`;

/**
 * Changes the star through the API, without the extension.
 * @returns the new state
 */
async function flipStar({ apiUrl, tokens }: Emulator, path: string): Promise<boolean> {
  const star = `${apiUrl}/user/starred${path}`;
  const headers = { authorization: `token ${tokens["alice"]}` };
  const isStarred = (await fetch(star, { headers })).status === 204;
  await fetch(star, { method: isStarred ? "DELETE" : "PUT", headers });
  return !isStarred;
}

async function taskDurationOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
}

async function memoryOf(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  return (await session.send("Runtime.getHeapUsage")).usedSize / 1e6;
}

export const PAGES = { "a plain page": PLAIN, "1,000 links": LINKS } as const;
