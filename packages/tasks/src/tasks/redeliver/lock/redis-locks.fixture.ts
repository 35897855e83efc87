import type { Clock } from "@forgehand/core";
import { Problem } from "../../../problem.ts";
import type { RedisLocks } from "./redis-locks.ts";

/** Locks in memory that change as those in Redis, for one run. */
export interface LocksView {
  /** Milliseconds that a command or its reply takes. */
  readonly latency: () => number;
  /** Whether a command reaches the server. */
  readonly isReachable: () => boolean;
}

/** Creates the locks of a server, which all runs share. */
export function createMemoryLocks(clock: Pick<Clock, "monotonic"> & { sleep(milliseconds: number): Promise<void> }) {
  const entries = new Map<string, { readonly value: string; readonly until: number }>();
  const read = (key: string) => {
    const entry = entries.get(key);
    return entry !== undefined && entry.until > clock.monotonic() ? entry.value : "";
  };
  const write = (key: string, value: string, lifetime: number) => {
    if (value === "") entries.delete(key);
    else entries.set(key, { value, until: clock.monotonic() + lifetime });
  };
  return {
    /** Loses everything, as a restart without persistence does. */
    clear: () => entries.clear(),
    view({ latency, isReachable }: LocksView): RedisLocks {
      async function call<T>(change: () => T): Promise<T> {
        await clock.sleep(latency());
        if (!isReachable()) throw new Problem("Redis at redis:6379 can't be reached: the connection was refused.");
        const result = change();
        await clock.sleep(latency());
        return result;
      }
      return {
        address: "redis:6379",
        acquire: (lock, holder, lease) =>
          call(() => {
            if (read(lock) === "") write(lock, holder, lease);
            return { holder: read(lock), note: read(`${lock} note`) };
          }),
        renew: (lock, holder, lease, note) =>
          call(() => {
            if (read(lock) !== holder) return read(lock);
            write(lock, holder, lease);
            write(`${lock} note`, note.text, note.lifetime);
            return holder;
          }),
        release: (lock, holder, note) =>
          call(() => {
            if (read(lock) !== holder) return;
            write(lock, "", 0);
            write(`${lock} note`, note.text, note.lifetime);
          }),
        isHeld: (lock) => call(() => read(lock) !== ""),
      };
    },
  };
}
