import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { CHROMIUM, ensureChromium } from "../../../scripts/chromium.mjs";
import { builtEmulator } from "../action/built.ts";
import { figuresOf, type Spread, samplesOf } from "../measure.ts";
import type { Order } from "../order.ts";
import { type Result, rowsResult } from "../result.ts";
import type { Budget, Row } from "../row.ts";
import { ROWS } from "./pages.ts";
import { measureUnwatch } from "./unwatch.ts";
import { openVisitor, PAGES, type Start, type Visit, type Visitor } from "./visit.ts";

/** What is measured: what set-up has built, or another one. */
const EXTENSION =
  process.env["FORGEHAND_EXTENSION"] ??
  fileURLToPath(new URL("../../../extension/.output/chrome-mv3", import.meta.url));

const ROUNDS = { rounds: 9, warmUps: 1 };

const VISIBLE = { must: 10, aim: 5 };
const LAST_STATE = { must: 20, aim: 10 };

/** How quick and how light the extension is on a page, and how near its bulk work comes to the limits. */
export async function measureExtension(order: Order): Promise<Result> {
  if (order.isQuick) return rowsResult([...sizes(), ...(await measureUnwatch())]);
  process.env[CHROMIUM.variable] ??= ensureChromium((line) => process.stderr.write(`${line}\n`));
  return rowsResult([...sizes(), ...(await measureVisits(order.tell)), ...(await measureUnwatch())]);
}

function sizes(): Row[] {
  const size = (script: string, budget: Budget = {}): Row => {
    const figure = gzipSync(readFileSync(join(EXTENSION, script)), { level: 9 }).length / 1000;
    return { case: "extension", name: `${script}, gzip`, unit: "kB", figure, steady: "exact", ...budget };
  };
  return [size("overlay.js", { must: 12, aim: 10 }), size("reviewers.js"), size("rows.js")];
}

async function measureVisits(tell: Order["tell"]): Promise<Row[]> {
  const startEmulator = await builtEmulator();
  const emulator = await startEmulator({});
  const visitor = await openVisitor(emulator);
  try {
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(PAGES)) rows.push(...(await onRepository(visitor, name, path, tell)));
    return [...rows, ...(await onList(visitor, tell))];
  } finally {
    await visitor.close();
    await emulator.stop();
  }
}

/** A visit in each of some ways, round by round. */
function visits<S extends Start>(visitor: Visitor, path: string, starts: readonly S[], tell: Order["tell"]) {
  return samplesOf<S, Visit>(
    starts.map((start) => ({ name: start, cost: () => visitor.visit(path, start) })),
    { ...ROUNDS, tell: (round) => tell(`${path}, ${round}`) },
  );
}

async function onRepository(visitor: Visitor, page: string, path: string, tell: Order["tell"]): Promise<Row[]> {
  const samples = await visits(visitor, path, ["first", "killed", "again", "without"], tell);
  const since = (what: string, start: "first" | "killed" | "again", when: (visit: Visit) => number, budget = {}) =>
    row(`${page}: DOMContentLoaded to ${what}`, "ms", figuresOf(samples, when).of(start), budget);
  return [
    since("visible", "first", ({ visible }) => visible, VISIBLE),
    since("known, warm worker", "first", ({ state }) => state),
    since("known, killed worker", "killed", ({ state }) => state),
    since("last state shown", "again", ({ state }) => state, LAST_STATE),
    since("the state that it has by now", "again", ({ now }) => now),
    ...beyond(page, samples, "first"),
  ];
}

async function onList(visitor: Visitor, tell: Order["tell"]): Promise<Row[]> {
  const page = "a list of 1,000";
  const samples = await visits(visitor, ROWS, ["first", "without"], tell);
  const rows = figuresOf(samples, (visit) => visit.row).of("first");
  return [row(`${page}: DOMContentLoaded to controls in rows`, "ms", rows), ...beyond(page, samples, "first")];
}

/** What the extension adds to the page's own. */
function beyond(page: string, samples: ReadonlyMap<Start, readonly Visit[]>, start: Start): Row[] {
  const more = (figure: (visit: Visit) => number) => figuresOf(samples, figure).difference(start, "without");
  return [
    row(
      `${page}: long tasks beyond its own`,
      "ms",
      more(({ longTasks }) => longTasks),
    ),
    row(
      `${page}: work beyond its own`,
      "ms",
      more(({ work }) => work),
    ),
    row(
      `${page}: memory beyond its own`,
      "MB",
      more(({ memory }) => memory),
    ),
  ];
}

function row(name: string, unit: Row["unit"], { median, low, high }: Spread, budget: Budget = {}): Row {
  return { case: "extension", name, unit, figure: median, low, high, ...budget };
}
