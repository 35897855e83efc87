import { github, wirePath } from "@forgehand/core/dialects";
import { describe, expect, test } from "vitest";
import { readDocstrings } from "../../scripts/site/operations/docstrings.ts";
import { CATALOG } from "./catalog.ts";
import { description } from "./data.ts";

const { source, operations } = description();
const docstrings = readDocstrings();

/** Returns a route without the names of its placeholders, because the description's names differ from ours. */
const withoutNames = (route: string) => route.replaceAll(/\{[^}]*\}/g, "{}");
const pages = new Map(
  Object.entries(operations).map(([route, { documentation }]) => [withoutNames(route), documentation]),
);

describe(`each operation links its page of the public documentation (${source})`, () => {
  test.each(CATALOG)("$name", ({ name, operation }) => {
    const page = pages.get(withoutNames(`${operation.method} ${wirePath(github, operation.path)}`));
    expect(page).toBeDefined();
    expect(docstrings.get(name)?.documentation).toBe(page);
  });
});
