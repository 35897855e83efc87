import { describeIssue, knownEvent, payloadSchema } from "@forgehand/core/contract";
import { fromWire, github, wireEvent } from "@forgehand/core/dialects";
import { Ajv, type ValidateFunction } from "ajv";
import * as z from "zod/mini";
import { adaptiveValidation } from "../../packages/core/src/validation/adaptive.ts";
import type { ObservedEvent } from "../../packages/emulator/src/deliveries/event-observers.ts";
import { QUICK_TO_COMPILE } from "./answers.ts";
import { describedWebhooks } from "./event-description.ts";

// Every event that the emulator sends in any test is held against the contract where that knows what the event carries, and
// in GitHub's own names against the public description too.

/** What is wrong with an event; empty: nothing. */
export function eventComplaints(sent: ObservedEvent): string[] {
  const title = ["event", sent.event, ...(sent.action === null ? [] : [sent.action])].join(" ");
  return [...contractComplaints(sent), ...descriptionComplaints(sent)].map((problem) => `${title}: ${problem}`);
}

/** Several times as fast as parsing, which it falls back to where something is wrong. */
const validation = adaptiveValidation();

function contractComplaints({ dialect, event, action, payload }: ObservedEvent): string[] {
  const known = knownEvent(event);
  if (!known) return [];
  const schema = payloadSchema(known, action);
  // Actions that the contract doesn't have share a schema.
  if (schema === payloadSchema(known, "no such action")) return ["the contract has no such action"];
  const named = fromWire(dialect, schema, payload);
  if ("data" in validation(schema, named)) return [];
  const parsed = z.safeParse(schema, named);
  return (parsed.error?.issues ?? []).map((issue) => {
    const { at, problem } = describeIssue(issue, named, "the payload");
    return `${at} ${problem}`;
  });
}

/** What the description that is installed is too old for; a newer public one has it. */
const TOO_NEW: ReadonlySet<string> = new Set(["issues/field_added", "issues/field_removed"]);

function descriptionComplaints({ dialect, event, action, payload }: ObservedEvent): string[] {
  if (dialect !== github) return [];
  validators ??= createValidators();
  const name = wireEvent(dialect, event);
  const place = action === null ? name : `${name}/${action}`;
  if (TOO_NEW.has(place)) return [];
  const validate = validators(place);
  if (!validate) return ["described: there is no such event, or it has no such action"];
  if (validate(payload)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `described: ${instancePath} ${message}`);
}

/** What is this or null the description writes as both at once (`allOf` and the type null), which nothing can be. */
function orNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(orNull);
  if (typeof schema !== "object" || schema === null) return schema;
  const { allOf, type, ...rest }: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, orNull(value)]),
  );
  const isNullable = allOf !== undefined && Array.isArray(type) && type.length === 1 && type[0] === "null";
  if (isNullable) return { ...rest, anyOf: [{ allOf }, { type: "null" }] };
  return { ...rest, ...(allOf === undefined ? {} : { allOf }), ...(type === undefined ? {} : { type }) };
}

let validators: ReturnType<typeof createValidators> | undefined;

/** Makes what checks payloads of one event and action, by how the description calls them; each once, at the first. */
function createValidators(): (name: string) => ValidateFunction | undefined {
  const { webhooks, components } = describedWebhooks("api.github.com");
  const ajv = new Ajv(QUICK_TO_COMPILE);
  ajv.addSchema({ $id: "description", components: z.parse(z.looseObject({}), orNull(components)) });
  const references = new Map(
    Object.values(webhooks).map(({ post }) => [
      post.operationId.replaceAll("-", "_"),
      `description${post.requestBody.content["application/json"].schema.$ref}`,
    ]),
  );
  const compiled = new Map<string, ValidateFunction>();
  return (name) => {
    const $ref = references.get(name);
    const validate = compiled.get(name) ?? ($ref && ajv.compile({ $ref }));
    if (!validate) return undefined;
    compiled.set(name, validate);
    return validate;
  };
}
