import { expect, test } from "vitest";
import { readBenchEnvironment } from "./bench-environment.ts";

const { date, machine, versions } = readBenchEnvironment(new Date("2026-07-01T23:59:59Z"));

test("reads the date, the machine and the versions", () => {
  expect(date).toBe("2026-07-01");
  expect(machine.map(([name]) => name)).toEqual(["Processor", "Cores", "Memory", "System"]);
  expect(Object.fromEntries(machine)).toMatchObject({ Cores: expect.stringMatching(/^[1-9]\d*$/) });
  expect(Object.fromEntries(versions)).toMatchObject({ Node: process.versions.node });
  for (const [name, version] of versions) {
    // Chromium is not a package and can be missing.
    expect(version, name).toMatch(name === "Chromium" ? /^(\d+\.|none$)/ : /^\d+\.\d+\.\d+/);
  }
});
