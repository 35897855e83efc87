import "../worker/browser.fixture.ts";
import { afterEach, expect, test } from "vitest";
import { ago } from "./times.ts";
import { speak } from "./words.ts";

afterEach(() => speak(undefined));

const MINUTE = 60_000;
const NOW = Date.parse("2026-03-01T12:00:00Z");

test.each([
  [0, "now"],
  [59_000, "59 sec. ago"],
  [MINUTE, "1 min. ago"],
  [119 * MINUTE, "1 hr. ago"],
  [24 * 60 * MINUTE, "yesterday"],
  [8 * 24 * 60 * MINUTE, "last wk."],
  [400 * 24 * 60 * MINUTE, "last yr."],
  // Another machine's clock may be ahead.
  [-MINUTE, "now"],
])("%d milliseconds ago is %s", (milliseconds, words) => {
  speak({ "@@ui_locale": "en" });
  expect(ago(NOW - milliseconds, NOW)).toBe(words);
});
