import {
  buildSchema,
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { expect } from "vitest";
import * as z from "zod/mini";
import { requestJson } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";
import { TYPE_DEFINITIONS } from "./type-definitions.ts";

// Queries every field of the schema.

const schema = buildSchema(TYPE_DEFINITIONS);

/** Arguments of fields that require them. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  number: "1",
  name: '"bug"',
  qualifiedName: '"refs/heads/main"',
  tagName: '"v1.0.0"',
  slug: '"reviewers"',
};

function argumentsOf({ args }: GraphQLField<unknown, unknown>): string {
  const required = args.filter(isRequiredArgument).map(({ name }) => `${name}: ${ARGUMENTS[name]}`);
  const first = args.some(({ name }) => name === "first") ? ["first: 5"] : [];
  const all = [...required, ...first];
  return all.length > 0 ? `(${all.join(", ")})` : "";
}

/** Returns a selection of everything that is at most some levels deep. */
function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (isAbstractType(type)) {
    const fragments = schema.getPossibleTypes(type).map((each) => `... on ${each.name} ${selectionOf(each, depth)}`);
    return `{ __typename ${fragments.join(" ")} }`;
  }
  if (!isObjectType(type)) return "";
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (isLeafType(inner)) return [field.name + argumentsOf(field)];
    // Repositories have a test of their own.
    if (inner.name === "Repository") return [`${field.name} { id }`];
    if (depth === 0) return [];
    // The parts of a connection do not count as a level.
    const isPart = /(?:Connection|Edge)$/.test(inner.name);
    return [`${field.name}${argumentsOf(field)} ${selectionOf(inner, isPart ? depth : depth - 1)}`];
  });
  return `{ __typename ${fields.join(" ")} }`;
}

const named = (name: string) => {
  const type = schema.getType(name);
  if (!type) throw new Error(`The schema has no type ${name}.`);
  return type;
};

const Result = z.object({
  data: z.record(z.string(), z.unknown()),
  errors: z.optional(z.array(z.looseObject({ type: z.optional(z.string()) }))),
});

const test = emulatorTest({ seed: "full" });

test.for([
  ["viewer", "User"],
  ['organization(login: "acme")', "Organization"],
  ['user(login: "bob")', "User"],
  ['repository(owner: "acme", name: "widgets")', "Repository"],
  ['search(query: "repo:acme/widgets", type: ISSUE, first: 10)', "SearchResultItemConnection"],
])("every field of %s has its value", async ([field, typeName], { emulator }) => {
  const query = `{ ${field} ${selectionOf(named(typeName ?? ""), 2)} }`;
  const { status, body } = await requestJson(emulator, `POST ${emulator.webUrl}/graphql`, { query }, "alice");
  expect(status).toBe(200);
  // Forks and parents have no issue 1.
  const { data, errors = [] } = z.parse(Result, body);
  expect([Object.keys(data), errors.filter(({ type }) => type !== "NOT_FOUND")]).toEqual([[expect.any(String)], []]);
});

test("a pull request, an issue and a release have their fields", async ({ emulator }) => {
  const query = `{ repository(owner: "acme", name: "widgets") {
    pullRequest(number: 1) ${selectionOf(named("PullRequest"), 2)}
    issue(number: 2) ${selectionOf(named("Issue"), 2)}
    latestRelease ${selectionOf(named("Release"), 1)}
  } }`;
  const { body } = await requestJson(emulator, `POST ${emulator.webUrl}/graphql`, { query }, "alice");
  const values = { pullRequest: expect.anything(), issue: expect.anything(), latestRelease: expect.anything() };
  expect(body).toEqual({ data: { repository: expect.objectContaining(values) } });
});
