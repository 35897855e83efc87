import { expect, test } from "vitest";
import { logWaits } from "./log-waits.ts";

const call = { call: 1, route: "GET /user", path: "/user" };
const NOW = Date.parse("2026-01-01T00:00:00Z");

test("logs long waits, once for calls that wait until the same time", () => {
  const lines: string[] = [];
  const logEvent = logWaits({ info: (line) => lines.push(line) }, { now: () => NOW });
  for (const seconds of [1, 60, 60.2, 61, 120]) {
    logEvent({ ...call, type: "wait", reason: "points", until: new Date(NOW + seconds * 1000) });
  }
  logEvent({ ...call, type: "start", attempt: 1 });
  expect(lines).toEqual([
    "Waiting until 2026-01-01T00:01:00.000Z: the per-minute rate limit is used up",
    "Waiting until 2026-01-01T00:02:00.000Z: the per-minute rate limit is used up",
  ]);
});
