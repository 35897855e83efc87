import { github } from "@forgehand/core/dialects";
import { expect, test } from "vitest";
import { CATALOGUE } from "./catalogue.ts";
import { description, differences } from "./data.ts";
import { differencesOf } from "./difference.ts";
import { againstList } from "./meant.ts";
import { wireOperation } from "./wire.ts";

const { operations, schemas } = description();

/** Placeholders may have hyphens there, and our own names here. */
const withoutNames = (route: string) => route.replaceAll(/\{[^}]*\}/g, "{}");
const described = new Map(Object.entries(operations).map(([route, operation]) => [withoutNames(route), operation]));

/** Each difference with the operations that show it. */
const found = new Map<string, string[]>();
for (const entry of CATALOGUE) {
  const ours = wireOperation(github, entry);
  const theirs = described.get(withoutNames(ours.route));
  const lines = theirs
    ? differencesOf(ours, theirs, (name) => schemas[name] ?? {})
    : [`${ours.route}: only in the contract`];
  for (const line of lines) found.set(line, [...(found.get(line) ?? []), entry.name]);
}

const { unlisted, gone } = againstList(found.keys(), differences());

test("contract and public description differ only where they are meant to", () => {
  expect(unlisted.map((line) => `${line} (${found.get(line)?.[0]})`)).toEqual([]);
});

test("every difference of the list is still one", () => {
  expect(gone).toEqual([]);
});
