import { createHmac } from "node:crypto";
import type { HookKind } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import { type SignedDelivery, signDelivery } from "@forgehand/core/webhooks";
import * as z from "zod/mini";
import { nodeId } from "../objects/user.ts";
import type { Hook } from "../state/hooks.ts";
import type { Outgoing } from "../state/outgoing.ts";

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
export async function writeRequest(
  dialect: Dialect,
  hook: Hook,
  { guid, event, content }: Pick<Message, "guid" | "event" | "content">,
): Promise<SignedDelivery> {
  const request = await signDelivery({
    ...("body" in content ? asBefore(content.body) : { payload: content.payload, contentType: hook.content_type }),
    ...{ dialect, guid, event, agent: "emulator" },
    ...{ hookId: hook.id, target: { type: TARGETS[hook.owner.kind], id: hook.owner.id } },
  });
  const signatures = hook.secret === null ? {} : signaturesOf(request.body, hook.secret);
  return { ...request, headers: { ...request.headers, ...signatures } };
}

/** Signed by other means than receivers verify with, so that each is a check on the other; and in a tenth of the time. */
function signaturesOf(body: Uint8Array, secret: string): Record<string, string> {
  const digest = (algorithm: string) => `${algorithm}=${createHmac(algorithm, secret).update(body).digest("hex")}`;
  return { "X-Hub-Signature": digest("sha1"), "X-Hub-Signature-256": digest("sha256") };
}

/** A request, with its body as text too. */
export interface WrittenRequest extends SignedDelivery {
  readonly text: string;
}

/** Bodies that are kept for the other webhooks that get the same: so many, and none that is large. */
const KEPT = { count: 16, length: 256 * 1024 };

/** Makes what writes messages; what several webhooks get is put together once. */
export function createWriter(dialect: Dialect) {
  const bodies = new Map<string, string>();
  return async (hook: Hook, message: Outgoing, installationId: number | null): Promise<WrittenRequest> => {
    const { sequence, redelivery, content } = message;
    if (redelivery) {
      return { ...(await writeRequest(dialect, hook, { ...message, content: { body: content } })), text: content };
    }
    const key = `${sequence} ${installationId} ${hook.content_type}`;
    const before = bodies.get(key);
    const said = before === undefined ? { payload: payloadFor(content, installationId) } : { body: before };
    const request = await writeRequest(dialect, hook, { ...message, content: said });
    const text = before ?? Buffer.from(request.body).toString();
    if (before === undefined && text.length < KEPT.length) {
      bodies.set(key, text);
      const [oldest] = bodies.keys();
      if (bodies.size > KEPT.count && oldest !== undefined) bodies.delete(oldest);
    }
    return { ...request, text };
  };
}

const Payload = z.looseObject({});

/** An app is told beside the event which of its installations it is for; an event of an installation tells more of it. */
function payloadFor(content: string, id: number | null): object {
  const payload = z.parse(Payload, JSON.parse(content));
  return id === null ? payload : { installation: { id, node_id: nodeId("Installation", id) }, ...payload };
}

/** A redelivery keeps its body, and so the body's type, whatever the hook is set to by now. */
function asBefore(body: string) {
  return { body: Buffer.from(body), contentType: body.startsWith(FORM_START) ? "form" : "json" } as const;
}
