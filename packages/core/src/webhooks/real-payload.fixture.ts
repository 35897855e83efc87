import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { lazy } from "../internal/lazy.ts";

export type Payload = Readonly<Record<string, unknown>>;

const Examples = z.array(z.object({ name: z.string(), examples: z.array(z.record(z.string(), z.unknown())) }));

const examples = lazy(() => {
  const file = fileURLToPath(import.meta.resolve("@octokit/webhooks-examples/api.github.com/index.json"));
  return Examples.parse(JSON.parse(readFileSync(file, "utf8")));
});

/** A payload that GitHub sent: the first example of an event with these top-level fields. */
export function realPayload(event: string, fields: Payload = {}): Payload {
  const payload = examples()
    .find(({ name }) => name === event)
    ?.examples.find((example) => Object.entries(fields).every(([name, value]) => example[name] === value));
  if (!payload) throw new Error(`the examples have no such ${event}: ${JSON.stringify(fields)}`);
  return payload;
}

/** Replaces fields in one of a payload's objects. */
export function replaceFields(payload: Payload, object: string, fields: Payload): Payload {
  return { ...payload, [object]: { ...Object(payload[object]), ...fields } };
}
