import { AsyncLocalStorage } from "node:async_hooks";
import type { CallRequest, Clock, Middleware } from "@forgehand/core";
import { Problem } from "../../problem.ts";

/** Milliseconds that calls under way have to end in once the run is to end: the runner kills it 10 seconds after. */
const GRACE = 2000;
/** The same for each thing that is put away, and for all of them together. */
const PUTTING_AWAY = 2000;
const ALL_PUT_AWAY = 4500;

/** A call was not made, or its answer not waited for, as the run is to end. */
export class Stopped extends Problem {
  /** May something have taken effect all the same? */
  readonly isSent: boolean;

  constructor(isSent: boolean) {
    super(
      isSent
        ? "the run was cancelled before the service had answered; it may have taken effect all the same"
        : "the run was cancelled before it was sent",
    );
    this.isSent = isSent;
  }
}

/** Something that calls are made for. */
interface Act {
  /** Writes that were sent for it, and that the service did not refuse. */
  writes: number;
  readonly isPuttingAway: boolean;
  /** What it is a part of. */
  readonly whole: Act | undefined;
  /** When it must be over though the run is to end; undefined: with the grace of all calls. */
  ends: (() => number) | undefined;
}

const acts = new AsyncLocalStorage<Act>();

/** Is something being put away, which is done even when the run is to end? */
export function isPuttingAway(): boolean {
  return acts.getStore()?.isPuttingAway ?? false;
}

/** Does something of which it must be known whether it has written anything yet. */
export function begin<T>(act: () => Promise<T>): { readonly done: Promise<T>; readonly hasWritten: () => boolean } {
  const whole = acts.getStore();
  const one: Act = { writes: 0, isPuttingAway: isPuttingAway(), whole, ends: whole?.ends };
  return { done: acts.run(one, act), hasWritten: () => one.writes > 0 };
}

/** How calls end when a run is to end. */
export interface Ending {
  /** For the clients: ends calls that only wait at once, those under way after a grace. */
  readonly step: Middleware;
  /** Does what must be done even when the run is to end: its calls still get through, for as long as there is time. */
  readonly puttingAway: <T>(act: () => Promise<T>) => Promise<T>;
}

/** A call, as far as it has come. */
interface Call {
  readonly act: Act | undefined;
  readonly isWrite: boolean;
  /** It is on its way to the service, and no answer is here yet. */
  isUnderWay: boolean;
  /** A write that was sent, and that the service did not refuse. */
  isSent: boolean;
  readonly end: (reason: Stopped) => void;
}

/** Hears that a run is to end, and sees to it that its calls do. */
export function createEnding(stopping: AbortSignal, clock: Clock): Ending {
  const calls = new Set<Call>();
  let stoppedAt: number | undefined;

  /** Ends what has to be over by now, and comes back for the rest. */
  function sweep(): void {
    const now = clock.now();
    let next = Infinity;
    for (const call of calls) {
      const over = endOf(call, stoppedAt ?? now);
      if (over <= now) call.end(new Stopped(hasSent(call)));
      else next = Math.min(next, over);
    }
    if (next !== Infinity) clock.after(next - now, sweep);
  }

  const stop = () => {
    stoppedAt = clock.now();
    sweep();
  };
  if (stopping.aborted) stop();
  else stopping.addEventListener("abort", stop, { once: true });

  const step: Middleware = (next) => async (request) => {
    const act = acts.getStore();
    const controller = new AbortController();
    const isWrite = request.definition.retry !== "safe";
    const call: Call = { act, isWrite, isUnderWay: false, isSent: false, end: (reason) => controller.abort(reason) };
    if (stoppedAt !== undefined && endOf(call, stoppedAt) <= clock.now()) throw new Stopped(hasSent(call));
    const { signal } = request;
    const forward = () => controller.abort(signal?.reason);
    if (signal?.aborted) forward();
    signal?.addEventListener("abort", forward);
    calls.add(call);
    if (stoppedAt !== undefined) sweep();
    try {
      // Once it is to end, nothing is left but what is put away, and that has little time.
      const priority = stoppedAt === undefined ? request.priority : "interactive";
      const emit: CallRequest["emit"] = (news) => {
        note(call, news);
        if (stoppedAt !== undefined) sweep();
        request.emit?.(news);
      };
      return await next({ ...request, signal: controller.signal, priority, emit });
    } finally {
      calls.delete(call);
      signal?.removeEventListener("abort", forward);
    }
  };

  return {
    step,
    puttingAway(act) {
      const began = clock.now();
      const ends = () =>
        Math.min(Math.max(began, stoppedAt ?? began) + PUTTING_AWAY, (stoppedAt ?? began) + ALL_PUT_AWAY);
      return acts.run({ writes: 0, isPuttingAway: true, whole: acts.getStore(), ends }, act);
    },
  };
}

/** When a call must be over: what waits for its turn at once, unless what it is for has begun to change something. */
function endOf(call: Call, stoppedAt: number): number {
  if (call.act?.ends) return call.act.ends();
  return call.isUnderWay || hasSent(call) ? stoppedAt + GRACE : stoppedAt;
}

function hasSent({ act, isSent }: Call): boolean {
  return isSent || (act?.writes ?? 0) > 0;
}

/** Notes how far a call has come. */
function note(call: Call, news: News): void {
  if (news.type === "start") {
    call.isUnderWay = true;
    markSent(call, call.isWrite);
  } else if (news.type === "response") {
    call.isUnderWay = false;
    // What was refused has changed nothing.
    if (news.status >= 400 && news.status < 500) markSent(call, false);
  }
}

function markSent(call: Call, isSent: boolean): void {
  if (call.isSent === isSent) return;
  call.isSent = isSent;
  for (let act = call.act; act; act = act.whole) act.writes += isSent ? 1 : -1;
}

type News = Parameters<NonNullable<CallRequest["emit"]>>[0];
