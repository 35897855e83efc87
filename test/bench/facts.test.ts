import { expect, test } from "vitest";
import { readFacts } from "./facts.ts";

const { date, machine, versions } = readFacts(new Date("2026-07-01T23:59:59Z"));

test("it says on which day, on what machine and with which versions", () => {
  expect(date).toBe("2026-07-01");
  expect(machine.map(([name]) => name)).toEqual(["Processor", "Cores", "Memory", "System"]);
  expect(Object.fromEntries(machine)).toMatchObject({ Cores: expect.stringMatching(/^[1-9]\d*$/) });
  expect(Object.fromEntries(versions)).toMatchObject({ Node: process.versions.node });
  for (const [name, version] of versions) {
    // The one that is no package need not be there.
    expect(version, name).toMatch(name === "Chromium" ? /^(\d+\.|none$)/ : /^\d+\.\d+\.\d+/);
  }
});
