import { describeIssue, knownEvent, payloadSchema } from "@forgehand/core/contract";
import { fromWire, github, wireEvent } from "@forgehand/core/dialects";
import { Ajv, type ValidateFunction } from "ajv";
import * as z from "zod/mini";
import type { ObservedEvent } from "../../packages/emulator/src/deliveries/observed.ts";
import { describedWebhooks } from "./event-description.ts";

// Every event that the emulator sends in any test is held against the contract where that knows what the event carries, and
// in GitHub's own names against the public description too.

/** What is wrong with an event; empty: nothing. */
export function eventComplaints(sent: ObservedEvent): string[] {
  const title = ["event", sent.event, ...(sent.action === null ? [] : [sent.action])].join(" ");
  return [...contractComplaints(sent), ...descriptionComplaints(sent)].map((problem) => `${title}: ${problem}`);
}

function contractComplaints({ dialect, event, action, payload }: ObservedEvent): string[] {
  const known = knownEvent(event);
  if (!known) return [];
  const schema = payloadSchema(known, action);
  // Actions that the contract doesn't have share a schema.
  if (schema === payloadSchema(known, "no such action")) return ["the contract has no such action"];
  const named = fromWire(dialect, schema, payload);
  const parsed = z.safeParse(schema, named);
  return (parsed.error?.issues ?? []).map((issue) => {
    const { at, problem } = describeIssue(issue, named, "the payload");
    return `${at} ${problem}`;
  });
}

function descriptionComplaints({ dialect, event, action, payload }: ObservedEvent): string[] {
  if (dialect !== github) return [];
  validators ??= createValidators();
  const name = wireEvent(dialect, event);
  const validate = validators(action === null ? name : `${name}/${action}`);
  if (!validate) return ["described: there is no such event, or it has no such action"];
  if (validate(payload)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `described: ${instancePath} ${message}`);
}

let validators: ReturnType<typeof createValidators> | undefined;

/** Makes what checks payloads of one event and action, by how the description calls them; each once, at the first. */
function createValidators(): (name: string) => ValidateFunction | undefined {
  const { webhooks, components } = describedWebhooks("api.github.com");
  const ajv = new Ajv({ strict: false, logger: false, validateFormats: false });
  ajv.addSchema({ $id: "description", components });
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
