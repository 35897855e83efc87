import { randomUUID } from "node:crypto";
import type { Dialect } from "@forgehand/core/dialects";
import { signBody } from "@forgehand/core/webhooks";
import type { Database } from "../state/database.ts";
import { recordDelivery } from "../state/deliveries.ts";
import { type Hook, listeningHooks } from "../state/hooks.ts";
import type { Dispatcher, Event } from "../world.ts";
import { post } from "./post.ts";

/** A receiver must answer within this many milliseconds (public documents: 10 s). */
const TIMEOUT = 10_000;

export function createDispatcher(db: Database, dialect: Dialect, now: () => Date): Dispatcher {
  const queues = new Map<number, Promise<void>>();
  const closing = new AbortController();

  function enqueue(hook: Hook, message: Message): void {
    const before = queues.get(hook.id) ?? Promise.resolve();
    // One attempt that breaks must not take those behind it along.
    const after = before.then(() => attempt(hook, message)).catch((error: unknown) => report(hook, error));
    queues.set(hook.id, after);
  }

  async function attempt(hook: Hook, message: Message): Promise<void> {
    if (closing.signal.aborted) return;
    const headers = await headersFor(dialect, hook, message);
    const start = performance.now();
    const outcome = await post(hook.url, headers, message.body, {
      timeout: TIMEOUT,
      verify: hook.insecure_ssl !== "1",
      signal: closing.signal,
    });
    if (closing.signal.aborted) return;
    const answered = "status" in outcome;
    const success = answered && outcome.status >= 200 && outcome.status < 300;
    recordDelivery(db, {
      ...{ hook_id: hook.id, guid: message.guid, event: message.event, action: message.action },
      redelivery: message.redelivery,
      delivered_at: now().toISOString(),
      duration: Math.round(performance.now() - start) / 1000,
      status: success ? "OK" : answered ? `Invalid HTTP Response: ${outcome.status}` : outcome.problem,
      status_code: answered ? outcome.status : 0,
      url: hook.url,
      request_headers: headers,
      request_body: message.body,
      response_headers: answered ? outcome.headers : {},
      response_body: answered ? outcome.body : null,
    });
  }

  const emitTo = (hook: Hook, event: Event, guid: string = randomUUID()) => {
    const body = encodeBody(hook, JSON.stringify(event.payload));
    enqueue(hook, { guid, event: event.name, action: event.action, redelivery: false, body });
  };
  const settled = async () => {
    await Promise.all(queues.values());
  };
  return {
    emit(repositoryId, event) {
      // Every hook that listens gets the event under the same GUID.
      const guid = randomUUID();
      for (const hook of listeningHooks(db, repositoryId, event.name)) emitTo(hook, event, guid);
    },
    emitTo: (hook, event) => emitTo(hook, event),
    redeliver(hook, delivery) {
      const { guid, event, action } = delivery;
      enqueue(hook, { guid, event, action, redelivery: true, body: delivery.request_body });
    },
    settled,
    close() {
      closing.abort();
      return settled();
    },
  };
}

function report(hook: Hook, error: unknown): void {
  process.stderr.write(`Webhook ${hook.id}: ${error instanceof Error ? error.message : error}\n`);
}

interface Message {
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly redelivery: boolean;
  readonly body: string;
}

const FORM_START = "payload=";

function encodeBody(hook: Hook, json: string): string {
  return hook.content_type === "form" ? `${FORM_START}${encodeURIComponent(json)}` : json;
}

/** The payload that a delivery's body carries. */
export function payloadOf(body: string): unknown {
  return JSON.parse(body.startsWith(FORM_START) ? decodeURIComponent(body.slice(FORM_START.length)) : body);
}

async function headersFor(dialect: Dialect, hook: Hook, message: Message): Promise<Record<string, string>> {
  const { headers } = dialect;
  const bytes = new TextEncoder().encode(message.body);
  const signatures =
    hook.secret === null
      ? {}
      : {
          "X-Hub-Signature": await signBody(bytes, hook.secret, "sha1"),
          "X-Hub-Signature-256": await signBody(bytes, hook.secret),
        };
  return {
    Accept: "*/*",
    // A redelivery keeps its body, and so the body's type, whatever the hook is set to by now.
    "Content-Type": message.body.startsWith(FORM_START) ? "application/x-www-form-urlencoded" : "application/json",
    "User-Agent": `${dialect.hookUserAgent}emulator`,
    [headers.hookId]: String(hook.id),
    [headers.event]: message.event,
    [headers.delivery]: message.guid,
    [headers.hookTargetType]: "repository",
    [headers.hookTargetId]: String(hook.repository_id),
    ...signatures,
  };
}
