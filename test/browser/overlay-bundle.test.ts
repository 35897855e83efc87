import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { EXTENSION } from "./chromium.ts";

/** What runs on a forge's pages. */
const SCRIPTS = readdirSync(EXTENSION).filter((file) => ["overlay.js", "rows.js", "reviewers.js"].includes(file));

/** What a script on a page has no business with: tokens and what they are for, storage of the worker's, running of texts. */
const FORBIDDEN = [
  /zod|ZodMini|_zod/,
  /token/i,
  /authorization/i,
  /bearer/i,
  /\bghp_|\bgho_|\bgithub_pat_|\bghs_/,
  /indexedDB/,
  /\bfetch\s*\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon/,
  /\beval\s*\(|new Function|insertAdjacentHTML|document\.write/,
  /postMessage|externally_connectable/,
  /storage\.(session|sync|managed)/,
];

const textOf = (file: string) => readFileSync(join(EXTENSION, file), "utf8");

describe("the scripts that run on a forge's pages, as they are built", () => {
  test("are all there", () => {
    expect(SCRIPTS.sort()).toEqual(["overlay.js", "reviewers.js", "rows.js"]);
  });

  test("of which the one on every page has at most 12 kB, compressed", () => {
    expect(gzipSync(textOf("overlay.js"), { level: 9 }).length).toBeLessThanOrEqual(12_000);
  });

  test.each(SCRIPTS)("%s has nothing of tokens, of parsing, of calls", (file) => {
    const text = textOf(file);
    for (const forbidden of FORBIDDEN) expect(text.match(forbidden)?.[0], String(forbidden)).toBeUndefined();
  });
});
