import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import * as z from "zod/mini";
import { JsonSchema } from "./json-schema.ts";
import { type Resolve, type Shape, shapeOf } from "./shape.ts";

// What the API's public description says of events, of every edition, and deliveries as they really came.

const installed = createRequire(import.meta.url);

const read = <S extends z.ZodMiniType>(file: string, schema: S): z.output<S> =>
  z.parse(schema, JSON.parse(readFileSync(file, "utf8")));

const Description = z.object({
  webhooks: z.record(
    z.string(),
    z.object({
      post: z.object({
        operationId: z.string(),
        requestBody: z.object({ content: z.object({ "application/json": z.object({ schema: JsonSchema }) }) }),
        "x-github": z.object({ subcategory: z.string(), "supported-webhook-types": z.array(z.string()) }),
      }),
    }),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

/** The description of an edition's webhooks. */
export function describedWebhooks(edition: string): z.output<typeof Description> {
  return read(installed.resolve(`@octokit/openapi-webhooks/generated/${edition}.json`), Description);
}

/** What one edition says of an event's deliveries with one action. */
export interface Variant {
  readonly event: string;
  /** None where the event has no actions. */
  readonly action: string | null;
  readonly payload: () => Shape;
  /** The kinds of webhook that have it. */
  readonly hooks: readonly string[];
}

/** Every event with every action, as each edition describes it. */
export function describedEvents(): Variant[] {
  return ["api.github.com", "ghec", "ghes-3.19"].flatMap((edition) => {
    const { webhooks, components } = describedWebhooks(edition);
    const resolve = resolver(components.schemas);
    return Object.values(webhooks).map(({ post }): Variant => {
      const { schema } = post.requestBody.content["application/json"];
      const { subcategory, "supported-webhook-types": hooks } = post["x-github"];
      return {
        event: subcategory.replaceAll("-", "_"),
        action: post.operationId.split("/")[1]?.replaceAll("-", "_") ?? null,
        payload: () => shapeOf(schema, resolve),
        hooks,
      };
    });
  });
}

/** Reads shared schemas as they are asked for: there are many more than the contract has use for. */
function resolver(schemas: Readonly<Record<string, unknown>>): Resolve {
  const known = new Map<string, JsonSchema>();
  return (reference) => {
    const schema = known.get(reference) ?? z.parse(JsonSchema, schemas[reference.replace(/^.*\//, "")]);
    known.set(reference, schema);
    return schema;
  };
}

/** A delivery's body as it really came. */
export interface Example {
  /** Where from: github.com, or a release of the self-hosted edition. */
  readonly source: string;
  readonly event: string;
  readonly action: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

const Examples = z.array(z.object({ name: z.string(), examples: z.array(z.record(z.string(), z.unknown())) }));

export function realExamples(): Example[] {
  const folder = dirname(dirname(installed.resolve("@octokit/webhooks-examples/api.github.com/index.json")));
  const sources = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return sources
    .map(({ name }) => name)
    .filter((name) => name === "api.github.com" || name.startsWith("ghes-"))
    .flatMap((source) =>
      read(`${folder}/${source}/index.json`, Examples).flatMap(({ name, examples }) =>
        examples.map((payload) => ({ source, event: name, action: actionOf(payload), payload })),
      ),
    );
}

function actionOf({ action }: Readonly<Record<string, unknown>>): string | null {
  return typeof action === "string" ? action : null;
}
