import { t } from "../../locales/i18n.ts";
import type { MessageKind } from "../../messages/protocol.ts";
import type { ControlId } from "../../model/control-states.ts";
import { createTaskQueue, type TaskQueue } from "../../task-queue.ts";
import type { Sender } from "../message-subject.ts";
import { RefusedError } from "../refused-error.ts";
import { type BucketLimit, createTokenBucket, type TokenBucket } from "./token-bucket.ts";
import { createVisitGate, type VisitGate } from "./visit-gate.ts";

// Limits for messages from GitHub's pages, so that no page can occupy the worker, and no site can use up the account's
// rate limit. They are stored in memory only: a restart resets them, but the browser only stops the worker while it
// receives no messages.

/** Maximum size of a message: the length of its strings plus the number of its values. Real ones are half as large. */
const MAX_SIZE = 60_000;

/** Maximum number of concurrent lookups of a page. Others wait, so that they don't delay those of other pages. */
const MAX_RUNNING = 8;

/** Number of pages and of sites above which those that are below all limits are forgotten. */
const MAX_USAGES = 200;

/** Limits of each page: a tab's document of a site. One page alone can't use up the limits of its site. */
const PAGE_LIMITS = {
  message: [{ capacity: 400, perSecond: 40 }],
  lookup: [
    { capacity: 120, perSecond: 1 },
    { capacity: 400, perSecond: 0.1 },
  ],
  change: [{ capacity: 60, perSecond: 1 }],
} as const satisfies Limits;

/**
 * Limits of all pages of a site together. A lookup or change takes about three calls, so that pages that send them all
 * the time cause about 4,000 calls in an hour, of the 5,000 that GitHub allows.
 */
const SITE_LIMITS = {
  message: [],
  lookup: [{ capacity: 500, perSecond: 0.11 }],
  change: [{ capacity: 200, perSecond: 0.06 }],
} as const satisfies Limits;

type LimitKind = "message" | "lookup" | "change";
type Limits = Readonly<Record<LimitKind, readonly BucketLimit[]>>;
type Buckets = Readonly<Record<LimitKind, readonly TokenBucket[]>>;

interface Cost {
  readonly kind: LimitKind;
  readonly count: number;
}

const EACH_MESSAGE: Cost = { kind: "message", count: 1 };

/**
 * Costs of messages that cause calls or changes. Suggestions take about ten times as many calls as a state. Messages
 * about review requests cost twice as much, because reviews are read too.
 */
const COSTS: ReadonlyMap<unknown, Cost> = new Map<MessageKind, Cost>([
  ["states", { kind: "lookup", count: 1 }],
  ["row-states", { kind: "lookup", count: 1 }],
  ["candidates", { kind: "lookup", count: 10 }],
  ["change", { kind: "change", count: 1 }],
  ["switch-account", { kind: "change", count: 1 }],
]);

/** Messages that are sent for each page that a tab shows. */
const VISITS: ReadonlySet<string> = new Set<MessageKind>(["overlay", "states"]);

interface PageUsage {
  readonly buckets: Buckets;
  readonly lookups: TaskQueue;
  readonly visits: VisitGate;
}

const pages = new Map<string, PageUsage>();
const sites = new Map<string, Buckets>();

function pageUsage({ tabId, origin }: Sender, now: number): PageUsage {
  const key = `${tabId} ${origin}`;
  const found = pages.get(key);
  if (found) return found;
  forgetIdle(pages, ({ buckets, visits }) => isIdle(buckets, now) && visits.isIdle(now));
  const created = {
    buckets: createBuckets(PAGE_LIMITS),
    lookups: createTaskQueue(MAX_RUNNING),
    visits: createVisitGate(),
  };
  pages.set(key, created);
  return created;
}

function siteBuckets({ origin = "" }: Sender, now: number): Buckets {
  const found = sites.get(origin);
  if (found) return found;
  forgetIdle(sites, (buckets) => isIdle(buckets, now));
  const created = createBuckets(SITE_LIMITS);
  sites.set(origin, created);
  return created;
}

const createBuckets = ({ message, lookup, change }: Limits): Buckets => ({
  message: message.map(createTokenBucket),
  lookup: lookup.map(createTokenBucket),
  change: change.map(createTokenBucket),
});

const isIdle = (buckets: Buckets, now: number) =>
  Object.values(buckets).every((all) => all.every((bucket) => bucket.isFull(now)));

/** Makes room in a map that has reached its maximum size. */
function forgetIdle<T>(usages: Map<string, T>, isIdle: (usage: T) => boolean): void {
  if (usages.size < MAX_USAGES) return;
  for (const [key, usage] of usages) if (isIdle(usage)) usages.delete(key);
}

/** Resets all limits, as a restart of the worker does. */
export function resetPageLimits(): void {
  pages.clear();
  sites.clear();
}

/**
 * Counts a message of a page. Called for each message of a flood, so it comes before anything that takes longer.
 * @param now time of a monotonic clock, in milliseconds
 * @throws RefusedError if the page or its site has sent too many messages, or the message is too large
 */
export function admitMessage(message: unknown, sender: Sender, now = performance.now()): void {
  const limits = [pageUsage(sender, now).buckets, siteBuckets(sender, now)];
  const cost = costOf(message);
  const costs = cost ? [EACH_MESSAGE, cost] : [EACH_MESSAGE];
  const affected = limits.flatMap((buckets) =>
    costs.flatMap(({ kind, count }) => buckets[kind].map((bucket) => ({ bucket, count }))),
  );
  const wait = Math.max(...affected.map(({ bucket, count }) => bucket.waitFor(count, now)));
  if (wait > 0) {
    const text = t(cost?.kind === "change" ? "pageLimitNotDone" : "pageLimitReached");
    throw new RefusedError(text, "limit", { until: Date.now() + wait });
  }
  for (const { bucket, count } of affected) bucket.take(count, now);
  if (isTooLarge(message)) throw new RefusedError(t("notUnderstood"));
}

/**
 * Runs the handler of a page's message. Lookups wait while many others of the same page are running, and those of a
 * page's own controls while its tab changes pages too fast.
 * @param page the page that the message names, if any
 * @throws RefusedError if the tab has left the page in the meantime
 */
export async function runForPage<T>(type: string, page: unknown, sender: Sender, run: () => Promise<T>): Promise<T> {
  const now = performance.now();
  const { lookups, visits } = pageUsage(sender, now);
  if (typeof page === "string" && VISITS.has(type)) {
    const isAdmitted = visits.visit(page, now);
    if (COSTS.has(type) && !(await isAdmitted)) throw new RefusedError(t("pageChanged"));
  }
  if (COSTS.get(type)?.kind !== "lookup") return run();
  return new Promise((resolve, reject) => {
    lookups.add(() => run().then(resolve, reject));
  });
}

function costOf(message: unknown): Cost | undefined {
  if (typeof message !== "object" || message === null || !("type" in message)) return undefined;
  const cost = COSTS.get(message.type);
  return cost && isAboutReviews(message) ? { ...cost, count: cost.count * 2 } : cost;
}

/** Whether a message names the control of review requests, alone or in a row's list of controls. */
function isAboutReviews(message: object): boolean {
  const control: ControlId = "review-request";
  const named = "control" in message ? message.control : "controls" in message ? message.controls : undefined;
  return named === control || (Array.isArray(named) && named.includes(control));
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
