import type { HookKind } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import { type SignedDelivery, signDelivery } from "@forgehand/core/webhooks";
import type { Hook } from "../state/hooks.ts";

/** What a webhook is to be sent, once or again. */
export interface Message {
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly redelivery: boolean;
  /** What the event carries; or the body of an earlier attempt, which is sent as it was. */
  readonly content: { readonly payload: object } | { readonly body: string };
  /** What it is about, as the record says. */
  readonly repository_id: number | null;
  readonly installation_id: number | null;
}

const FORM_START = "payload=";

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

/** A message as its webhook is sent it. @throws InputError where it is larger than what is delivered */
export function writeRequest(
  dialect: Dialect,
  hook: Hook,
  { guid, event, content }: Pick<Message, "guid" | "event" | "content">,
): Promise<SignedDelivery> {
  return signDelivery({
    ...("body" in content ? asBefore(content.body) : { payload: content.payload, contentType: hook.content_type }),
    ...{ dialect, guid, event, secret: hook.secret ?? undefined, agent: "emulator" },
    ...{ hookId: hook.id, target: { type: TARGETS[hook.owner.kind], id: hook.owner.id } },
  });
}

/** A redelivery keeps its body, and so the body's type, whatever the hook is set to by now. */
function asBefore(body: string) {
  return { body: Buffer.from(body), contentType: body.startsWith(FORM_START) ? "form" : "json" } as const;
}
