import { expect, test } from "vitest";
import { matchesAddress } from "./select-hooks.ts";

test("an address matches in any case, with or without its scheme", () => {
  const address = "https://CI.acme.example/hooks?id=1";
  for (const pattern of ["https://ci.ACME.example/*", "ci.acme.example/hooks??d=1", "*", "*://ci*1"]) {
    expect(matchesAddress(address, pattern), pattern).toBe(true);
  }
  for (const pattern of ["acme.example/*", "ci.acme.example/hooks", "ci-acme.example/*", ""]) {
    expect(matchesAddress(address, pattern), pattern).toBe(false);
  }
  expect(matchesAddress(undefined, "*")).toBe(false);
});

test("a pattern with many wildcards is compared in a fraction of a second", { timeout: 10_000 }, () => {
  const address = `https://ci.acme.example/${"a.".repeat(500)}`;
  expect(matchesAddress(address, `ci${"*.".repeat(400)}!`)).toBe(false);
  expect(matchesAddress(address, `ci${"*.".repeat(400)}`)).toBe(true);
});
