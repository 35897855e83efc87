import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Dialect } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import { redactBody } from "../calls/redact-body.ts";
import type { DeliveryAttempt, Dispatcher, EmulatorContext, WebhookEvent } from "../emulator-context.ts";
import type { HookHosts } from "../hosts/hook-hosts.ts";
import { nodeId } from "../objects/user.ts";
import type { Database } from "../state/database.ts";
import { recordDelivery, removeExcessDeliveries } from "../state/deliveries.ts";
import { parseDeliveryBody } from "../state/delivery-body.ts";
import { type Hook, hooks, ownerOf } from "../state/hooks.ts";
import {
  addPendingDeliveries,
  allPendingDeliveries,
  type DeliveryDetails,
  findPendingDelivery,
  type HookTarget,
  type PendingDelivery,
  type PendingDeliveryRef,
  removePendingDeliveriesTo,
  removePendingDelivery,
} from "../state/outbox.ts";
import { getRepository } from "../state/repositories.ts";
import { createDeliveryRequest, type DeliveryMessage, serializePayload } from "./delivery-request.ts";
import { describeResponse } from "./describe-response.ts";
import { createEventLog } from "./event-log.ts";
import { eventObservers } from "./event-observers.ts";
import { createPost } from "./post.ts";
import { createQueues, type QueuedContent, type QueueEntry } from "./queues.ts";
import { type EventSource, findRecipients } from "./recipients.ts";
import { signatureHeaders } from "./signatures.ts";

/** Response timeout in milliseconds, as documented by GitHub: 10 s, 30 s for GitHub Enterprise Server. */
const defaultTimeout = (edition: EmulatorContext["edition"]) => (edition === "self-hosted" ? 30_000 : 10_000);

export interface DispatcherOptions {
  readonly edition?: EmulatorContext["edition"];
  /** Seconds that a receiver has to respond. */
  readonly timeout?: number | undefined;
  /** Hosts that can have private addresses. */
  readonly hookHosts: HookHosts;
  /** Whether the log of events has their payloads. */
  readonly keepsPayloads?: boolean;
  /** Resolves when the emulator is idle; by default at the next turn of the event loop. */
  readonly whenIdle?: () => Promise<void>;
}

export function createDispatcher(
  db: Database,
  dialect: Dialect,
  now: () => Date,
  {
    edition = "all",
    timeout: seconds,
    hookHosts,
    keepsPayloads = false,
    whenIdle = () => nextTurn(),
  }: DispatcherOptions,
): Dispatcher {
  const timeout = seconds === undefined ? defaultTimeout(edition) : seconds * 1000;
  const post = createPost();
  const queues = createQueues();
  const workers = new Map<number, Promise<void>>();
  const log = createEventLog(dialect, now);
  const listeners: ((record: DeliveryAttempt) => void)[] = [];
  let closing = new AbortController();

  /** Starts sending the entries of a webhook's queue in order, unless that is already happening. */
  function startWorker(hookId: number): void {
    if (!closing.signal.aborted && !workers.has(hookId)) workers.set(hookId, work(hookId));
  }

  async function work(hookId: number): Promise<void> {
    const { signal } = closing;
    for (;;) {
      // The call that caused the event and concurrent calls are answered first.
      await whenIdle();
      if (signal.aborted) break;
      // Commits pending changes first, because they can add or remove entries.
      db.flushDeferred();
      const entry = queues.first(hookId);
      if (!entry) break;
      const outgoing = findPendingDelivery(db, entry.id);
      // The change was rolled back and its ID reused.
      if (outgoing?.guid !== entry.guid) queues.removeFirst(hookId, entry);
      // A failing attempt must not block the following ones.
      else
        await attempt(hookId, entry, outgoing, signal).catch((error: unknown) =>
          abandon(hookId, entry, outgoing, error),
        );
    }
    workers.delete(hookId);
  }

  function abandon(hookId: number, entry: QueueEntry, outgoing: PendingDelivery, error: unknown): void {
    report(hookId, outgoing, error);
    try {
      finish(hookId, entry, outgoing);
    } catch (storageError) {
      // It stays pending in the file, so the next start sends it again.
      report(hookId, outgoing, storageError);
    }
  }

  function finish(hookId: number, entry: QueueEntry, outgoing: PendingDelivery): void {
    queues.removeFirst(hookId, entry);
    removePendingDelivery(db, outgoing);
  }

  function report(hookId: number, { guid, event }: Pick<PendingDelivery, "guid" | "event">, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Webhook ${hookId}: ${event} could not be sent: ${reason}\n`);
    log.undelivered(guid, hookId, reason);
  }

  async function attempt(
    hookId: number,
    entry: QueueEntry,
    outgoing: PendingDelivery,
    signal: AbortSignal,
  ): Promise<void> {
    // Uses the hook's current URL, or the stored hook if it was deleted with its repository.
    const hook = hooks.find(db, { id: hookId }) ?? outgoing.hook;
    const { installation_id } = outgoing;
    if (!hook) return finish(hookId, entry, outgoing);
    const { headers: unsigned, body } = createDeliveryRequest(dialect, hook, toMessage(outgoing, installation_id));
    if (!outgoing.redelivery) observe(outgoing, body);
    const { url, secret } = hook;
    const verify = hook.insecure_ssl !== "1";
    const allowsPrivate = hookHosts.isAllowed(new URL(url));
    const headers = { ...unsigned, ...(secret === null ? {} : signatureHeaders(body, secret)) };
    const start = performance.now();
    const outcome = await post(url, headers, body, { timeout, verify, allowsPrivate, signal });
    const duration = Math.round(performance.now() - start) / 1000;
    if (signal.aborted) return;
    const hasResponse = "status" in outcome;
    const record = {
      ...outgoing,
      hook,
      duration,
      status: hasResponse ? describeResponse(outcome.status) : outcome.problem,
      status_code: hasResponse ? outcome.status : 0,
    };
    db.transaction(() => {
      finish(hookId, entry, outgoing);
      recordDelivery(db, {
        ...record,
        hook_id: hookId,
        installation_id,
        delivered_at: now().getTime(),
        url,
        request_headers: headers,
        request_body: body,
        response_headers: hasResponse ? outcome.headers : {},
        response_body: hasResponse ? outcome.body : null,
      });
      removeExcessDeliveries(db);
    });
    for (const listener of listeners) listener(record);
  }

  function observe({ event, action }: PendingDelivery, body: string): void {
    if (eventObservers.size === 0) return;
    const payload = parseDeliveryBody(body);
    for (const observer of eventObservers) observer({ dialect, event, action, payload });
  }

  function enqueueAll(pending: readonly PendingDeliveryRef[]): void {
    const contents = new Map<number, QueuedContent>();
    for (const { hook_id, id, guid, sequence, bytes } of pending) {
      const content = contents.get(sequence) ?? { bytes };
      contents.set(sequence, content);
      queues.add(hook_id, { id, guid, content });
      startWorker(hook_id);
    }
  }

  let isCommitScheduled = false;

  /** Commits pending changes at the next idle moment. */
  async function commitWhenIdle(): Promise<void> {
    isCommitScheduled = true;
    await whenIdle();
    isCommitScheduled = false;
    if (!closing.signal.aborted) db.flushDeferred();
  }

  /**
   * Stores the deliveries to some webhooks and starts sending them. Payloads are created later, so that neither the
   * causing call nor the next one waits for them.
   * @param content creates and serializes the payload
   */
  function enqueue<P>(
    targets: readonly HookTarget[],
    message: Omit<DeliveryDetails, "content">,
    content: { readonly payloadOf: () => P; readonly write: (payload: P) => string },
  ): void {
    const reportErrors = <T>(work: () => T): T | undefined => {
      try {
        return work();
      } catch (error) {
        for (const { hook } of targets) report(hook.id, message, error);
        return undefined;
      }
    };
    const store = (text: string) => {
      // A receiver that hangs must not fill the memory.
      if (!queues.hasRoomFor(targets.length, { bytes: Buffer.byteLength(text) })) {
        throw new Error("too many deliveries are pending.");
      }
      enqueueAll(addPendingDeliveries(db, { ...message, content: text }, targets));
    };
    db.defer({
      prepare: () => reportErrors(() => ({ payload: content.payloadOf() })),
      finish: (prepared) => reportErrors(() => prepared && store(content.write(prepared.payload))),
    });
    if (!isCommitScheduled) void commitWhenIdle();
  }

  function emitAtTarget(source: EventSource, event: WebhookEvent) {
    const { name, action } = event;
    const recipients = findRecipients(db, source, event);
    // All hooks receive the event with the same GUID.
    const guid = randomUUID();
    if (recipients.length > 0) {
      const repository_id = source.repository?.id ?? null;
      const targets = recipients.map(({ hook, installation }) => ({ hook, installation_id: installation?.id ?? null }));
      enqueue(targets, { guid, event: name, action, redelivery: false, repository_id }, contentOf(event));
    }
    const hooks = recipients.map(({ hook }) => hook.id);
    return addToLog(guid, event, hooks);
  }

  /** Logs an event. Its payload is rendered before anything else changes. */
  function addToLog(guid: string, event: WebhookEvent, hookIds: readonly number[]) {
    const entry = log.add(guid, event, hookIds);
    if (keepsPayloads) {
      const { payloadOf, write } = contentOf(event);
      db.defer({
        prepare: payloadOf,
        finish: (payload) => log.addPayload(guid, redactBody(undefined, write(payload))),
      });
    }
    return entry;
  }

  function emitToHook(hook: Hook, event: WebhookEvent) {
    const { name, action } = event;
    const guid = randomUUID();
    const owner = ownerOf(hook);
    const repository_id = owner.kind === "repository" ? owner.id : null;
    const message = { guid, event: name, action, redelivery: false, repository_id };
    const installation_id = owner.kind === "app" ? installationIdOf(event) : null;
    enqueue([{ hook, installation_id }], message, contentOf(event));
    return addToLog(guid, event, [hook.id]);
  }

  const contentOf = (event: WebhookEvent) => ({
    payloadOf: () => event.payload,
    write: (payload: object) => serializePayload(dialect, event.name, event.action, payload),
  });

  function resume(): void {
    enqueueAll(allPendingDeliveries(db));
  }

  async function settled(): Promise<void> {
    db.flushDeferred();
    while (workers.size > 0) await Promise.all(workers.values());
  }

  function emitInRepository(repositoryId: number, event: WebhookEvent) {
    const repository = getRepository(db, repositoryId);
    // Timed state changes can continue after their repository was deleted.
    return repository
      ? emitAtTarget({ accountId: repository.owner_id, repository }, event)
      : log.add(randomUUID(), event, []);
  }

  return {
    emit: emitInRepository,
    emitSimulated: emitInRepository,
    emitInOrganization: (organizationId, event) =>
      emitAtTarget({ accountId: organizationId, repository: undefined }, event),
    emitToHook,
    redeliver(hook, { guid, event, action, repository_id, installation_id, request_body: content }) {
      const message = { guid, event, action, repository_id, redelivery: true };
      enqueue([{ hook, installation_id }], message, { payloadOf: () => content, write: (body) => body });
    },
    cancel(hookId) {
      // Deferred, so that earlier events are already in the queue.
      db.defer({
        prepare: () => undefined,
        finish: () => {
          queues.cancel(hookId);
          removePendingDeliveriesTo(db, hookId);
        },
      });
      if (!isCommitScheduled) void commitWhenIdle();
    },
    resume,
    events: () => {
      if (keepsPayloads) db.flushDeferred();
      return log.list();
    },
    clearEvents: log.clear,
    onSent: (listener) => void listeners.push(listener),
    async restart() {
      const previous = closing;
      previous.abort();
      log.clear();
      await Promise.all(workers.values());
      // Of several concurrent restarts, only the first creates a new controller; another would stop the new deliveries.
      if (closing === previous) closing = new AbortController();
      // Events that occurred in the meantime are pending, too.
      db.flushDeferred();
      queues.clear();
      resume();
    },
    settled,
    close() {
      closing.abort();
      return settled();
    },
  };
}

const InstallationPayload = z.looseObject({ installation: z.looseObject({ id: z.int() }) });

/** Returns the ID of the installation that an event's payload refers to. */
function installationIdOf({ payload }: WebhookEvent): number | null {
  const parsed = z.safeParse(InstallationPayload, payload);
  return parsed.success ? parsed.data.installation.id : null;
}

/** Creates the message for a webhook. Messages to an app also name the installation. */
function toMessage({ redelivery, content, ...outgoing }: PendingDelivery, id: number | null): DeliveryMessage {
  if (redelivery) return { ...outgoing, content: { body: content } };
  if (id === null) return { ...outgoing, content: { json: content } };
  const installation = { id, node_id: nodeId("Installation", id) };
  return {
    ...outgoing,
    content: { json: JSON.stringify({ installation, ...z.parse(AnyPayload, JSON.parse(content)) }) },
  };
}

const AnyPayload = z.looseObject({});
