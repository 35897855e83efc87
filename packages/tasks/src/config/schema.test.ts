import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import * as z from "zod/mini";
import { pickSize } from "../../../../test/test-size.ts";
import { Problem } from "../problem.ts";
import { exampleOf } from "../settings/create-settings.ts";
import { TASK_NAMES } from "../settings/values.ts";
import { parseDeclarations } from "./read-config.ts";
import { fieldsOf } from "./read-entries.ts";

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");

const SCHEMA: object = JSON.parse(read("action/forgehand.schema.json"));
const isValid = new Ajv({ strict: true, strictRequired: false, strictTuples: false }).compile(SCHEMA);

/** Returns the reader's problem with a file; undefined if it accepts the file. */
function problemOf(content: unknown): string | undefined {
  try {
    parseDeclarations({ name: "forgehand.yml", text: stringify(content) });
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** The part of JSON Schema that the schema uses. */
interface SchemaNode {
  readonly enum?: string[] | undefined;
  readonly type?: string | undefined;
  readonly pattern?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly items?: SchemaNode | SchemaNode[] | undefined;
  readonly additionalItems?: SchemaNode | undefined;
  readonly anyOf?: SchemaNode[] | undefined;
  readonly propertyNames?: SchemaNode | undefined;
  readonly additionalProperties?: SchemaNode | undefined;
  readonly minProperties?: number | undefined;
}
const SchemaNode: z.ZodMiniType<SchemaNode> = z.object({
  enum: z.optional(z.array(z.string())),
  type: z.optional(z.string()),
  pattern: z.optional(z.string()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  minLength: z.optional(z.number()),
  minItems: z.optional(z.number()),
  items: z.optional(z.union([z.lazy(() => z.array(SchemaNode)), z.lazy(() => SchemaNode)])),
  additionalItems: z.optional(z.lazy(() => SchemaNode)),
  anyOf: z.optional(z.lazy(() => z.array(SchemaNode))),
  propertyNames: z.optional(z.lazy(() => SchemaNode)),
  additionalProperties: z.optional(z.lazy(() => SchemaNode)),
  minProperties: z.optional(z.number()),
});
const { definitions } = z
  .object({ definitions: z.record(z.string(), z.object({ properties: z.record(z.string(), SchemaNode) })) })
  .parse(SCHEMA);

/** Generates values that a part of the schema describes. */
function valuesOf(shape: SchemaNode): fc.Arbitrary<unknown> {
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(valuesOf));
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.type === "boolean") return fc.boolean();
  if (shape.type === "integer")
    return fc.integer({ min: shape.minimum ?? 0, max: Math.min(shape.maximum ?? 0, 2 ** 31) });
  if (shape.type === "array") {
    if (Array.isArray(shape.items)) {
      const rest = shape.additionalItems
        ? fc.array(valuesOf(shape.additionalItems), { maxLength: 3 })
        : fc.constant([]);
      return fc
        .tuple(fc.tuple(...shape.items.map(valuesOf)), rest)
        .map(([items, additional]) => [...items, ...additional]);
    }
    // The schema can't express that items differing only in case are equal.
    const selector = (item: unknown) => String(item).toLowerCase();
    return fc.uniqueArray(valuesOf(shape.items ?? {}), { minLength: shape.minItems ?? 0, maxLength: 4, selector });
  }
  if (shape.type === "object") {
    const [name, value] = [shape.propertyNames ?? {}, shape.additionalProperties ?? {}].map(valuesOf);
    // The schema can't express that names differing only in case are equal.
    const selector = ([key]: readonly unknown[]) => String(key).toLowerCase();
    const options = { minLength: shape.minProperties ?? 0, maxLength: 3, selector };
    return fc.uniqueArray(fc.tuple(name ?? fc.string(), value ?? fc.string()), options).map(Object.fromEntries);
  }
  if (shape.pattern === undefined) return fc.string({ minLength: shape.minLength ?? 0 });
  const fullPattern = new RegExp(shape.pattern, "u");
  // stringMatching() does not support a lookahead, so only the filter applies this one.
  const generatorPattern = new RegExp(shape.pattern.replace("(?!\\.{1,2}$)", ""));
  return fc.stringMatching(generatorPattern).filter((text) => fullPattern.test(text));
}

const validFiles = fc
  .record(
    Object.fromEntries(
      TASK_NAMES.map((task) => {
        const fields = Object.entries(definitions[task]?.properties ?? {});
        const entry = fc.record(Object.fromEntries(fields.map(([name, shape]) => [name, valuesOf(shape)])), {
          requiredKeys: [],
        });
        return [task, fc.oneof(entry, fc.array(entry, { minLength: 1, maxLength: 2 }))];
      }),
    ),
    { requiredKeys: [] },
  )
  .filter((file) => Object.keys(file).length > 0);

describe("the schema of configuration files", () => {
  test("accepts the examples of all fields, as the reader does", () => {
    for (const task of TASK_NAMES) {
      for (const name of fieldsOf(task)) {
        const content: unknown = parse(`${task}:\n  ${exampleOf(name, true).replace("For example: ", "")}`);
        expect([content, isValid(content), problemOf(content)]).toEqual([content, true, undefined]);
      }
    }
  });

  test("accepts the examples in the documentation, as the reader does", () => {
    const examples = [
      ...[...read("docs/action.md").matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, yaml]) => yaml ?? ""),
      read("examples/forgehand.yml"),
    ].filter((yaml) => new RegExp(`^(${TASK_NAMES.join("|")}):`, "m").test(yaml));
    expect(examples.length).toBeGreaterThan(1);
    for (const text of examples) {
      expect(() => parseDeclarations({ name: "forgehand.yml", text })).not.toThrow();
      expect([isValid(parse(text, { merge: true })), isValid.errors]).toEqual([true, null]);
    }
  });

  test("accepts no file that the reader rejects", () => {
    fc.assert(
      fc.property(validFiles, (file) => {
        const content: unknown = parse(stringify(file));
        expect([isValid(content), problemOf(content)]).toEqual([true, undefined]);
      }),
      { numRuns: pickSize(30, 100) },
    );
  });

  test("agrees with the reader about arbitrary field values", () => {
    const fields = TASK_NAMES.flatMap((task) => fieldsOf(task).map((name) => [task, name] as const));
    const words = fc.constantFrom("acme/widgets", "push", "true", "90", "all", "", "a b", "!x/y", "1", "hex 8", "now");
    const scalar = fc.oneof(
      words,
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.constant(null),
    );
    const lists = fc.uniqueArray(scalar, { maxLength: 3, selector: (item) => String(item).toLowerCase() });
    const anything = fc.oneof(scalar, lists, fc.dictionary(fc.string(), scalar, { maxKeys: 2 }));
    fc.assert(
      fc.property(fc.constantFrom(...fields), anything, ([task, name], value) => {
        const content: unknown = parse(stringify({ [task]: { [name]: value } }));
        expect([content, problemOf(content) === undefined]).toEqual([content, isValid(content)]);
      }),
      { numRuns: pickSize(200, 1000) },
    );
  });

  test.each([
    ["an unknown field", { redeliver: { max: 1 } }],
    ["another task's field", { redeliver: { secret: "X" } }],
    ["a secret's value", { "rotate-secrets": { value: "x" } }],
    ["an input that files can't set", { redeliver: { token: "x" } }],
    ["an input at the top level", { mode: "apply", redeliver: {} }],
    ["no entry", { redeliver: [] }],
    ["no task", {}],
    ["a duplicate item", { redeliver: { repositories: ["a/b", "a/b"] } }],
  ])("rejects %s, as the reader does", (_, content) => {
    expect(isValid(content)).toBe(false);
    expect(problemOf(content)).toMatch(/^forgehand\.yml:\d+:\d+: /);
  });
});
