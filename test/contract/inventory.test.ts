import { isSchema, isVerbatim, placeholdersOf } from "@forgehand/core/contract";
import { describe, expect, test } from "vitest";
import { CATALOGUE, type Entry, inputFields, jsonSchemaOf, plainShape } from "./catalogue.ts";
import { inventory } from "./data.ts";

/** The entries that a rule is broken by; a complaint says how. */
function broken(complaints: (entry: Entry) => Iterable<string>): string[] {
  return CATALOGUE.flatMap((entry) => [...complaints(entry)].map((complaint) => `${entry.name}: ${complaint}`));
}

const inputsOf = ({ operation, definition }: Entry) => [
  ...placeholdersOf(operation.path),
  ...inputFields(definition.query).keys(),
  ...inputFields(definition.body).keys(),
];

describe("the catalogue", () => {
  test("has every operation once, and nothing else", () => {
    const expected = inventory().map(([method, path]) => `${method} ${path}`);
    expect(CATALOGUE.map(({ operation }) => operation.route).sort()).toEqual(expected.sort());
  });

  test("gives every operation one plain name", () => {
    expect(CATALOGUE.map(({ name }) => name).filter((name) => !/^[a-z][A-Za-z0-9]+$/.test(name))).toEqual([]);
    expect(new Set(CATALOGUE.map(({ operation }) => operation)).size).toBe(CATALOGUE.length);
  });

  test("splits routes into method and path", () => {
    expect(
      broken(function* ({ operation: { route, method, path } }) {
        if (route !== `${method} ${path}`) yield `${route} is not ${method} ${path}`;
      }),
    ).toEqual([]);
  });
});

describe("every operation", () => {
  test("speaks of placeholders that its path has", () => {
    expect(
      broken(function* ({ operation, definition }) {
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

  test("takes one flat object: no two inputs have one name", () => {
    expect(
      broken(function* (entry) {
        const names = inputsOf(entry);
        for (const [at, name] of names.entries()) if (names.indexOf(name) !== at) yield `two inputs ${name}`;
      }),
    ).toEqual([]);
  });

  test("has rules and queues about inputs that it takes", () => {
    expect(
      broken(function* (entry) {
        const names = inputsOf(entry);
        const { rules = [], pace } = entry.definition;
        for (const name of [...rules.flatMap(({ fields }) => fields), ...(pace?.serial ?? [])]) {
          if (!names.includes(name)) yield `no input ${name}`;
        }
      }),
    ).toEqual([]);
  });

  test("pages through items that its answer has, by a parameter that it takes", () => {
    expect(
      broken(function* ({ definition: { paging, query, success } }) {
        const answer = success[200];
        if (!paging) return;
        if (!inputFields(query).has(paging.parameter)) yield `no parameter ${paging.parameter}`;
        const shape = isSchema(answer) ? plainShape(jsonSchemaOf(answer)) : undefined;
        const list = paging.items === undefined ? shape : shape?.fields.get(paging.items)?.shape;
        if (!list?.items) yield `no items ${paging.items ?? ""}`;
      }),
    ).toEqual([]);
  });

  test("is safe to send again exactly where it only reads", () => {
    expect(
      broken(function* ({ operation, definition }) {
        if ((operation.method === "GET") !== (definition.retry === "safe"))
          yield `${operation.method} is ${definition.retry}`;
      }),
    ).toEqual([]);
  });

  test("gives a status one meaning", () => {
    expect(
      broken(function* ({ definition: { success, absent = {}, otherStatuses = [] } }) {
        const statuses = [...Object.keys(success), ...Object.keys(absent), ...otherStatuses].map(Number);
        for (const [at, status] of statuses.entries()) if (statuses.indexOf(status) !== at) yield `two of ${status}`;
        for (const [status, answer] of Object.entries(success)) {
          if (!status.startsWith("2") && !(isVerbatim(answer) && answer.verbatim === "location"))
            yield `${status} is no success`;
        }
      }),
    ).toEqual([]);
  });

  test("is in one edition at least", () => {
    expect(
      broken(function* ({ definition: { editions } }) {
        if (editions && new Set(editions).size !== editions.length) yield "an edition twice";
        if (editions?.length === 0) yield "no edition";
      }),
    ).toEqual([]);
  });
});
