import { MAX_PROBE_AFTER_MS, PROBE_AFTER_MS } from "./adaptive-limit.ts";
import type { ConcurrencyBackoff } from "./concurrency-backoff.ts";
import { MAX_SPAN_MS, type PrimaryLimits, setPrimaryState } from "./primary-limits.ts";
import type { SavedBackoff, SavedPrimaryLimit, SavedState, SavedTime, SavedWindow } from "./saved-state.ts";
import type { Scheduler } from "./scheduler.ts";
import { addUsed, expire, lowerTo, type SlidingWindow } from "./sliding-window.ts";
import { DATE_TOLERANCE_MS, serviceTimeOf, type TimeAnchor, type Timeline, timeOf } from "./timeline.ts";

// Saves and restores the state of schedulers. Their durations count from the time at which they were saved.

/** Longest restored pause in milliseconds: a damaged store must not stop all calls. */
const MAX_RESTORED_PAUSE_MS = 86_400_000;

export function saveUsage({ timeline, backoff, windows, primary }: Scheduler): SavedState {
  const now = timeOf(timeline);
  const time = serviceTimeOf(timeline);
  return {
    serviceTime: Number.isNaN(time) ? null : time,
    localTime: timeline.clock.now(),
    backoff: { pausedFor: Math.max(0, backoff.pausedUntil - now), pauses: backoff.pauses },
    windows: windows.all.map((window) => ({ name: window.name, ...saveWindow(window, now) })),
    primary: savePrimary(primary, now),
  };
}

/** @param age milliseconds since the state was saved; undefined if it comes from a store, so any time can have passed */
export function restoreUsage(scheduler: Scheduler, saved: SavedState, age: number | undefined): void {
  const savedAt = restoreTimeline(scheduler.timeline, saved, age);
  restoreBackoff(scheduler.backoff, saved.backoff, savedAt);
  for (const window of scheduler.windows.all) {
    const state = saved.windows.find(({ name }) => name === window.name);
    if (state) restoreWindow(window, state, savedAt);
  }
  restorePrimary(scheduler.primary, saved.primary, savedAt);
}

/** Counts as if every window had just been used up, because the real usage is unknown. */
export function assumeExhausted({ windows, timeline }: Scheduler): void {
  for (const window of windows.all) addUsed(window, timeOf(timeline) + window.span, window.limit, false);
}

/** Whether it is unknown how much time has passed since the restored state was saved. */
export function isTimeUnknown({ timeline }: Scheduler): boolean {
  return timeline.timeSinceSaved !== undefined;
}

/**
 * Continues from a saved state.
 * @returns the moment at which it was saved, as far as it is known
 */
function restoreTimeline(timeline: Timeline, saved: SavedTime, age: number | undefined): number {
  const isStored = age === undefined;
  const at = timeOf(timeline) - (age ?? 0);
  const savedAt = { serviceTime: saved.serviceTime ?? Number.NaN, localTime: saved.localTime, at };
  if (isStored && timeline.anchor) {
    return at - Math.max(0, timeSinceSaved(savedAt, serviceTimeOf(timeline), timeline.clock.now()));
  }
  if (isStored || saved.serviceTime !== null) timeline.anchor ??= savedAt;
  timeline.timeSinceSaved = isStored ? timeSinceSaved : undefined;
  return at;
}

/**
 * Time since a state was saved: the shorter one of what both clocks show. A clock that went back since then is wrong, so
 * the other one counts.
 */
function timeSinceSaved(moment: TimeAnchor, serviceTime: number, localTime: number): number {
  const byService = serviceTime - DATE_TOLERANCE_MS - moment.serviceTime;
  const byLocal = localTime - moment.localTime;
  if (!(byService >= -2 * DATE_TOLERANCE_MS)) return byLocal;
  return byLocal < 0 ? byService : Math.min(byService, byLocal);
}

function restoreBackoff(backoff: ConcurrencyBackoff, { pausedFor, pauses }: SavedBackoff, now: number): void {
  backoff.pausedUntil = now + Math.min(pausedFor, MAX_RESTORED_PAUSE_MS);
  backoff.pauses = pauses;
  if (backoff.pausedUntil > now) backoff.ramp = 1;
}

export function saveWindow(window: SlidingWindow, now: number): SavedWindow {
  expire(window, now);
  const { proven, retryAmount, changed, probeAfter, used, pending } = window;
  return {
    adaptiveLimit: {
      limit: proven,
      rejectedAt: retryAmount ?? null,
      changedAgo: Math.max(0, now - changed),
      probeAfter,
    },
    used: used.map(({ freeAt, cost, urgent }) => ({ freeIn: freeAt - now, cost, urgent: urgent || undefined })),
    pending,
  };
}

export function restoreWindow(window: SlidingWindow, saved: SavedWindow, now: number): void {
  const { limit, rejectedAt, changedAgo, probeAfter } = saved.adaptiveLimit;
  const { span } = window;
  lowerTo(window, Math.min(window.published, limit));
  window.retryAmount = rejectedAt ?? undefined;
  window.changed = now - changedAgo;
  window.probeAfter = Math.min(MAX_PROBE_AFTER_MS, Math.max(PROBE_AFTER_MS, probeAfter));
  for (const { freeIn, cost, urgent = false } of saved.used) {
    addUsed(window, now + Math.min(freeIn, span), cost, urgent);
  }
  // Pending calls can have arrived at any time until now.
  addUsed(window, now + span, saved.pending, false);
}

export function savePrimary({ states }: PrimaryLimits, now: number): readonly SavedPrimaryLimit[] {
  return Array.from(states.values(), ({ reset, ...state }) => ({ ...state, resetIn: Math.max(0, reset - now) }));
}

export function restorePrimary(primary: PrimaryLimits, saved: readonly SavedPrimaryLimit[], now: number): void {
  for (const { resetIn, ...state } of saved) {
    // A damaged store must not block for longer than the span of a limit.
    setPrimaryState(primary, { ...state, reset: now + Math.min(resetIn, MAX_SPAN_MS) }, now);
  }
}
