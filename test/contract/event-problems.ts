import { describeIssue, knownEvent, payloadSchema } from "@forgehand/core/contract";
import { fromWire, github, wireEvent } from "@forgehand/core/dialects";
import { Ajv, type ValidateFunction } from "ajv";
import * as z from "zod/mini";
import { adaptiveValidation } from "../../packages/core/src/validation/adaptive.ts";
import type { ObservedEvent } from "../../packages/emulator/src/deliveries/event-observers.ts";
import { readWebhookDescription } from "./event-description.ts";
import { QUICK_TO_COMPILE } from "./response-problems.ts";

// Every event that the emulator sends in any test is checked against the contract if the contract defines its payload.
// With GitHub's names it is also checked against the public API description.

/** Returns the problems of an event, empty if it is valid. */
export function eventProblems(sent: ObservedEvent): string[] {
  const title = ["event", sent.event, ...(sent.action === null ? [] : [sent.action])].join(" ");
  return [...contractEventProblems(sent), ...descriptionEventProblems(sent)].map((problem) => `${title}: ${problem}`);
}

/** Validates several times as fast as parsing, which is the fallback that finds the details of a problem. */
const validation = adaptiveValidation();

function contractEventProblems({ dialect, event, action, payload }: ObservedEvent): string[] {
  const known = knownEvent(event);
  if (!known) return [];
  const schema = payloadSchema(known, action);
  // All actions that the contract lacks share one schema.
  if (schema === payloadSchema(known, "no such action")) return ["the action must be one that the contract lists"];
  const named = fromWire(dialect, schema, payload);
  if ("data" in validation(schema, named)) return [];
  const parsed = z.safeParse(schema, named);
  return (parsed.error?.issues ?? []).map((issue) => {
    const { at, problem } = describeIssue(issue, named, "the payload");
    return `${at} ${problem}`;
  });
}

/** Events that the installed version of the public description lacks, and a newer one has. */
const NOT_YET_DESCRIBED: ReadonlySet<string> = new Set(["issues/field_added", "issues/field_removed"]);

function descriptionEventProblems({ dialect, event, action, payload }: ObservedEvent): string[] {
  if (dialect !== github) return [];
  eventValidators ??= createEventValidators();
  const name = wireEvent(dialect, event);
  const operationId = action === null ? name : `${name}/${action}`;
  if (NOT_YET_DESCRIBED.has(operationId)) return [];
  const validate = eventValidators(operationId);
  if (!validate) return ["described: the event and action must be in the description"];
  if (validate(payload)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `described: ${instancePath} ${message}`);
}

/**
 * The description writes nullable references as `allOf` together with type null, which no value can satisfy. Rewrites
 * them as alternatives.
 */
function withNullAlternatives(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNullAlternatives);
  if (typeof schema !== "object" || schema === null) return schema;
  const { allOf, type, ...rest }: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withNullAlternatives(value)]),
  );
  const isNullable = allOf !== undefined && Array.isArray(type) && type.length === 1 && type[0] === "null";
  if (isNullable) return { ...rest, anyOf: [{ allOf }, { type: "null" }] };
  return { ...rest, ...(allOf === undefined ? {} : { allOf }), ...(type === undefined ? {} : { type }) };
}

let eventValidators: ReturnType<typeof createEventValidators> | undefined;

/**
 * Returns a lookup of payload validators by the description's operation id. Each is compiled when it is first needed.
 */
function createEventValidators(): (name: string) => ValidateFunction | undefined {
  const { webhooks, components } = readWebhookDescription("api.github.com");
  const ajv = new Ajv(QUICK_TO_COMPILE);
  ajv.addSchema({ $id: "description", components: z.parse(z.looseObject({}), withNullAlternatives(components)) });
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
