import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import * as z from "zod/mini";
import { JsonSchema } from "./json-schema.ts";
import { type ResolveReference, type SchemaShape, shapeOf } from "./schema-shape.ts";

// The public descriptions of webhook events for every edition, and examples of real deliveries.

const requireInstalled = createRequire(import.meta.url);

const read = <S extends z.ZodMiniType>(file: string, schema: S): z.output<S> =>
  z.parse(schema, JSON.parse(readFileSync(file, "utf8")));

const DescribedEvent = z.object({
  operationId: z.string(),
  requestBody: z.object({ content: z.object({ "application/json": z.object({ schema: JsonSchema }) }) }),
  "x-github": z.object({ subcategory: z.string(), "supported-webhook-types": z.array(z.string()) }),
});

const EventDescriptionSchema = z.object({
  webhooks: z.record(z.string(), z.object({ post: DescribedEvent })),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

export function readWebhookDescription(edition: string): z.output<typeof EventDescriptionSchema> {
  return read(requireInstalled.resolve(`@octokit/openapi-webhooks/generated/${edition}.json`), EventDescriptionSchema);
}

/** Returns a described event's name and action. The operation's id sometimes has another name. */
export function eventAndActionOf({ operationId, "x-github": { subcategory } }: z.output<typeof DescribedEvent>) {
  return {
    event: subcategory.replaceAll("-", "_"),
    action: operationId.split("/")[1]?.replaceAll("-", "_") ?? null,
  };
}

/** An event with one action, as one edition describes it. */
export interface EventVariant {
  readonly event: string;
  /** Null if the event has no actions. */
  readonly action: string | null;
  readonly payload: () => SchemaShape;
  /** The kinds of webhook that receive it. */
  readonly hooks: readonly string[];
}

/** Returns every event with every action, as each edition describes it. */
export function readDescribedEvents(): EventVariant[] {
  return ["api.github.com", "ghec", "ghes-3.19"].flatMap((edition) => {
    const { webhooks, components } = readWebhookDescription(edition);
    const resolve = createResolver(components.schemas);
    return Object.values(webhooks).map(({ post }): EventVariant => {
      const { schema } = post.requestBody.content["application/json"];
      const { "supported-webhook-types": hooks } = post["x-github"];
      return { ...eventAndActionOf(post), payload: () => shapeOf(schema, resolve), hooks };
    });
  });
}

/** Parses shared schemas on demand, because the contract uses only a few of them. */
function createResolver(schemas: Readonly<Record<string, unknown>>): ResolveReference {
  const parsed = new Map<string, JsonSchema>();
  return (reference) => {
    const schema = parsed.get(reference) ?? z.parse(JsonSchema, schemas[reference.replace(/^.*\//, "")]);
    parsed.set(reference, schema);
    return schema;
  };
}

/** The body of a real delivery. */
export interface EventExample {
  /** github.com, or a release of GitHub Enterprise Server. */
  readonly source: string;
  readonly event: string;
  readonly action: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

const EventExamplesSchema = z.array(
  z.object({ name: z.string(), examples: z.array(z.record(z.string(), z.unknown())) }),
);

export function readRealExamples(): EventExample[] {
  const folder = dirname(dirname(requireInstalled.resolve("@octokit/webhooks-examples/api.github.com/index.json")));
  const sources = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return sources
    .map(({ name }) => name)
    .filter((name) => name === "api.github.com" || name.startsWith("ghes-"))
    .flatMap((source) =>
      read(`${folder}/${source}/index.json`, EventExamplesSchema).flatMap(({ name, examples }) =>
        examples.map((payload) => ({ source, event: name, action: actionOf(payload), payload })),
      ),
    );
}

function actionOf({ action }: Readonly<Record<string, unknown>>): string | null {
  return typeof action === "string" ? action : null;
}
