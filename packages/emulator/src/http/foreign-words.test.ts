import { definitionOf } from "@forgehand/core/contract";
import { fromWire, github, svc, toWire } from "@forgehand/core/dialects";
import { createRepositoryHook } from "@forgehand/core/operations";
import fc from "fast-check";
import { expect, test } from "vitest";
import { foreignWords } from "./foreign-words.ts";

const { body } = definitionOf(createRepositoryHook);

function foreignIn(dialect: typeof github, said: unknown): string[] {
  if (!body) throw new Error("A webhook is described in a body.");
  return foreignWords(said, toWire(dialect, body, fromWire(dialect, body, said)));
}

test("are those that the vendor spells otherwise, where the contract says that the words are the vendor's", () => {
  const said = {
    events: ["star", "updater_alert", "dependabot_alert", "nonsense", "svc_app_authorization"],
    config: { url: "updater_alert" },
    unknown: ["updater_alert"],
  };
  expect(foreignIn(github, said)).toEqual(["events.1", "events.4"]);
  expect(foreignIn(svc, said)).toEqual([]);
});

test("are none in whatever else is said", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (said) => {
      expect(foreignIn(github, said)).toEqual([]);
      expect(foreignIn(github, { events: said })).toEqual([]);
    }),
  );
});
