import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { JsonSchema } from "./json-schema.ts";

// The lists in data/ that the contract is compared with.

const read = <S extends z.ZodMiniType>(file: string, schema: S): z.output<S> =>
  z.parse(schema, JSON.parse(readFileSync(new URL(`data/${file}`, import.meta.url), "utf8")));

const method = z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** All routes that the contract must have. */
export const expectedRoutes = () => read("operations.json", z.array(z.tuple([method, z.string()])));

const DocumentedParameter = z.strictObject({
  name: z.string(),
  type: z.string(),
  required: z.optional(z.boolean()),
  enum: z.optional(z.array(z.string())),
  default: z.optional(z.union([z.string(), z.number(), z.boolean()])),
  items: z.optional(z.string()),
});
export type DocumentedParameter = z.output<typeof DocumentedParameter>;

const DocumentedOperation = z.strictObject({
  group: z.string(),
  method,
  path: z.string(),
  query: z.optional(z.array(DocumentedParameter)),
  body: z.optional(z.array(DocumentedParameter)),
  statuses: z.array(z.int()),
  answer: z.optional(z.array(z.string())),
  answerIsArray: z.optional(z.boolean()),
  userAndInstallationTokensRefused: z.optional(z.boolean()),
  publicCapable: z.optional(z.boolean()),
  notShown: z.optional(z.string()),
});
export type DocumentedOperation = z.output<typeof DocumentedOperation>;

/** The parameters, statuses and response fields that GitHub's documentation states. */
export const documentedOperations = () => read("documentation.json", z.array(DocumentedOperation));

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

/** The permissions, token kinds, scopes and editions of each operation. Empty or `?` means unknown. */
export const accessRows = () => read("access.json", z.array(AccessRow));

const DescribedOperation = z.strictObject({
  editions: z.array(z.enum(["github.com", "enterprise-cloud", "self-hosted"])),
  /** The operation's page in the public documentation. */
  documentation: z.url(),
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

/** The part of the public API description that covers the contract's operations. */
export const description = () =>
  read(
    "description.json",
    z.strictObject({
      source: z.string(),
      operations: z.record(z.string(), DescribedOperation),
      schemas: z.record(z.string(), JsonSchema),
    }),
  );

const DescribedWebhook = z.strictObject({
  event: z.string(),
  /** Null if the event has no actions. */
  action: z.nullable(z.string()),
  /** The kinds of webhook that receive it. */
  hooks: z.array(z.string()),
  editions: z.array(z.string()),
});

/** Every event and action of the public API description. */
export const describedWebhooks = () => read("webhooks.json", z.array(DescribedWebhook));

const ExpectedDifference = z.strictObject({ difference: z.string(), reason: z.string() });
export type ExpectedDifference = z.output<typeof ExpectedDifference>;

/** Intended differences between the contract and the public API description. */
export const expectedDifferences = () => read("differences.json", z.array(ExpectedDifference));

/** Intended differences between the contract's events, the public description and real deliveries. */
export const expectedEventDifferences = () => read("event-differences.json", z.array(ExpectedDifference));

const RecordedDifferences = z.strictObject({
  /** Cause of the differences. */
  kind: z.enum(["age", "seed", "caller", "media type", "transport", "edition", "recording"]),
  reason: z.string(),
  differences: z.array(z.string()),
});

/** Reasoned differences between recordings of the real service, the contract and the emulator. */
export const recordedDifferences = (): ExpectedDifference[] =>
  read("recorded-differences.json", z.array(RecordedDifferences)).flatMap(({ reason, differences }) =>
    differences.map((difference) => ({ difference, reason })),
  );
