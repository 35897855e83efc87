import { describe, expect, test } from "vitest";
import { BROWSERS, builtText, gzippedSize } from "./built.ts";

/** What runs on a forge's pages. */
const SCRIPTS = ["overlay.js", "reviewers.js", "rows.js"] as const;

/** What none of it has any business with: parsers and tokens are the worker's, and calls too. */
const FOREIGN = [
  /zod/i,
  /authorization/i,
  /bearer/i,
  /token/i,
  /indexedDB/,
  /\bfetch\s*\(/,
  /XMLHttpRequest|WebSocket|EventSource|sendBeacon/,
  /\beval\s*\(|new Function\b|\bFunction\s*\(/,
  /document\.cookie|localStorage|sessionStorage/,
  /postMessage/,
];

describe.each(BROWSERS)("on a page in %s", (browser) => {
  test("the script that comes first is small", () => {
    expect(gzippedSize(browser, "overlay.js")).toBeLessThanOrEqual(12);
  });

  test.each(SCRIPTS)("%s has nothing of the worker's", (script) => {
    const text = builtText(browser, script);
    const found = FOREIGN.flatMap((foreign) => foreign.exec(text)?.[0] ?? []);
    expect(found).toEqual([]);
  });
});
