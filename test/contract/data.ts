import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { JsonSchema } from "./json-schema.ts";

// The lists under data/ that the contract is held against.

const read = <S extends z.ZodMiniType>(file: string, schema: S): z.output<S> =>
  z.parse(schema, JSON.parse(readFileSync(new URL(`data/${file}`, import.meta.url), "utf8")));

const method = z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** Every operation there should be. */
export const inventory = () => read("operations.json", z.array(z.tuple([method, z.string()])));

const Parameter = z.strictObject({
  name: z.string(),
  type: z.string(),
  required: z.optional(z.boolean()),
  enum: z.optional(z.array(z.string())),
  default: z.optional(z.union([z.string(), z.number(), z.boolean()])),
  items: z.optional(z.string()),
});
export type Parameter = z.output<typeof Parameter>;

const Statement = z.strictObject({
  document: z.int(),
  group: z.string(),
  method,
  path: z.string(),
  query: z.optional(z.array(Parameter)),
  body: z.optional(z.array(Parameter)),
  statuses: z.array(z.int()),
  answer: z.optional(z.array(z.string())),
  answerIsArray: z.optional(z.boolean()),
  userAndInstallationTokensRefused: z.optional(z.boolean()),
  publicCapable: z.optional(z.boolean()),
  notShown: z.optional(z.string()),
});
export type Statement = z.output<typeof Statement>;

/** What the API's documents state of each operation that they show. */
export const statements = () => read("documents.json", z.array(Statement));

const AccessRow = z.strictObject({
  method,
  path: z.string(),
  permissions: z.string(),
  user: z.string(),
  installation: z.string(),
  fineGrained: z.string(),
  scopes: z.string(),
  editions: z.string(),
});
export type AccessRow = z.output<typeof AccessRow>;

/** Who may call each operation, as far as a source says so; `?` and nothing: none does. */
export const accessRows = () => read("access.json", z.array(AccessRow));

const DescribedOperation = z.strictObject({
  editions: z.array(z.enum(["github.com", "enterprise-cloud", "self-hosted"])),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(["path", "query"]),
      required: z.optional(z.boolean()),
      schema: JsonSchema,
    }),
  ),
  body: z.optional(JsonSchema),
  responses: z.record(z.string(), z.record(z.string(), JsonSchema)),
});
export type DescribedOperation = z.output<typeof DescribedOperation>;

/** The API's public description, as far as it is about the contract's operations. */
export const description = () =>
  read(
    "description.json",
    z.strictObject({
      source: z.string(),
      operations: z.record(z.string(), DescribedOperation),
      schemas: z.record(z.string(), JsonSchema),
    }),
  );

const Difference = z.strictObject({ difference: z.string(), reason: z.string() });
export type Difference = z.output<typeof Difference>;

/** Where contract and description are meant to differ. */
export const differences = () => read("differences.json", z.array(Difference));

/** Where the contract's events are meant to differ from the description's, and from real deliveries. */
export const eventDifferences = () => read("event-differences.json", z.array(Difference));
