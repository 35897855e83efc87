import type { Clock } from "../clock.ts";

/**
 * Time by which usage expires: the monotonic time of this process, plus the time in which the process or the machine was
 * suspended. Neither the machine's wall clock nor the service's dates alone move it within a process, since either can be
 * wrong; both must show that time has passed.
 */
export interface Timeline {
  readonly clock: Clock;
  /** Milliseconds in which the process was suspended. */
  skipped: number;
  /** The earliest moment whose service time agrees with all later dates, or at which a state was restored. */
  anchor: TimeAnchor | undefined;
  /**
   * Calculates the time since a state was saved, if it comes from a store and no response has shown it yet. It counts as
   * zero meanwhile.
   */
  timeSinceSaved: typeof timeSince | undefined;
}

/** A moment of the timeline by other clocks. The service's time is NaN if it is unknown. */
export interface TimeAnchor {
  readonly serviceTime: number;
  readonly localTime: number;
  readonly at: number;
}

/** Milliseconds by which dates can differ: they are whole seconds, and the service's machines are not synchronized. */
export const DATE_TOLERANCE_MS = 5000;

export function createTimeline(clock: Clock): Timeline {
  return { clock, skipped: 0, anchor: undefined, timeSinceSaved: undefined };
}

/** Milliseconds since an arbitrary moment; never goes back. */
export function timeOf({ clock, skipped }: Timeline): number {
  return clock.monotonic() + skipped;
}

/** The service's time; NaN if no response had a date. */
export function serviceTimeOf(timeline: Timeline): number {
  const { anchor } = timeline;
  return anchor ? anchor.serviceTime + timeOf(timeline) - anchor.at : Number.NaN;
}

/**
 * Moves forward if a response's date shows that more time has passed.
 * @param date milliseconds since 1970; NaN if the response has none, which leaves only this machine's clock to estimate
 * the time since a restored state was saved
 * @returns milliseconds by which the date is later than the earlier dates imply; 0 if they agree. One of them is wrong.
 */
export function updateTimeline(timeline: Timeline, date = Number.NaN): number {
  const { clock, anchor, timeSinceSaved } = timeline;
  if (Number.isNaN(date) && !timeSinceSaved) return 0;
  const localTime = clock.now();
  const missing = anchor
    ? (timeSinceSaved ?? timeSince)(anchor, date, localTime) - timeOf(timeline) + anchor.at
    : Number.NaN;
  const hasMoved = missing > 0;
  if (hasMoved) timeline.skipped += missing;
  const expected = serviceTimeOf(timeline);
  const difference = Math.round(date - expected);
  const agrees = Math.abs(difference) <= DATE_TOLERANCE_MS;
  // Counts each gap once: calls that end after it must not age by it.
  if (timeSinceSaved || hasMoved || !agrees) {
    timeline.anchor = { serviceTime: Number.isNaN(date) ? expected : date, localTime, at: timeOf(timeline) };
  }
  timeline.timeSinceSaved = undefined;
  return agrees ? 0 : difference || 0;
}

/** Time since a moment: the shorter one of what both clocks show, so that no wrong date ends a wait. */
export function timeSince(moment: TimeAnchor, serviceTime: number, localTime: number): number {
  return Math.min(serviceTime - DATE_TOLERANCE_MS - moment.serviceTime, localTime - moment.localTime);
}
