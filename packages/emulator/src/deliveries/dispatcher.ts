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
import { eventObservers } from "./observed.ts";
import { describeAnswer } from "./outcome.ts";
import { post } from "./post.ts";
import { type Message, payloadOf, writeRequest } from "./request.ts";

/** A receiver must answer within this many milliseconds (public documents: 10 s, 30 s on the self-hosted edition). */
const timeoutOf = (edition: World["edition"]) => (edition === "self-hosted" ? 30_000 : 10_000);

export function createDispatcher(
  db: Database,
  dialect: Dialect,
  now: () => Date,
  edition: World["edition"] = "all",
): Dispatcher {
  const queues = new Map<number, Promise<void>>();
  const closing = new AbortController();

  /** Each hook is sent one thing after the other. */
  function enqueue(hookId: number, { event }: Message, work: () => Promise<void>): void {
    const before = queues.get(hookId) ?? Promise.resolve();
    // One attempt that breaks must not take those behind it along.
    const after = before
      .then(() => (closing.signal.aborted ? undefined : work()))
      .catch((error: unknown) => report(hookId, event, error instanceof Error ? error.message : String(error)))
      .finally(() => {
        if (queues.get(hookId) === after) queues.delete(hookId);
      });
    queues.set(hookId, after);
  }

  /** Sends to where the hook points by then; to one that was deleted meanwhile, nothing. */
  function enqueueMessage(hookId: number, message: Message): void {
    enqueue(hookId, message, async () => {
      const hook = getHook(db, hookId);
      if (hook) await attempt(hook, message);
    });
  }

  async function attempt(hook: Hook, message: Message): Promise<void> {
    const { headers, body } = await writeRequest(dialect, hook, message);
    const request_body = Buffer.from(body).toString();
    if (!message.redelivery) observe(message, request_body);
    const start = performance.now();
    const outcome = await post(hook.url, headers, body, {
      timeout: timeoutOf(edition),
      verify: hook.insecure_ssl !== "1",
      signal: closing.signal,
    });
    if (closing.signal.aborted) return;
    const answered = "status" in outcome;
    recordDelivery(db, {
      ...message,
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

  function observe({ event, action }: Message, body: string): void {
    for (const observer of eventObservers) observer({ dialect, event, action, payload: payloadOf(body) });
  }

  function emitAt(scene: Scene, event: Event): void {
    const listeners = listenersAt(db, scene, event);
    if (listeners.length === 0) return;
    // Every hook that listens gets the event under the same GUID.
    const guid = randomUUID();
    const repository_id = scene.repository?.id ?? null;
    const { name, action, payload } = event;
    for (const { hook, installation } of listeners) {
      enqueueMessage(hook.id, {
        ...{ guid, event: name, action, redelivery: false },
        content: { payload: installation ? { ...payload, ...tellOf(installation) } : payload },
        ...{ repository_id, installation_id: installation?.id ?? null },
      });
    }
  }

  const alone = ({ owner }: Hook, { name, action, payload }: Event): Message => ({
    ...{ guid: randomUUID(), event: name, action, redelivery: false, content: { payload } },
    ...{ repository_id: owner.kind === "repository" ? owner.id : null, installation_id: null },
  });

  async function settled(): Promise<void> {
    while (queues.size > 0) await Promise.all(queues.values());
  }

  return {
    emit(repositoryId, event) {
      const repository = getRepository(db, repositoryId);
      if (repository) emitAt({ accountId: repository.owner_id, repository }, event);
    },
    emitAtOrganization: (organizationId, event) => emitAt({ accountId: organizationId, repository: undefined }, event),
    emitTo: (hook, event) => enqueueMessage(hook.id, alone(hook, event)),
    emitLast(hook, event) {
      const message = alone(hook, event);
      enqueue(hook.id, message, () => attempt(hook, message));
    },
    redeliver(hook, { guid, event, action, repository_id, installation_id, request_body: body }) {
      const content = { body };
      enqueueMessage(hook.id, { guid, event, action, repository_id, installation_id, content, redelivery: true });
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

function report(hookId: number, event: string, problem: string): void {
  process.stderr.write(`Webhook ${hookId} was not sent ${event}: ${problem}\n`);
}
