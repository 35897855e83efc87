import { expect, test } from "vitest";
import { formatRelativeTime } from "./relative-time.ts";

const NOW = new Date("2026-06-15T12:00:00Z");

test.for([
  [-5, "just now"],
  [-59, "59 seconds ago"],
  [-60, "1 minute ago"],
  [-3 * 3600, "3 hours ago"],
  [-86_400, "yesterday"],
  [-29 * 86_400, "29 days ago"],
  [-31 * 86_400, "last month"],
  [-300 * 86_400, "10 months ago"],
  [-800 * 86_400, "2 years ago"],
  [3600, "in 1 hour"],
] as const)("formats %d seconds from now as %s", ([seconds, words]) => {
  expect(formatRelativeTime(NOW, new Date(NOW.getTime() + seconds * 1000))).toBe(words);
});
