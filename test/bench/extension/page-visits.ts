import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";
import * as z from "zod/mini";
import { killWorker } from "../../browser/chromium.ts";
import type { Bench, Measured } from "../harness.ts";
import { type Budget, type CaseRow, createRow } from "../row.ts";
import { inTransaction, openExtension, ROUNDS } from "./open-extension.ts";

/** State of the extension at the time of a visit. */
type VisitScenario =
  /** The page is not cached; the worker is running. */
  | "first"
  /** The page is not cached; the worker has to be started. */
  | "worker-stopped"
  /** The page is cached, but the star has changed since. */
  | "repeated"
  /** The host has no account. */
  | "no-account";

/** Longer than any visit takes. */
const TIMEOUT_MS = 10_000;

/** Number of repositories on a page, far more than on real pages. */
const LINK_COUNT = 1000;

const ROWS = "/search?q=much";

interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** Rows of times after DOMContentLoaded, each from one scenario. */
  readonly times: readonly (readonly [label: string, scenario: VisitScenario, time: VisitTime, budget?: Budget])[];
}

const REPOSITORY_TIMES = [
  ["visible", "first", "visible", { must: 10, aim: 5 }],
  ["state shown, warm worker", "first", "state"],
  ["state shown, stopped worker", "worker-stopped", "state"],
  ["last state shown", "repeated", "state", { must: 20, aim: 10 }],
  ["current state shown", "repeated", "currentState"],
] as const satisfies MeasuredPage["times"];

const PAGES: readonly MeasuredPage[] = [
  { name: "a plain page", path: "/acme/widgets", times: REPOSITORY_TIMES },
  { name: "1,000 links", path: "/acme/links", times: REPOSITORY_TIMES },
  { name: "a list of 1,000", path: ROWS, times: [["controls in rows", "first", "row"]] },
];

/** Measures how soon the extension's controls are on pages, and what it adds to them. */
export async function measureVisits(bench: Bench): Promise<Measured> {
  const visit = await openVisitor(bench);
  const rows: CaseRow[] = [];
  for (const { name, path, times } of PAGES) {
    const scenarios = new Set<VisitScenario>([...times.map(([, scenario]) => scenario), "no-account"]);
    const candidates = [...scenarios].map((scenario) => ({ name: scenario, cost: () => visit(path, scenario) }));
    const by = await bench.compare(candidates, ROUNDS, path);
    /** Compared with visits without an account. */
    const added = (figureOf: Parameters<typeof by>[0]) => by(figureOf).difference("first", "no-account");
    rows.push(
      ...times.map(([label, scenario, time, budget]) =>
        createRow(`${name}: DOMContentLoaded to ${label}`, "ms", by((visit) => visit[time]).of(scenario), budget),
      ),
      createRow(
        `${name}: added long tasks`,
        "ms",
        added(({ longTasks }) => longTasks),
      ),
      createRow(
        `${name}: added work`,
        "ms",
        added(({ work }) => work),
      ),
      createRow(
        `${name}: added memory`,
        "MB",
        added(({ memory }) => memory),
      ),
    );
  }
  return { rows };
}

/** Opens a browser and returns a function that visits a page in a scenario. */
async function openVisitor(bench: Bench) {
  const { emulator, browser, ownPage } = await openExtension(bench);
  await seedLinksPage(emulator);
  return async (path: string, scenario: VisitScenario) => {
    const starred = scenario === "repeated" && (await flipStar(emulator, path));
    if (scenario !== "repeated") await ownPage.evaluate(CLEAR_CACHE);
    if (scenario === "worker-stopped") await killWorker(ownPage);
    else await ownPage.evaluate(`chrome.runtime.sendMessage({ type: "settings" })`);
    const page = await browser.context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.addInitScript(TIMING_SCRIPT);
    if (path === ROWS) await mockSearchResults(page);
    const session = await browser.context.newCDPSession(page);
    await session.send("Performance.enable");
    const url = new URL(path, emulator.webUrl);
    // Accounts belong to host names: under another name for the same server there is no account.
    if (scenario === "no-account") url.hostname = "localhost";
    await page.goto(url.href);
    await page.evaluate(`new Promise((resolve, reject) => {
      setTimeout(reject, ${TIMEOUT_MS}, "${path}, ${scenario}: timed out");
      const check = () => (${conditionOf(path, scenario, starred)} ? requestIdleCallback(resolve) : setTimeout(check, 10));
      check();
    })`);
    const times = Times.parse(await page.evaluate("forgehandTimes"));
    const { metrics } = await session.send("Performance.getMetrics");
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    await page.close();
    const after = (name: string) => (times[name] ?? Number.NaN) - (times["ready"] ?? Number.NaN);
    return {
      /** Times at which elements appeared, in milliseconds after DOMContentLoaded; negative if before it. */
      visible: after("visible"),
      /** The star's state, cached or current. */
      state: after("state"),
      currentState: after(String(starred)),
      /** The first row's controls. */
      row: after("row"),
      /** Total duration of tasks that blocked the main thread for more than 50 ms. */
      longTasks: times["longTasks"] ?? Number.NaN,
      /** Total task duration of the page's main thread, in milliseconds. */
      work: 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN),
      /** JavaScript heap in use, including the extension's, in megabytes. */
      memory: usedSize / 1e6,
    };
  };
}

type VisitTime = "visible" | "state" | "currentState" | "row";

const Times = z.record(z.string(), z.number());

/**
 * Expression that is true once the visit is complete.
 * @param starred current state of the star
 */
function conditionOf(path: string, scenario: VisitScenario, starred: boolean): string {
  if (scenario === "no-account") return "document.readyState === 'complete'";
  if (path === ROWS) return "forgehandTimes.row";
  return scenario === "repeated" ? `forgehandTimes.${starred}` : "forgehandTimes.state";
}

/** Clears the cached states of pages. */
const CLEAR_CACHE = inTransaction("forgehand-state", ["pages"], `transaction.objectStore("pages").clear();`);

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

const names = Array.from({ length: LINK_COUNT }, (_, index) => `acme/r${index}`);

/** Creates a repository whose README links to a thousand repositories. */
async function seedLinksPage({ control }: Emulator): Promise<void> {
  const readme = names.map((name) => `- [${name}](/${name}) is one of many`).join("\n");
  await control.seed({ repositories: { "acme/links": { files: { "README.md": `# Links\n\n${readme}\n` } } } });
}

/** Replaces the results of the search page with a thousand repositories. */
async function mockSearchResults(page: Page): Promise<void> {
  const row = (name: string) =>
    `<div class="search-result"><div class="row-main"><h3 class="row-title"><div class="search-title">
       <a href="/${name}">${name}</a></div></h3><p class="row-description">What ${name} is for</p></div></div>`;
  const list = `<div data-testid="results-list">${names.map(row).join("")}</div>`;
  await page.route(`**${ROWS}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/<div class="blankslate">[\s\S]*?<\/div>/, () => list);
    await route.fulfill({ response, body });
  });
}

/**
 * Script that records when elements appear on a page. It runs in the page's own world and sees changes that the
 * extension's scripts make through mutation observers, immediately after them.
 */
const TIMING_SCRIPT = `(() => {
  const times = { longTasks: 0 };
  globalThis.forgehandTimes = times;
  const note = (name) => { times[name] ??= performance.now(); };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) times.longTasks += duration;
  }).observe({ type: "longtask", buffered: true });
  document.addEventListener("DOMContentLoaded", () => note("ready"), { once: true, capture: true });
  const see = (root) => {
    if (root.host.getBoundingClientRect().height > 0 && root.querySelector(".bar button")) note("visible");
    const pressed = root.querySelector("button[aria-pressed]")?.getAttribute("aria-pressed");
    if (!pressed) return;
    note("state");
    note(pressed);
  };
  const watched = new Set();
  const find = () => {
    const root = document.querySelector("forgehand-overlay")?.shadowRoot;
    if (!root || watched.has(root)) return;
    watched.add(root);
    new MutationObserver(() => see(root)).observe(root, { childList: true, subtree: true, attributes: true });
    see(root);
  };
  const begin = () => {
    new MutationObserver(find).observe(document.documentElement, { childList: true, subtree: true });
    new MutationObserver((_, self) => {
      if (!document.querySelector("forgehand-row")) return;
      note("row");
      self.disconnect();
    }).observe(document.documentElement, { childList: true, subtree: true });
  };
  if (document.documentElement) begin();
  else new MutationObserver((_, self) => { self.disconnect(); begin(); }).observe(document, { childList: true });
})()`;
