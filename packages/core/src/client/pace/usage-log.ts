import type { Clock } from "../clock.ts";
import { LATE_ARRIVAL_MS } from "./quota-state.ts";
import type { RecordedUsage, ReserveCommand, WindowUse } from "./quota-store.ts";

/** Usage of the calls of this process, for a store that has lost it or was unreachable. */
export interface UsageLog {
  /** Adds a call. @param generation the state that includes it; undefined if none does */
  readonly addStart: (command: ReserveCommand, generation: string | undefined) => void;
  /** Records the end of a call. @param isUnused whether it counts nowhere, because it was rejected or never sent */
  readonly addEnd: (id: string, isUnused: boolean) => void;
  /** Returns the calls that a state does not include; all of them if it is unknown. */
  readonly missingIn: (generation: string | undefined) => MissingUsage;
  readonly isEmpty: () => boolean;
}

/** Usage that a state does not include. */
export interface MissingUsage {
  readonly usage: readonly RecordedUsage[];
  /** Notes the state that now includes it. */
  readonly setRecorded: (generation: string) => void;
}

interface LoggedCall {
  readonly isUrgent: boolean;
  readonly uses: readonly WindowUse[];
  /** Undefined while it is in flight. */
  endedAt: number | undefined;
  generation: string | undefined;
}

export function createUsageLog(clock: Clock): UsageLog {
  const calls = new Map<string, LoggedCall>();

  /** Milliseconds until the usage of a window expires. */
  function freeIn({ endedAt }: LoggedCall, { span }: WindowUse): number {
    return endedAt === undefined ? span : endedAt + LATE_ARRIVAL_MS + span - clock.monotonic();
  }

  function forgetExpired(): void {
    for (const [id, call] of calls) if (call.uses.every((use) => freeIn(call, use) <= 0)) calls.delete(id);
  }

  return {
    addStart({ id, isUrgent, windows }, generation) {
      forgetSome();
      const uses = windows.filter(({ cost }) => cost > 0);
      calls.set(id, { isUrgent, uses, endedAt: undefined, generation });
    },
    addEnd(id, isUnused) {
      const call = calls.get(id);
      if (!call) return;
      if (isUnused) calls.delete(id);
      else call.endedAt = clock.monotonic();
    },
    missingIn(generation) {
      forgetExpired();
      const missing = Array.from(calls.values()).filter(
        (call) => call.generation === undefined || call.generation !== generation,
      );
      return {
        usage: missing.flatMap((call) =>
          call.uses.map((use) => ({ ...use, isUrgent: call.isUrgent, freeIn: Math.max(0, freeIn(call, use)) })),
        ),
        setRecorded(recordedIn) {
          for (const call of missing) call.generation = recordedIn;
        },
      };
    },
    isEmpty() {
      forgetExpired();
      return calls.size === 0;
    },
  };

  /** Looks at the oldest calls, so that each new one costs the same. */
  function forgetSome(): void {
    for (const [id, call] of calls) {
      if (call.uses.some((use) => freeIn(call, use) > 0)) return;
      calls.delete(id);
    }
  }
}
