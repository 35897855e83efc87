import { definitionOf } from "@forgehand/core/contract";
import { fromWire, github, svc, toWire } from "@forgehand/core/dialects";
import { createRepositoryHook } from "@forgehand/core/operations";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findForeignTerms } from "./foreign-terms.ts";

const { body } = definitionOf(createRepositoryHook);

function foreignIn(dialect: typeof github, given: unknown): string[] {
  if (!body) throw new Error("createRepositoryHook must have a body.");
  return findForeignTerms(given, toWire(dialect, body, fromWire(dialect, body, given)));
}

test("finds terms that the vendor spells differently in fields with vendor terms", () => {
  const given = {
    events: ["star", "updater_alert", "dependabot_alert", "nonsense", "svc_app_authorization"],
    config: { url: "updater_alert" },
    unknown: ["updater_alert"],
  };
  expect(foreignIn(github, given)).toEqual(["events.1", "events.4"]);
  expect(foreignIn(svc, given)).toEqual([]);
});

test("finds nothing in other fields", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      expect(foreignIn(github, given)).toEqual([]);
      expect(foreignIn(github, { events: given })).toEqual([]);
    }),
  );
});
