import { randomUUID } from "node:crypto";
import type { Dialect } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import { nodeId } from "../objects/user.ts";
import type { Database } from "../state/database.ts";
import { recordDelivery } from "../state/deliveries.ts";
import { getHook, type Hook } from "../state/hooks.ts";
import {
  addOutgoing,
  everyOutgoing,
  findOutgoing,
  type Outgoing,
  removeOutgoing,
  removeOutgoingTo,
  type Target,
  type Told,
} from "../state/outgoing.ts";
import { getRepository } from "../state/repositories.ts";
import type { Dispatcher, Event, SentDelivery, World } from "../world.ts";
import { createEventLog } from "./event-log.ts";
import { createLines, type Place } from "./lines.ts";
import { listenersAt, type Scene } from "./listeners.ts";
import { eventObservers } from "./observed.ts";
import { describeAnswer } from "./outcome.ts";
import { type Message, payloadOf, wirePayload, writeRequest } from "./request.ts";
import { send } from "./send.ts";

/** A receiver must answer within this many milliseconds (public documents: 10 s, 30 s on the self-hosted edition). */
const timeoutOf = (edition: World["edition"]) => (edition === "self-hosted" ? 30_000 : 10_000);

/** How webhooks are sent. */
export interface DispatcherOptions {
  readonly edition?: World["edition"];
  /** Seconds that a receiver has to answer. */
  readonly timeout?: number | undefined;
  /** Resolves when it is a good moment to send something; default at once. */
  readonly quiet?: () => Promise<void>;
}

export function createDispatcher(
  db: Database,
  dialect: Dialect,
  now: () => Date,
  { edition = "all", timeout: seconds, quiet = nextTurn }: DispatcherOptions = {},
): Dispatcher {
  const timeout = seconds === undefined ? timeoutOf(edition) : seconds * 1000;
  const lines = createLines();
  const working = new Map<number, Promise<void>>();
  const log = createEventLog(now);
  const listeners: ((sent: SentDelivery) => void)[] = [];
  let closing = new AbortController();

  /** Goes through a webhook's line, one after the other, once whoever put something there is done. */
  function wake(hookId: number): void {
    if (!closing.signal.aborted && !working.has(hookId)) working.set(hookId, work(hookId));
  }

  async function work(hookId: number): Promise<void> {
    const { signal } = closing;
    for (;;) {
      // Whoever caused something is answered first, and others who call at the same time.
      await quiet();
      if (signal.aborted) break;
      // What has happened meanwhile is in its line by then, or has taken something out of it.
      db.settle();
      const place = lines.first(hookId);
      if (!place) break;
      const outgoing = findOutgoing(db, place.id);
      // What it told of was undone, and its number given to something else.
      if (outgoing?.guid !== place.guid) lines.leave(hookId, place);
      // One attempt that breaks must not take those behind it along.
      else
        await attempt(hookId, place, outgoing, signal).catch((error: unknown) =>
          breakOff(hookId, place, outgoing, error),
        );
    }
    working.delete(hookId);
  }

  function breakOff(hookId: number, place: Place, outgoing: Outgoing, error: unknown): void {
    report(hookId, outgoing, error);
    finish(hookId, place, outgoing);
  }

  function finish(hookId: number, place: Place, outgoing: Outgoing): void {
    lines.leave(hookId, place);
    removeOutgoing(db, outgoing);
  }

  function report(hookId: number, { guid, event }: Pick<Outgoing, "guid" | "event">, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Webhook ${hookId} was not sent ${event}: ${reason}\n`);
    log.undelivered(guid, hookId, reason);
  }

  async function attempt(hookId: number, place: Place, outgoing: Outgoing, signal: AbortSignal): Promise<void> {
    // To where it points by now; to one that is gone with its repository, as it was.
    const hook = getHook(db, hookId) ?? outgoing.hook;
    const { installation_id } = outgoing;
    if (!hook) return finish(hookId, place, outgoing);
    const { headers: unsigned, body } = writeRequest(dialect, hook, messageOf(outgoing, installation_id));
    if (!outgoing.redelivery) observe(outgoing, body);
    const { url, secret } = hook;
    const errand = { url, headers: unsigned, body, secret, timeout, verify: hook.insecure_ssl !== "1" };
    const { headers, outcome, duration } = await send(errand, signal);
    if (signal.aborted) return;
    const answered = "status" in outcome;
    const sent = {
      ...{ ...outgoing, hook, duration },
      status: answered ? describeAnswer(outcome.status) : outcome.problem,
      status_code: answered ? outcome.status : 0,
    };
    db.transaction(() => {
      finish(hookId, place, outgoing);
      recordDelivery(db, {
        ...sent,
        ...{ hook_id: hookId, installation_id, delivered_at: now().getTime(), url },
        ...{ request_headers: headers, request_body: body },
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

  function queue({ hook_id, ...place }: Place & { readonly hook_id: number }): void {
    lines.add(hook_id, place);
    wake(hook_id);
  }

  let isWriting = false;

  /** Writes down what has happened, at a quiet moment. */
  async function writeDown(): Promise<void> {
    isWriting = true;
    await quiet();
    isWriting = false;
    if (!closing.signal.aborted) db.settle();
  }

  /**
   * Writes down what is to be sent to some webhooks, and sets out to send it. Whoever caused it doesn't wait for that, nor
   * does who calls next, where nothing is lost by it.
   * @param content what puts together what it carries, and makes the text of that
   */
  function enqueue<P>(
    targets: readonly Target[],
    message: Omit<Told, "content">,
    content: { readonly payloadOf: () => P; readonly write: (payload: P) => string },
  ): void {
    const orReport = <T>(work: () => T): T | undefined => {
      try {
        return work();
      } catch (error) {
        for (const { hook } of targets) report(hook.id, message, error);
        return undefined;
      }
    };
    const put = (text: string) => addOutgoing(db, { ...message, content: text }, targets).forEach(queue);
    db.later({
      prepare: () => orReport(() => ({ payload: content.payloadOf() })),
      finish: (seen) => orReport(() => seen && put(content.write(seen.payload))),
    });
    if (!isWriting) void writeDown();
  }

  function emitAt(scene: Scene, event: Event) {
    const { name, action } = event;
    const listeners = listenersAt(db, scene, event);
    // Every hook that listens gets the event under the same GUID.
    const guid = randomUUID();
    if (listeners.length > 0) {
      const repository_id = scene.repository?.id ?? null;
      const targets = listeners.map(({ hook, installation }) => ({ hook, installation_id: installation?.id ?? null }));
      enqueue(targets, { guid, event: name, action, redelivery: false, repository_id }, contentOf(event));
    }
    const hooks = listeners.map(({ hook }) => hook.id);
    return log.add(guid, event, hooks);
  }

  function emitTo(hook: Hook, event: Event) {
    const { name, action } = event;
    const guid = randomUUID();
    const { owner } = hook;
    const repository_id = owner.kind === "repository" ? owner.id : null;
    const message = { guid, event: name, action, redelivery: false, repository_id };
    const installation_id = owner.kind === "app" ? installationIn(event) : null;
    enqueue([{ hook, installation_id }], message, contentOf(event));
    return log.add(guid, event, [hook.id]);
  }

  const contentOf = (event: Event) => ({
    payloadOf: () => event.payload,
    write: (payload: object) => wirePayload(dialect, event.name, event.action, payload),
  });

  function resume(): void {
    for (const place of everyOutgoing(db)) queue(place);
  }

  async function settled(): Promise<void> {
    db.settle();
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
    emitTo,
    redeliver(hook, { guid, event, action, repository_id, installation_id, request_body: content }) {
      const message = { guid, event, action, repository_id, redelivery: true };
      enqueue([{ hook, installation_id }], message, { payloadOf: () => content, write: (body) => body });
    },
    giveUp(hookId) {
      // In its turn: what happened before is in the line by then.
      db.later({
        prepare: () => undefined,
        finish: () => {
          lines.giveUp(hookId);
          removeOutgoingTo(db, hookId);
        },
      });
      if (!isWriting) void writeDown();
    },
    resume,
    events: log.list,
    clearEvents: log.clear,
    onSent: (listener) => void listeners.push(listener),
    async restart() {
      const before = closing;
      before.abort();
      log.clear();
      await Promise.all(working.values());
      // Of several at once the first one has begun anew, and nobody must lose sight of what it has set out to send.
      if (closing === before) closing = new AbortController();
      // What has happened since is waiting too.
      db.settle();
      lines.clear();
      resume();
    },
    settled,
    close() {
      closing.abort();
      return settled();
    },
  };
}

const OfInstallation = z.looseObject({ installation: z.looseObject({ id: z.int() }) });

/** The installation that an event tells of. */
function installationIn({ payload }: Event): number | null {
  const told = z.safeParse(OfInstallation, payload);
  return told.success ? told.data.installation.id : null;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What a webhook is sent; an app is told beside the event which of its installations it is for. */
function messageOf({ redelivery, content, ...outgoing }: Outgoing, id: number | null): Message {
  if (redelivery) return { ...outgoing, content: { body: content } };
  if (id === null) return { ...outgoing, content: { json: content } };
  const installation = { id, node_id: nodeId("Installation", id) };
  return { ...outgoing, content: { json: JSON.stringify({ installation, ...z.parse(Payload, JSON.parse(content)) }) } };
}

const Payload = z.looseObject({});
