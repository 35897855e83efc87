import { describe, expect, test } from "vitest";
import { BROWSERS, builtText, gzippedSize } from "./build-output.ts";

/** Scripts that run on GitHub's pages. */
const SCRIPTS = ["overlay.js", "edge.js", "interaction.js", "menu.js", "note.js", "reviewers.js", "rows.js"] as const;

/** Patterns that must not occur in these scripts: parsing, tokens and requests belong to the worker. */
const FORBIDDEN = [
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

describe.each(BROWSERS)("page scripts for %s", (browser) => {
  test("the script that loads first is small", () => {
    expect(gzippedSize(browser, "overlay.js")).toBeLessThanOrEqual(12);
  });

  test.each(SCRIPTS)("%s contains no code of the worker", (script) => {
    const text = builtText(browser, script);
    const found = FORBIDDEN.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
    expect(found).toEqual([]);
  });
});
