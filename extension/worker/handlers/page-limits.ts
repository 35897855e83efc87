import { t } from "../../locales/i18n.ts";
import type { MessageKind } from "../../messages/protocol.ts";
import { createTaskQueue, type TaskQueue } from "../../task-queue.ts";
import type { Sender } from "../message-subject.ts";
import { RefusedError } from "../problems.ts";
import { type BucketLimit, createTokenBucket, type TokenBucket } from "./token-bucket.ts";

// Limits for messages from GitHub's pages, so that no page can occupy the worker or use up the account's rate limit.
// They apply to each tab and host, and are stored in memory only: a restart resets them, but the browser only stops the
// worker while it receives no messages.

/** Maximum size of a message: the length of its strings plus the number of its values. Real ones are half as large. */
const MAX_SIZE = 60_000;

/** Maximum number of concurrent lookups of a page. Others wait, so that they don't delay those of other pages. */
const MAX_RUNNING = 8;

/** Number of pages above which those that are below all limits are forgotten. */
const MAX_PAGES = 200;

/**
 * A lookup takes up to three calls. A page that sends lookups all the time causes at most 540 calls in a minute and 4,000
 * in an hour, of the 900 and 5,000 that GitHub allows.
 */
const LIMITS = {
  message: [{ capacity: 400, perSecond: 40 }],
  lookup: [
    { capacity: 120, perSecond: 1 },
    { capacity: 600, perSecond: 0.2 },
  ],
  change: [{ capacity: 60, perSecond: 1 }],
} as const satisfies Record<string, readonly BucketLimit[]>;

type LimitKind = keyof typeof LIMITS;

interface Cost {
  readonly kind: LimitKind;
  readonly count: number;
}

const EACH_MESSAGE: Cost = { kind: "message", count: 1 };

/** Costs of messages that cause calls or changes. Suggestions take about ten times as many calls as a state. */
const COSTS: ReadonlyMap<unknown, Cost> = new Map<MessageKind, Cost>([
  ["states", { kind: "lookup", count: 1 }],
  ["row-states", { kind: "lookup", count: 1 }],
  ["candidates", { kind: "lookup", count: 10 }],
  ["change", { kind: "change", count: 1 }],
  ["switch-account", { kind: "change", count: 1 }],
]);

interface PageUsage {
  readonly buckets: Readonly<Record<LimitKind, readonly TokenBucket[]>>;
  readonly lookups: TaskQueue;
}

const pages = new Map<string, PageUsage>();

function usageOf({ tabId, origin }: Sender, now: number): PageUsage {
  const key = `${tabId} ${origin}`;
  const found = pages.get(key);
  if (found) return found;
  if (pages.size >= MAX_PAGES) forgetIdlePages(now);
  const { message, lookup, change } = LIMITS;
  const buckets = {
    message: message.map(createTokenBucket),
    lookup: lookup.map(createTokenBucket),
    change: change.map(createTokenBucket),
  };
  const created = { buckets, lookups: createTaskQueue(MAX_RUNNING) };
  pages.set(key, created);
  return created;
}

function forgetIdlePages(now: number): void {
  for (const [key, { buckets }] of pages) {
    if (Object.values(buckets).every((all) => all.every((bucket) => bucket.isFull(now)))) pages.delete(key);
  }
}

/** Resets all limits, as a restart of the worker does. */
export function resetPageLimits(): void {
  pages.clear();
}

/**
 * Counts a message of a page. Called for each message of a flood, so it comes before anything that takes longer.
 * @param now time of a monotonic clock, in milliseconds
 * @throws RefusedError if the page has sent too many messages, or the message is too large
 */
export function admitMessage(message: unknown, sender: Sender, now = performance.now()): void {
  const { buckets } = usageOf(sender, now);
  const cost = costOf(message);
  const costs = cost ? [EACH_MESSAGE, cost] : [EACH_MESSAGE];
  const affected = costs.flatMap(({ kind, count }) => buckets[kind].map((bucket) => ({ bucket, count })));
  const wait = Math.max(...affected.map(({ bucket, count }) => bucket.waitFor(count, now)));
  if (wait > 0) {
    const text = t(cost?.kind === "change" ? "pageLimitNotDone" : "pageLimitReached");
    throw new RefusedError(text, "limit", { until: Date.now() + wait });
  }
  for (const { bucket, count } of affected) bucket.take(count, now);
  if (isTooLarge(message)) throw new RefusedError(t("notUnderstood"));
}

/** Runs the handler of a page's message. Lookups wait while many others of the same page are running. */
export function runForPage<T>(type: string, sender: Sender, run: () => Promise<T>): Promise<T> {
  if (COSTS.get(type)?.kind !== "lookup") return run();
  const { lookups } = usageOf(sender, performance.now());
  return new Promise((resolve, reject) => {
    lookups.add(() => run().then(resolve, reject));
  });
}

function costOf(message: unknown): Cost | undefined {
  const isObject = typeof message === "object" && message !== null;
  return isObject && "type" in message ? COSTS.get(message.type) : undefined;
}

function isTooLarge(message: unknown): boolean {
  let size = 0;
  const pending = [message];
  while (pending.length > 0 && size <= MAX_SIZE) {
    const value = pending.pop();
    size += typeof value === "string" ? value.length : 1;
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value) && value.length > MAX_SIZE) return true;
    for (const [key, item] of Object.entries(value)) {
      size += key.length;
      pending.push(item);
    }
  }
  return size > MAX_SIZE;
}
