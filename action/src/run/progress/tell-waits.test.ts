import { expect, test } from "vitest";
import { tellWaits } from "./tell-waits.ts";

const call = { call: 1, route: "GET /user", path: "/user" };
const NOW = Date.parse("2026-01-01T00:00:00Z");

test("waits are told once a moment, and only where they are long", () => {
  const lines: string[] = [];
  const tell = tellWaits({ info: (line) => lines.push(line) }, { now: () => NOW });
  for (const seconds of [1, 60, 60.2, 61, 120]) {
    tell({ ...call, type: "wait", reason: "points", until: new Date(NOW + seconds * 1000) });
  }
  tell({ ...call, type: "start", attempt: 1 });
  expect(lines).toEqual([
    "Waiting until 2026-01-01T00:01:00.000Z: what the service lets through in a minute is used",
    "Waiting until 2026-01-01T00:02:00.000Z: what the service lets through in a minute is used",
  ]);
});
