import "../worker/browser.fixture.ts";
import { afterEach, expect, test } from "vitest";
import { setTexts } from "../locales/i18n.ts";
import { formatAgo } from "./format-time.ts";

afterEach(() => setTexts(undefined));

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
])("formatAgo formats %d milliseconds ago as %s", (milliseconds, expected) => {
  setTexts({ "@@ui_locale": "en" });
  expect(formatAgo(NOW - milliseconds, NOW)).toBe(expected);
});
