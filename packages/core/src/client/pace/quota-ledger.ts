import { createConcurrencyBackoff } from "./concurrency-backoff.ts";
import type { Blocker } from "./job.ts";
import { completePrimary, createPrimaryLimits, takePrimary } from "./primary-limits.ts";
import { LATE_ARRIVAL_MS, type QuotaState, recordResult, roomBlockers } from "./quota-state.ts";
import type {
  QuotaBlocker,
  QuotaCommand,
  QuotaReply,
  RecordCommand,
  RenewCommand,
  ReserveCommand,
  SettleCommand,
  WindowUse,
} from "./quota-store.ts";
import type { LimitWindow, LimitWindows, WindowName } from "./quota-windows.ts";
import { addUsed, complete, createSlidingWindow, take } from "./sliding-window.ts";

// The state of one quota in a store, and how commands change it.

/** A call in flight. */
export interface FlightRecord {
  readonly isUrgent: boolean;
  readonly resource: string | null;
  /** The backoff's epoch when it started. */
  readonly epoch: number;
  /** Time at which it is no longer in flight, unless it is renewed. */
  leaseEnd: number;
  /** Its usage of each window. */
  readonly costs: Readonly<Partial<Record<WindowName, number>>>;
}

/** Everything that a store knows about a quota. */
export interface QuotaLedger extends QuotaState {
  readonly windows: LimitWindows & { readonly all: LimitWindow[] };
  readonly generation: string;
  /** Time of the last command; never goes back. */
  time: number;
  /** Milliseconds that are added to the store's clock, which was set back by as many. */
  ahead: number;
  readonly flights: Map<string, FlightRecord>;
}

/** Milliseconds in which a state that replaces a lost one grants nothing. */
const RECOVERY_MS = 1000;

/** An epoch that no backoff has. */
const UNKNOWN_EPOCH = -1;

/**
 * Creates the state of a quota for its first command.
 * @param generation unique
 * @param now milliseconds by the store's clock
 */
export function createLedger(generation: string, command: QuotaCommand, now: number): QuotaLedger {
  const backoff = createConcurrencyBackoff();
  if (command.generation !== undefined) backoff.pausedUntil = now + RECOVERY_MS;
  return {
    generation,
    time: now,
    ahead: 0,
    windows: { all: [], suspect: undefined },
    primary: createPrimaryLimits(undefined),
    backoff,
    active: 0,
    urgentActive: 0,
    lastStart: 0,
    flights: new Map(),
  };
}

/**
 * Changes a quota's state.
 * @param storeTime milliseconds by the store's clock, which may be set back
 */
export function applyCommand(ledger: QuotaLedger, command: QuotaCommand, storeTime: number): QuotaReply {
  if (storeTime >= ledger.time) ledger.ahead = 0;
  const now = Math.max(ledger.time, storeTime + ledger.ahead);
  ledger.ahead = now - storeTime;
  ledger.time = now;
  endLeases(ledger, now);
  const blocker = command.type === "reserve" ? reserve(ledger, command, now) : null;
  if (command.type === "settle") settle(ledger, command, now);
  if (command.type === "renew") renew(ledger, command, now);
  if (command.type === "record") record(ledger, command, now);
  return { generation: ledger.generation, blocker };
}

function reserve(ledger: QuotaLedger, command: ReserveCommand, now: number): QuotaBlocker | null {
  const { id, lease, isUrgent, resource, windows: uses } = command;
  // A repeated command has been granted before.
  if (ledger.flights.has(id)) return null;
  const costs = Object.fromEntries(uses.map(({ name, cost }) => [name, cost]));
  for (const use of uses) configure(ledger, use);
  const room = {
    ...command,
    inFlight: command.inFlight ?? Infinity,
    ordinaryInFlight: command.ordinaryInFlight ?? Infinity,
  };
  const costOf = ({ name }: LimitWindow) => costs[name] ?? 0;
  const blocker = describeBlockers(roomBlockers(ledger, room, costOf, now), now);
  if (blocker) return blocker;
  ledger.active++;
  ledger.urgentActive += Number(isUrgent);
  ledger.lastStart = now;
  for (const window of ledger.windows.all) if (costOf(window) > 0) take(window, costOf(window), isUrgent);
  if (resource !== null) takePrimary(ledger.primary, resource, now);
  ledger.flights.set(id, { isUrgent, resource, epoch: ledger.backoff.epoch, leaseEnd: now + lease, costs });
  return null;
}

/** Describes the first of these limits, and the longest known wait. */
function describeBlockers(blockers: Iterable<Blocker>, now: number): QuotaBlocker | null {
  let first: Blocker | undefined;
  let longest: QuotaBlocker["longest"] = { reason: "concurrency", wait: 0 };
  for (const blocker of blockers) {
    first ??= blocker;
    const wait = blocker.until - now;
    if (wait > longest.wait && wait < Infinity) longest = { reason: blocker.reason, wait };
  }
  if (!first) return null;
  const { reason, until, isPassable = false } = first;
  return { reason, wait: until === Infinity ? null : until - now, isPassable, longest };
}

/** Creates a window that the state lacks, and takes over a changed limit. */
function configure(
  { windows }: QuotaLedger,
  { name, span, published, minimum, reserve, isAssumed }: WindowUse,
): LimitWindow {
  const index = windows.all.findIndex((window) => window.name === name);
  const existing = windows.all[index];
  if (!existing) {
    const created = { ...createSlidingWindow(span, published, minimum, reserve), name, isAssumed };
    windows.all.push(created);
    return created;
  }
  if (
    existing.span === span &&
    existing.published === published &&
    existing.minimum === minimum &&
    existing.reserve === reserve &&
    existing.isAssumed === isAssumed
  )
    return existing;
  // A limit that was lowered stays lowered.
  const limit = existing.limit === existing.published ? published : Math.min(existing.limit, published);
  const proven = existing.limit === existing.published ? published : Math.min(existing.proven, published);
  const changed = { ...existing, span, published, minimum, reserve, isAssumed, limit, proven };
  windows.all[index] = changed;
  if (windows.suspect === existing) windows.suspect = changed;
  return changed;
}

/** Records the end of a call, and what its response has shown. Only the latter if the call's lease has ended before. */
function settle(ledger: QuotaLedger, command: SettleCommand, now: number): void {
  const { id, response, rejection, isUnsent, resource, cpuTime, usual, random } = command;
  const flight = ledger.flights.get(id);
  if (flight) {
    const costOf = (name: WindowName, cost: number) => (cpuTime === null ? 0 : name === "cpu" ? cpuTime : cost);
    endFlight(ledger, id, costOf, response ? now : now + LATE_ARRIVAL_MS, response?.isFree ?? isUnsent, now);
  }
  recordResult(
    ledger,
    {
      response: response ? { isFree: response.isFree, rate: response.rate ?? undefined } : undefined,
      rejection: rejection ? { spent: rejection.spent, wait: rejection.wait ?? undefined } : undefined,
      resource,
      epoch: flight?.epoch ?? UNKNOWN_EPOCH,
      deviation: response?.deviation ?? 0,
      usual: usual ?? Infinity,
      costOf: ({ name }) => flight?.costs[name] ?? 0,
      random: () => random,
    },
    now,
  );
}

/** Ends the calls whose processes have neither settled nor renewed them. They count as used from the end of their lease. */
function endLeases(ledger: QuotaLedger, now: number): void {
  for (const [id, { leaseEnd }] of ledger.flights)
    if (leaseEnd <= now) endFlight(ledger, id, (_name, cost) => cost, leaseEnd, false, now);
}

/**
 * Removes a call from those in flight.
 * @param costOf the cost of the call in a window, from what was reserved for it
 * @param countedBy latest time at which the service can have counted it
 */
function endFlight(
  ledger: QuotaLedger,
  id: string,
  costOf: (name: WindowName, reserved: number) => number,
  countedBy: number,
  isFree: boolean,
  now: number,
): void {
  const flight = ledger.flights.get(id);
  if (!flight) return;
  const { isUrgent, resource, costs } = flight;
  ledger.flights.delete(id);
  ledger.active--;
  ledger.urgentActive -= Number(isUrgent);
  for (const window of ledger.windows.all) {
    const reserved = costs[window.name] ?? 0;
    if (reserved > 0) complete(window, reserved, isUrgent, { cost: costOf(window.name, reserved), countedBy }, now);
  }
  if (resource !== null) completePrimary(ledger.primary, resource, isFree);
}

function renew({ flights }: QuotaLedger, { ids, lease }: RenewCommand, now: number): void {
  for (const id of ids) {
    const flight = flights.get(id);
    if (flight) flight.leaseEnd = now + lease;
  }
}

function record(ledger: QuotaLedger, { usage }: RecordCommand, now: number): void {
  for (const { isUrgent, freeIn, ...use } of usage)
    addUsed(configure(ledger, use), now + Math.min(freeIn, use.span), use.cost, isUrgent);
}
