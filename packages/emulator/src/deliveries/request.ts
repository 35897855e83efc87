import { type HookKind, knownEvent, payloadSchema } from "@forgehand/core/contract";
import { type Dialect, toWire, wireEvent } from "@forgehand/core/dialects";
import type { Hook } from "../state/hooks.ts";

/** What a webhook is to be sent. */
export interface Message {
  readonly guid: string;
  readonly event: string;
  /** What it carries on the wire, as JSON; or the body of an earlier attempt, which is sent as it was. */
  readonly content: { readonly json: string } | { readonly body: string };
}

/** A message as its webhook is sent it, but for its signatures. */
interface WrittenRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** More is not delivered (document 1, Limits). */
const LARGEST = 25 * 1024 * 1024;

const FORM_START = "payload=";
const CONTENT_TYPES = { json: "application/json", form: "application/x-www-form-urlencoded" } as const;

/** What an event carries, in the vendor's names. What the contract doesn't know goes out as it is written. */
export function wirePayload(dialect: Dialect, event: string, action: string | null, payload: object): string {
  const known = knownEvent(event);
  return JSON.stringify(known ? toWire(dialect, payloadSchema(known, action), payload) : payload);
}

/** The payload that a delivery's body carries. */
export function payloadOf(body: string): unknown {
  return JSON.parse(body.startsWith(FORM_START) ? decodeURIComponent(body.slice(FORM_START.length)) : body);
}

/** What the service calls a webhook's place in a delivery's headers. */
const TARGETS: Readonly<Record<HookKind, string>> = {
  repository: "repository",
  organization: "organization",
  app: "integration",
};

/** Writes what a webhook is sent (document 1, Delivery). @throws Error where it is larger than what is delivered */
export function writeRequest(dialect: Dialect, hook: Hook, { guid, event, content }: Message): WrittenRequest {
  const { type, body } = "body" in content ? asBefore(content.body) : asToldTo(hook, content.json);
  if (Buffer.byteLength(body) > LARGEST) throw new Error("it is larger than 25 MB, and such a delivery is not made.");
  const { headers } = dialect;
  return {
    body,
    headers: {
      Accept: "*/*",
      "Content-Type": CONTENT_TYPES[type],
      "User-Agent": `${dialect.hookUserAgent}emulator`,
      [headers.hookId]: String(hook.id),
      [headers.event]: wireEvent(dialect, event),
      [headers.delivery]: guid,
      [headers.hookTargetType]: TARGETS[hook.owner.kind],
      [headers.hookTargetId]: String(hook.owner.id),
    },
  };
}

function asToldTo({ content_type: type }: Hook, json: string) {
  return { type, body: type === "form" ? `${FORM_START}${encodeURIComponent(json)}` : json };
}

/** A redelivery keeps its body, and so the body's type, whatever the hook is set to by now. */
function asBefore(body: string) {
  return { type: body.startsWith(FORM_START) ? "form" : "json", body } as const;
}
