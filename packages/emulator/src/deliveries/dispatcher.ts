import { randomUUID } from "node:crypto";
import type { Dialect } from "@forgehand/core/dialects";
import { nodeId } from "../objects/user.ts";
import type { Installation } from "../state/apps.ts";
import type { Database } from "../state/database.ts";
import { recordDelivery } from "../state/deliveries.ts";
import { getHook, type Hook } from "../state/hooks.ts";
import { getRepository } from "../state/repositories.ts";
import type { Dispatcher, Event, World } from "../world.ts";
import { listenersAt, type Scene } from "./listeners.ts";
import { describeAnswer } from "./outcome.ts";
import { post } from "./post.ts";
import { encodeBody, headersFor, type Message } from "./request.ts";

/** A receiver must answer within this many milliseconds (public documents: 10 s, 30 s on the self-hosted edition). */
const timeoutOf = (edition: World["edition"]) => (edition === "self-hosted" ? 30_000 : 10_000);

/** A payload that is larger is not delivered at all (document 1, Delivery). */
const LARGEST_PAYLOAD = 25 * 1024 * 1024;

export function createDispatcher(
  db: Database,
  dialect: Dialect,
  now: () => Date,
  edition: World["edition"] = "all",
): Dispatcher {
  const queues = new Map<number, Promise<void>>();
  const closing = new AbortController();

  /** Each hook is sent one thing after the other. */
  function enqueue(hookId: number, work: () => Promise<void>): void {
    const before = queues.get(hookId) ?? Promise.resolve();
    // One attempt that breaks must not take those behind it along.
    const after = before
      .then(() => (closing.signal.aborted ? undefined : work()))
      .catch((error: unknown) => report(hookId, error instanceof Error ? error.message : String(error)))
      .finally(() => {
        if (queues.get(hookId) === after) queues.delete(hookId);
      });
    queues.set(hookId, after);
  }

  /** Sends to where the hook points by then; to one that was deleted meanwhile, nothing. */
  function enqueueMessage(hookId: number, message: Message): void {
    enqueue(hookId, async () => {
      const hook = getHook(db, hookId);
      if (hook) await attempt(hook, message);
    });
  }

  async function attempt(hook: Hook, message: Message): Promise<void> {
    const headers = headersFor(dialect, hook, message);
    const start = performance.now();
    const outcome = await post(hook.url, headers, message.body, {
      timeout: timeoutOf(edition),
      verify: hook.insecure_ssl !== "1",
      signal: closing.signal,
    });
    if (closing.signal.aborted) return;
    const { body: request_body, ...sent } = message;
    const answered = "status" in outcome;
    recordDelivery(db, {
      ...sent,
      hook_id: hook.id,
      delivered_at: now().getTime(),
      duration: Math.round(performance.now() - start) / 1000,
      status: answered ? describeAnswer(outcome.status) : outcome.problem,
      status_code: answered ? outcome.status : 0,
      url: hook.url,
      request_headers: headers,
      request_body,
      response_headers: answered ? outcome.headers : {},
      response_body: answered ? outcome.body : null,
    });
  }

  /** What a hook is to be sent of an event; undefined where that is too large. @param json the payload */
  function messageFor(
    hook: Hook,
    { name, action }: Event,
    json: string,
    about: Pick<Message, "guid" | "repository_id" | "installation_id">,
  ): Message | undefined {
    if (Buffer.byteLength(json) > LARGEST_PAYLOAD) {
      report(hook.id, `${name} is larger than 25 MB, and was not delivered`);
      return undefined;
    }
    return { ...about, event: name, action, redelivery: false, body: encodeBody(hook, json) };
  }

  function emitAt(scene: Scene, event: Event): void {
    const listeners = listenersAt(db, scene, event);
    if (listeners.length === 0) return;
    // Every hook that listens gets the event under the same GUID.
    const guid = randomUUID();
    const repository_id = scene.repository?.id ?? null;
    const json = JSON.stringify(event.payload);
    for (const { hook, installation } of listeners) {
      const told = installation ? JSON.stringify({ ...event.payload, ...tellOf(installation) }) : json;
      const message = messageFor(hook, event, told, { guid, repository_id, installation_id: installation?.id ?? null });
      if (message) enqueueMessage(hook.id, message);
    }
  }

  const alone = (hook: Hook, event: Event) => {
    const repository_id = hook.owner.kind === "repository" ? hook.owner.id : null;
    const about = { guid: randomUUID(), repository_id, installation_id: null };
    return messageFor(hook, event, JSON.stringify(event.payload), about);
  };

  async function settled(): Promise<void> {
    while (queues.size > 0) await Promise.all(queues.values());
  }

  return {
    emit(repositoryId, event) {
      const repository = getRepository(db, repositoryId);
      if (repository) emitAt({ accountId: repository.owner_id, repository }, event);
    },
    emitAtOrganization: (organizationId, event) => emitAt({ accountId: organizationId, repository: undefined }, event),
    emitTo(hook, event) {
      const message = alone(hook, event);
      if (message) enqueueMessage(hook.id, message);
    },
    emitLast(hook, event) {
      const message = alone(hook, event);
      if (message) enqueue(hook.id, () => attempt(hook, message));
    },
    redeliver(hook, delivery) {
      const { guid, event, action, repository_id, installation_id, request_body: body } = delivery;
      enqueueMessage(hook.id, { guid, event, action, repository_id, installation_id, body, redelivery: true });
    },
    settled,
    close() {
      closing.abort();
      return settled();
    },
  };
}

/** What an app is told beside the event: which of its installations it is for. */
const tellOf = ({ id }: Installation) => ({ installation: { id, node_id: nodeId("Installation", id) } });

function report(hookId: number, problem: string): void {
  process.stderr.write(`Webhook ${hookId}: ${problem}\n`);
}
