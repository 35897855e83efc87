import type { CallEvent } from "@forgehand/core";
import { afterEach, describe, expect, test, vi } from "vitest";
import { tellWaits } from "./tell-waits.ts";

afterEach(() => vi.restoreAllMocks());

describe("waits", () => {
  const call = { call: 1, route: "GET /user", path: "/user" };
  const wait = (seconds: number): CallEvent => {
    return { ...call, type: "wait", reason: "points", until: new Date(Date.now() + seconds * 1000) };
  };

  test("are told once a moment, and only where they are long", () => {
    const lines: string[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
    const tell = tellWaits();
    for (const seconds of [1, 60, 60.2, 61, 120]) tell(wait(seconds));
    tell({ ...call, type: "start", attempt: 1 });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^Waiting until .*Z: the service's limit of points is reached/);
  });
});
