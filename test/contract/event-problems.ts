import { describeIssue, hasAction, knownEvent, payloadSchema } from "@forgehand/core/contract";
import { fromWire, github, wireEvent } from "@forgehand/core/dialects";
import { Ajv, type ValidateFunction } from "ajv";
import * as z from "zod/mini";
import { lazy } from "../../packages/core/src/internal/lazy.ts";
import { compileSchema } from "../../packages/core/src/schema/compile-schema.ts";
import { isMatch } from "../../packages/core/src/schema/is-match.ts";
import type { ObservedEvent } from "../../packages/emulator/src/deliveries/event-observers.ts";
import { eventAndActionOf, readWebhookDescription } from "./event-description.ts";
import { QUICK_TO_COMPILE } from "./response-problems.ts";

// Every event that the emulator sends in any test is checked against the contract if the contract defines its payload.
// With GitHub's names it is also checked against the public API description.

/** Returns the problems of an event, empty if it is valid. */
export function eventProblems(sent: ObservedEvent): string[] {
  const title = ["event", sent.event, ...(sent.action === null ? [] : [sent.action])].join(" ");
  return [...contractEventProblems(sent), ...descriptionEventProblems(sent)].map((problem) => `${title}: ${problem}`);
}

function contractEventProblems({ dialect, event, action, payload }: ObservedEvent): string[] {
  const known = knownEvent(event);
  if (!known) return [];
  if (!hasAction(known, action)) return ["the action must be one that the contract lists"];
  const schema = payloadSchema(known, action);
  const named = fromWire(dialect, schema, payload);
  // Several times as fast as parsing, which finds the details of a problem.
  if (isMatch(compileSchema(schema), named)) return [];
  const parsed = z.safeParse(schema, named);
  return (parsed.error?.issues ?? []).map((issue) => {
    const { at, problem } = describeIssue(issue, named, "the payload");
    return `${at} ${problem}`;
  });
}

/** Actions that the installed version of the public description lacks, and a newer one has. */
const NOT_YET_DESCRIBED: ReadonlySet<string> = new Set([
  "code_scanning_alert/updated_assignment",
  "dependabot_alert/assignees_changed",
  "issue_comment/pinned",
  "issue_comment/unpinned",
  "issues/field_added",
  "issues/field_removed",
  "pull_request/stacked",
  "secret_scanning_alert/metadata_created",
  "secret_scanning_alert/metadata_removed",
]);

/** Named by the public description as an event of webhooks, without its payload. */
const NEVER_DESCRIBED = "dismissal_request_dependabot";

function descriptionEventProblems({ dialect, event, action, payload }: ObservedEvent): string[] {
  if (dialect !== github) return [];
  const name = wireEvent(dialect, event);
  const key = keyOf({ event: name, action });
  if (NOT_YET_DESCRIBED.has(key) || name === NEVER_DESCRIBED) return [];
  const validate = findValidator(key);
  if (!validate) return ["described: the event and action must be in the description"];
  if (validate(payload)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `described: ${instancePath} ${message}`);
}

/**
 * Corrects two faults of the description. Nullable references, `allOf` together with type null, can't be satisfied by
 * any value: they become alternatives. The lists of the events that an app can subscribe to lack newer ones.
 */
function correctSchema(schema: unknown, field?: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => correctSchema(item));
  if (typeof schema !== "object" || schema === null) return schema;
  const { allOf, type, ...rest }: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, correctSchema(value, key)]),
  );
  if (field === "events" && type === "array") return { type };
  const isNullable = allOf !== undefined && Array.isArray(type) && type.length === 1 && type[0] === "null";
  if (isNullable) return { ...rest, anyOf: [{ allOf }, { type: "null" }] };
  return { ...rest, ...(allOf === undefined ? {} : { allOf }), ...(type === undefined ? {} : { type }) };
}

interface EventAndAction {
  readonly event: string;
  readonly action: string | null;
}

const keyOf = ({ event, action }: EventAndAction) => (action === null ? event : `${event}/${action}`);

/** The editions whose descriptions are searched for an event, in this order. */
const EDITIONS = ["api.github.com", "ghec", "ghes-3.19"];

/** Validators of the editions' payloads, by event and action, each created when it is first needed. */
const eventValidators = EDITIONS.map((edition) => lazy(() => createEventValidators(edition)));

function findValidator(key: string): ValidateFunction | undefined {
  for (const validators of eventValidators) {
    const validate = validators()(key);
    if (validate) return validate;
  }
  return undefined;
}

function createEventValidators(edition: string): (key: string) => ValidateFunction | undefined {
  const { webhooks, components } = readWebhookDescription(edition);
  const ajv = new Ajv(QUICK_TO_COMPILE);
  ajv.addSchema({ $id: "description", components: z.parse(z.looseObject({}), correctSchema(components)) });
  const references = new Map(
    Object.values(webhooks).map(({ post }) => [
      keyOf(eventAndActionOf(post)),
      `description${post.requestBody.content["application/json"].schema.$ref}`,
    ]),
  );
  const compiled = new Map<string, ValidateFunction>();
  return (key) => {
    const $ref = references.get(key);
    const validate = compiled.get(key) ?? ($ref && ajv.compile({ $ref }));
    if (!validate) return undefined;
    compiled.set(key, validate);
    return validate;
  };
}
