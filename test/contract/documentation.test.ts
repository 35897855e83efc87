import { isSchema } from "@forgehand/core/contract";
import { describe, expect, test } from "vitest";
import { entryOf, inputFields, jsonSchemaOf, plainShape } from "./catalog.ts";
import { type DocumentedOperation, type DocumentedParameter, documentedOperations } from "./data.ts";
import type { ShapeField } from "./schema-shape.ts";

/** Statuses that every operation can return, whether its documentation lists them or not. */
const UNIVERSAL = [400, 401, 403, 404, 422, 429];

const sorted = (words: Iterable<unknown>) => [...words].map(String).sort().join(", ");

function* parameterDifferences(
  kind: string,
  documented: DocumentedParameter,
  field: ShapeField | undefined,
): Generator<string> {
  const at = `${kind} ${documented.name}`;
  if (!field) return yield `${at} is missing`;
  const { shape, required } = field;
  if (required !== (documented.required ?? false)) yield `${at} is ${required ? "required" : "optional"}`;
  if (!shape.types.has(documented.type)) yield `${at} is ${sorted(shape.types)}, not ${documented.type}`;
  if (documented.items && !shape.items?.types.has(documented.items))
    yield `${at} has items other than ${documented.items}`;
  if (documented.enum && sorted(documented.enum) !== sorted(shape.values ?? []))
    yield `${at} does not have the documented values`;
  if (documented.default !== undefined && documented.default !== shape.fallback) {
    yield `${at} defaults to ${JSON.stringify(shape.fallback)}, not ${JSON.stringify(documented.default)}`;
  }
}

/** Yields the differences between the contract and the documentation. */
function* documentationDifferences(documented: DocumentedOperation): Generator<string> {
  const entry = entryOf(documented.method, documented.path);
  if (!entry) return yield "the operation is missing";
  const { definition } = entry;
  const query = inputFields(definition.query);
  const body = inputFields(definition.body);
  for (const parameter of documented.query ?? [])
    yield* parameterDifferences("query", parameter, query.get(parameter.name));
  for (const parameter of documented.body ?? [])
    yield* parameterDifferences("body", parameter, body.get(parameter.name));

  const statuses = [definition.success, definition.absent ?? {}].flatMap((specs) => Object.keys(specs).map(Number));
  const known = [...statuses, ...(definition.otherStatuses ?? []), ...UNIVERSAL];
  for (const status of documented.statuses) if (!known.includes(status)) yield `status ${status} is missing`;

  const shapes = Object.values(definition.success)
    .filter(isSchema)
    .map((schema) => plainShape(jsonSchemaOf(schema)));
  if (documented.answerIsArray && !shapes.some(({ items }) => items)) yield "the response is not an array";
  for (const name of documented.answer ?? []) {
    const responseShapes = documented.answerIsArray ? shapes.flatMap(({ items }) => items ?? []) : shapes;
    if (!responseShapes.some(({ fields }) => fields.has(name))) yield `response field ${name} is missing`;
  }

  const { tokens } = definition.access;
  if (documented.userAndInstallationTokensRefused) {
    for (const kind of ["user-access", "installation", "fine-grained"] as const) {
      if (tokens.includes(kind)) yield `tokens of kind ${kind} are accepted`;
    }
  }
  if (documented.publicCapable && !tokens.includes("anonymous")) yield "calls without a token are rejected";
}

const CASES = documentedOperations().map((documented) => ({
  documented,
  route: `${documented.method} ${documented.path}`,
}));

describe("the contract matches GitHub's documentation", () => {
  test.each(CASES)("$route", ({ documented }) => {
    expect([...documentationDifferences(documented)]).toEqual([]);
  });
});
