import { randomUUID } from "node:crypto";
import type { Dialect } from "@forgehand/core/dialects";
import type { Database } from "../state/database.ts";
import { recordDelivery } from "../state/deliveries.ts";
import { getHook, type Hook } from "../state/hooks.ts";
import { addOutgoing, everyOutgoing, findOutgoing, type Outgoing, removeOutgoing } from "../state/outgoing.ts";
import { getRepository } from "../state/repositories.ts";
import type { Dispatcher, Event, SentDelivery, World } from "../world.ts";
import { createEventLog } from "./event-log.ts";
import { createLines, type Place } from "./lines.ts";
import { listenersAt, type Scene } from "./listeners.ts";
import { eventObservers } from "./observed.ts";
import { describeAnswer } from "./outcome.ts";
import { createPost } from "./post.ts";
import { createWriter, payloadOf } from "./request.ts";

/** A receiver must answer within this many milliseconds (public documents: 10 s, 30 s on the self-hosted edition). */
const timeoutOf = (edition: World["edition"]) => (edition === "self-hosted" ? 30_000 : 10_000);

/** How webhooks are sent. */
export interface DispatcherOptions {
  readonly edition?: World["edition"];
  /** Seconds that a receiver has to answer. */
  readonly timeout?: number | undefined;
}

export function createDispatcher(
  db: Database,
  dialect: Dialect,
  now: () => Date,
  { edition = "all", timeout: seconds }: DispatcherOptions = {},
): Dispatcher {
  const timeout = seconds === undefined ? timeoutOf(edition) : seconds * 1000;
  const lines = createLines();
  const working = new Map<number, Promise<void>>();
  const log = createEventLog(now);
  const listeners: ((sent: SentDelivery) => void)[] = [];
  const write = createWriter(dialect);
  const post = createPost();
  let closing = new AbortController();

  /** Goes through a webhook's line, one after the other, once whoever put something there is done. */
  function wake(hookId: number): void {
    if (!working.has(hookId)) working.set(hookId, work(hookId));
  }

  async function work(hookId: number): Promise<void> {
    const { signal } = closing;
    // Whoever caused something is answered first.
    await nextTurn();
    for (;;) {
      const place = signal.aborted ? undefined : lines.first(hookId);
      if (!place) break;
      const outgoing = findOutgoing(db, place.parcel.sequence);
      // What it told of was undone, and its number given to something else.
      if (outgoing?.guid !== place.parcel.guid) lines.leave(hookId, place);
      // One attempt that breaks must not take those behind it along.
      else
        await attempt(hookId, place, outgoing, signal).catch((error: unknown) =>
          breakOff(hookId, place, outgoing, error),
        );
    }
    working.delete(hookId);
  }

  function breakOff(hook: number, place: Place, { sequence, guid, event }: Outgoing, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Webhook ${hook} was not sent ${event}: ${reason}\n`);
    log.undelivered(guid, hook, reason);
    if (lines.leave(hook, place)) removeOutgoing(db, sequence);
  }

  async function attempt(hookId: number, place: Place, outgoing: Outgoing, signal: AbortSignal): Promise<void> {
    // To where it points by now; to one that is gone with its repository, as it was.
    const hook = getHook(db, hookId) ?? place.hook ?? outgoing.last_hook;
    const { installation_id } = place;
    if (!hook) {
      if (lines.leave(hookId, place)) removeOutgoing(db, outgoing.sequence);
      return;
    }
    const { headers, body, text } = await write(hook, outgoing, installation_id);
    if (signal.aborted) return;
    if (!outgoing.redelivery) observe(outgoing, text);
    const start = performance.now();
    const outcome = await post(hook.url, headers, body, { timeout, verify: hook.insecure_ssl !== "1", signal });
    if (signal.aborted) return;
    const answered = "status" in outcome;
    const sent = {
      ...outgoing,
      hook,
      duration: Math.round(performance.now() - start) / 1000,
      status: answered ? describeAnswer(outcome.status) : outcome.problem,
      status_code: answered ? outcome.status : 0,
    };
    db.transaction(() => {
      if (lines.leave(hookId, place)) removeOutgoing(db, outgoing.sequence);
      recordDelivery(db, {
        ...sent,
        ...{ hook_id: hookId, installation_id, delivered_at: now().getTime(), url: hook.url },
        ...{ request_headers: headers, request_body: text },
        response_headers: answered ? outcome.headers : {},
        response_body: answered ? outcome.body : null,
      });
    });
    for (const listener of listeners) listener(sent);
  }

  function observe({ event, action }: Outgoing, body: string): void {
    if (eventObservers.size === 0) return;
    const payload = payloadOf(body);
    for (const observer of eventObservers) observer({ dialect, event, action, payload });
  }

  /** Writes down what is to be sent to some webhooks, and sets out to send it. */
  function enqueue(
    listeners: readonly Told[],
    message: Pick<Outgoing, "guid" | "event" | "action" | "redelivery" | "repository_id" | "content">,
    last_hook?: Hook,
  ): void {
    const targets = listeners.map(({ hook, installation_id }) => ({ hook_id: hook.id, installation_id }));
    const sequence = addOutgoing(db, { ...message, targets, last_hook, created_at: now().getTime() });
    const parcel = { sequence, guid: message.guid, left: targets.length };
    for (const { hook, installation_id } of listeners) {
      lines.add(hook.id, { parcel, installation_id, hook });
      wake(hook.id);
    }
  }

  function emitAt(scene: Scene, event: Event) {
    const told = listenersAt(db, scene, event);
    // Every hook that listens gets the event under the same GUID.
    const guid = randomUUID();
    if (told.length > 0) {
      const to = told.map(({ hook, installation }) => ({ hook, installation_id: installation?.id ?? null }));
      enqueue(to, { ...messageOf(event), guid, repository_id: scene.repository?.id ?? null });
    }
    return log.add(
      guid,
      event,
      told.map(({ hook }) => hook.id),
    );
  }

  function emitTo(hook: Hook, event: Event, last?: Hook) {
    const guid = randomUUID();
    const { owner } = hook;
    const repository_id = owner.kind === "repository" ? owner.id : null;
    enqueue([{ hook, installation_id: null }], { ...messageOf(event), guid, repository_id }, last);
    return log.add(guid, event, [hook.id]);
  }

  async function settled(): Promise<void> {
    while (working.size > 0) await Promise.all(working.values());
  }

  return {
    emit(repositoryId, event) {
      const repository = getRepository(db, repositoryId);
      // Whatever goes on by itself may outlast its repository.
      return repository
        ? emitAt({ accountId: repository.owner_id, repository }, event)
        : log.add(randomUUID(), event, []);
    },
    emitAtOrganization: (organizationId, event) => emitAt({ accountId: organizationId, repository: undefined }, event),
    emitTo: (hook, event) => emitTo(hook, event),
    emitLast: (hook, event) => emitTo(hook, event, hook),
    redeliver(hook, { guid, event, action, repository_id, installation_id, request_body: content }) {
      enqueue([{ hook, installation_id }], { guid, event, action, repository_id, redelivery: true, content });
    },
    giveUp(hookId) {
      for (const { sequence } of lines.giveUp(hookId)) removeOutgoing(db, sequence);
    },
    resume() {
      for (const { sequence, guid, targets } of everyOutgoing(db)) {
        const parcel = { sequence, guid, left: targets.length };
        for (const { hook_id, installation_id } of targets) {
          lines.add(hook_id, { parcel, installation_id, hook: undefined });
          wake(hook_id);
        }
        if (targets.length === 0) removeOutgoing(db, sequence);
      }
    },
    events: log.list,
    onSent: (listener) => void listeners.push(listener),
    async reset() {
      closing.abort();
      await settled();
      closing = new AbortController();
      lines.clear();
      log.clear();
    },
    settled,
    async close() {
      closing.abort();
      await settled();
      post.close();
    },
  };
}

/** A webhook that is told of something. */
interface Told {
  readonly hook: Hook;
  readonly installation_id: number | null;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

const messageOf = ({ name, action, payload }: Event) => ({
  ...{ event: name, action, redelivery: false, content: JSON.stringify(payload) },
});
