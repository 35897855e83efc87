import { isSchema } from "@forgehand/core/contract";
import { describe, expect, test } from "vitest";
import { entryOf, inputFields, jsonSchemaOf, plainShape } from "./catalogue.ts";
import { type Parameter, type Statement, statements } from "./data.ts";
import type { Field } from "./shape.ts";

/** Statuses of the gate that every operation may answer, whether it lists them or not (document 1). */
const UNIVERSAL = [400, 401, 403, 404, 422, 429];

const sorted = (words: Iterable<unknown>) => [...words].map(String).sort().join(", ");

function* againstParameter(kind: string, stated: Parameter, field: Field | undefined): Generator<string> {
  const at = `${kind} ${stated.name}`;
  if (!field) return yield `${at} is missing`;
  const { shape, required } = field;
  if (required !== (stated.required ?? false)) yield `${at} is ${required ? "required" : "optional"}`;
  if (!shape.types.has(stated.type)) yield `${at} is ${sorted(shape.types)}, not ${stated.type}`;
  if (stated.items && !shape.items?.types.has(stated.items)) yield `${at} has items other than ${stated.items}`;
  if (stated.enum && sorted(stated.enum) !== sorted(shape.values ?? [])) yield `${at} is not one of the stated words`;
  if (stated.default !== undefined && stated.default !== shape.fallback) {
    yield `${at} defaults to ${JSON.stringify(shape.fallback)}, not ${JSON.stringify(stated.default)}`;
  }
}

/** What the contract says otherwise. */
function* against(stated: Statement): Generator<string> {
  const entry = entryOf(stated.method, stated.path);
  if (!entry) return yield "the operation is missing";
  const { definition } = entry;
  const query = inputFields(definition.query);
  const body = inputFields(definition.body);
  for (const parameter of stated.query ?? []) yield* againstParameter("query", parameter, query.get(parameter.name));
  for (const parameter of stated.body ?? []) yield* againstParameter("body", parameter, body.get(parameter.name));

  const statuses = [definition.success, definition.absent ?? {}].flatMap((answers) => Object.keys(answers).map(Number));
  const known = [...statuses, ...(definition.otherStatuses ?? []), ...UNIVERSAL];
  for (const status of stated.statuses) if (!known.includes(status)) yield `status ${status} is missing`;

  const answers = Object.values(definition.success)
    .filter(isSchema)
    .map((answer) => plainShape(jsonSchemaOf(answer)));
  if (stated.answerIsArray && !answers.some(({ items }) => items)) yield "the answer is no array";
  for (const name of stated.answer ?? []) {
    const holders = stated.answerIsArray ? answers.flatMap(({ items }) => items ?? []) : answers;
    if (!holders.some(({ fields }) => fields.has(name))) yield `answer field ${name} is missing`;
  }

  const { tokens } = definition.access;
  if (stated.userAndInstallationTokensRefused) {
    for (const kind of ["user-access", "installation", "fine-grained"] as const) {
      if (tokens.includes(kind)) yield `tokens of kind ${kind} are let in`;
    }
  }
  if (stated.publicCapable && !tokens.includes("anonymous")) yield "calls without a token are refused";
}

const CASES = statements().map((stated) => ({ stated, route: `${stated.method} ${stated.path}` }));

describe("what the documents state of an operation holds", () => {
  test.each(CASES)("$route", ({ stated }) => {
    expect([...against(stated)]).toEqual([]);
  });
});
