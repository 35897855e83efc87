import { isSchema, isVerbatim, placeholdersOf } from "@forgehand/core/contract";
import { describe, expect, test } from "vitest";
import { CATALOG, type CatalogEntry, inputFields, jsonSchemaOf, plainShape } from "./catalog.ts";
import { expectedRoutes } from "./data.ts";

/** Returns the problems of all operations that violate a rule. */
function violations(rule: (entry: CatalogEntry) => Iterable<string>): string[] {
  return CATALOG.flatMap((entry) => [...rule(entry)].map((problem) => `${entry.name}: ${problem}`));
}

const inputsOf = ({ operation, definition }: CatalogEntry) => [
  ...placeholdersOf(operation.path),
  ...inputFields(definition.query).keys(),
  ...inputFields(definition.body).keys(),
];

describe("the catalog", () => {
  test("has every operation exactly once", () => {
    const expected = expectedRoutes().map(([method, path]) => `${method} ${path}`);
    expect(CATALOG.map(({ operation }) => operation.route).sort()).toEqual(expected.sort());
  });

  test("exports each operation once, under a name in camel case", () => {
    expect(CATALOG.map(({ name }) => name).filter((name) => !/^[a-z][A-Za-z0-9]+$/.test(name))).toEqual([]);
    expect(new Set(CATALOG.map(({ operation }) => operation)).size).toBe(CATALOG.length);
  });

  test("splits routes into method and path", () => {
    expect(
      violations(function* ({ operation: { route, method, path } }) {
        if (route !== `${method} ${path}`) yield `${route} is not ${method} ${path}`;
      }),
    ).toEqual([]);
  });
});

describe("every operation", () => {
  test("refers only to placeholders in its path", () => {
    expect(
      violations(function* ({ operation, definition }) {
        const placeholders = placeholdersOf(operation.path);
        const { segments, bodyNames = {} } = definition;
        const named = [
          ...inputFields(definition.path).keys(),
          ...Object.values(bodyNames),
          ...(segments ? [segments] : []),
        ];
        for (const name of named) if (!placeholders.includes(name)) yield `no placeholder ${name}`;
        for (const name of Object.keys(bodyNames)) {
          if (!inputFields(definition.body).has(name)) yield `no body field ${name}`;
        }
      }),
    ).toEqual([]);
  });

  test("takes one flat object without two inputs of the same name", () => {
    expect(
      violations(function* (entry) {
        const names = inputsOf(entry);
        for (const [index, name] of names.entries()) if (names.indexOf(name) !== index) yield `two inputs ${name}`;
      }),
    ).toEqual([]);
  });

  test("refers only to its own inputs in rules and serial queues", () => {
    expect(
      violations(function* (entry) {
        const names = inputsOf(entry);
        const { rules = [], pace } = entry.definition;
        for (const name of [...rules.flatMap(({ fields }) => fields), ...(pace?.serial ?? [])]) {
          if (!names.includes(name)) yield `no input ${name}`;
        }
      }),
    ).toEqual([]);
  });

  test("paginates items of its response with one of its parameters", () => {
    expect(
      violations(function* ({ definition: { paging, query, success } }) {
        const schema = success[200];
        if (!paging) return;
        if (!inputFields(query).has(paging.parameter)) yield `no parameter ${paging.parameter}`;
        const shape = isSchema(schema) ? plainShape(jsonSchemaOf(schema)) : undefined;
        const list = paging.items === undefined ? shape : shape?.fields.get(paging.items)?.shape;
        if (!list?.items) yield `no items ${paging.items ?? ""}`;
      }),
    ).toEqual([]);
  });

  test("is marked safe to retry exactly if it only reads", () => {
    expect(
      violations(function* ({ operation, definition }) {
        if ((operation.method === "GET") !== (definition.retry === "safe"))
          yield `${operation.method} is ${definition.retry}`;
      }),
    ).toEqual([]);
  });

  test("assigns each status one meaning", () => {
    expect(
      violations(function* ({ definition: { success, absent = {}, otherStatuses = [] } }) {
        const statuses = [...Object.keys(success), ...Object.keys(absent), ...otherStatuses].map(Number);
        for (const [index, status] of statuses.entries())
          if (statuses.indexOf(status) !== index) yield `two of ${status}`;
        for (const [status, responseSpec] of Object.entries(success)) {
          if (!status.startsWith("2") && !(isVerbatim(responseSpec) && responseSpec.verbatim === "location"))
            yield `${status} is not a success status`;
        }
      }),
    ).toEqual([]);
  });

  test("is available in at least one edition", () => {
    expect(
      violations(function* ({ definition: { editions } }) {
        if (editions && new Set(editions).size !== editions.length) yield "an edition twice";
        if (editions?.length === 0) yield "no edition";
      }),
    ).toEqual([]);
  });
});
