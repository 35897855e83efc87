import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { EXTENSION_FOLDER } from "../../browser/chromium.ts";
import type { BenchPart, Measured } from "../harness.ts";
import { type Budget, createRow } from "../row.ts";
import { measureLists } from "./lists-page.ts";
import { measureVisits } from "./page-visits.ts";
import { measureUnwatch } from "./unwatch.ts";

/** Measures size, load times and memory of the extension on pages, and its bulk work against the rate limits. */
export const EXTENSION: readonly BenchPart[] = [
  { measure: measureScripts },
  { measure: measureVisits, isSlow: true },
  { measure: measureLists, isSlow: true },
  { measure: measureUnwatch },
];

/** Folder of the built extension whose scripts are measured. */
const FOLDER = process.env["FORGEHAND_EXTENSION"] ?? EXTENSION_FOLDER;

const SCRIPTS: Readonly<Record<string, Budget>> = {
  "overlay.js": { must: 12, aim: 10 },
  "reviewers.js": {},
  "rows.js": {},
};

async function measureScripts(): Promise<Measured> {
  const rows = Object.entries(SCRIPTS).map(([script, budget]) => {
    const size = gzipSync(readFileSync(join(FOLDER, script)), { level: 9 }).length / 1000;
    return createRow(`${script}, gzip`, "kB", size, { steady: "exact", ...budget });
  });
  return { rows };
}
