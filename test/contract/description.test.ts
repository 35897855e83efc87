import { github } from "@forgehand/core/dialects";
import { expect, test } from "vitest";
import { CATALOG } from "./catalog.ts";
import { compareWithExpected } from "./compare-with-expected.ts";
import { description, expectedDifferences } from "./data.ts";
import { differencesOf } from "./differences.ts";
import { wireOperation } from "./wire-operation.ts";

const { operations, schemas } = description();

/** The description's placeholder names differ from ours. */
const withoutNames = (route: string) => route.replaceAll(/\{[^}]*\}/g, "{}");
const described = new Map(Object.entries(operations).map(([route, operation]) => [withoutNames(route), operation]));

/** Each difference with the operations that show it. */
const linesWithOperations = new Map<string, string[]>();
for (const entry of CATALOG) {
  const ours = wireOperation(github, entry);
  const theirs = described.get(withoutNames(ours.route));
  const lines = theirs
    ? differencesOf(ours, theirs, (name) => schemas[name] ?? {})
    : [`${ours.route}: only in the contract`];
  for (const line of lines) linesWithOperations.set(line, [...(linesWithOperations.get(line) ?? []), entry.name]);
}

const { unexpected, obsolete } = compareWithExpected(linesWithOperations.keys(), expectedDifferences());

test("the contract differs from the public description only as expected", () => {
  expect(unexpected.map((line) => `${line} (${linesWithOperations.get(line)?.[0]})`)).toEqual([]);
});

test("every expected difference still exists", () => {
  expect(obsolete).toEqual([]);
});
