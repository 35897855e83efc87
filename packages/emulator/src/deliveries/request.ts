import { createHmac } from "node:crypto";
import type { Dialect } from "@forgehand/core/dialects";
import type { Hook, HookKind } from "../state/hooks.ts";
import { wireEvent } from "./event-names.ts";

/** What a webhook is to be sent, once or again. */
export interface Message {
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly redelivery: boolean;
  readonly body: string;
  /** What it is about, as the record says. */
  readonly repository_id: number | null;
  readonly installation_id: number | null;
}

const FORM_START = "payload=";

/** A payload in the form that a webhook is set to. */
export function encodeBody(hook: Pick<Hook, "content_type">, json: string): string {
  return hook.content_type === "form" ? `${FORM_START}${encodeURIComponent(json)}` : json;
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

/** The headers of a delivery (document 1, Delivery). */
export function headersFor(dialect: Dialect, hook: Hook, { guid, event, body }: Message): Record<string, string> {
  const { headers } = dialect;
  const sign = (algorithm: "sha1" | "sha256", secret: string) =>
    `${algorithm}=${createHmac(algorithm, secret).update(body).digest("hex")}`;
  return {
    Accept: "*/*",
    // A redelivery keeps its body, and so the body's type, whatever the hook is set to by now.
    "Content-Type": body.startsWith(FORM_START) ? "application/x-www-form-urlencoded" : "application/json",
    "User-Agent": `${dialect.hookUserAgent}emulator`,
    [headers.hookId]: String(hook.id),
    [headers.event]: wireEvent(dialect, event),
    [headers.delivery]: guid,
    [headers.hookTargetType]: TARGETS[hook.owner.kind],
    [headers.hookTargetId]: String(hook.owner.id),
    ...(hook.secret === null
      ? {}
      : { "X-Hub-Signature": sign("sha1", hook.secret), "X-Hub-Signature-256": sign("sha256", hook.secret) }),
  };
}
