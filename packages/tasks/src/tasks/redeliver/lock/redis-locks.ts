import * as z from "zod/mini";
import { Problem } from "../../../problem.ts";
import type { RedisConnection } from "../../../redis/redis-connection.ts";

/** Atomic changes of locks in Redis. */
export interface RedisLocks {
  /** Host and port of the server, for messages. */
  readonly address: string;
  /**
   * Acquires a lock for some milliseconds, if no other holder has it. Can be repeated.
   * @throws Problem
   */
  readonly acquire: (lock: string, holder: string, lease: number) => Promise<Acquisition>;
  /**
   * Renews a lock, and stores a note for the next holder.
   * @returns the current holder; empty if there is none
   * @throws Problem
   */
  readonly renew: (lock: string, holder: string, lease: number, note: LockNote) => Promise<string>;
  /**
   * Ends a lock, if the holder has it, and stores a note for the next holder.
   * @throws Problem
   */
  readonly release: (lock: string, holder: string, note: LockNote) => Promise<void>;
  /**
   * Returns true if a lock has a holder.
   * @throws Problem
   */
  readonly isHeld: (lock: string) => Promise<boolean>;
}

/** A text for the next holder, empty if there is none, and the milliseconds for which it is stored. */
export interface LockNote {
  readonly text: string;
  readonly lifetime: number;
}

/** Result of an attempt to acquire a lock. */
export interface Acquisition {
  /** The current holder. */
  readonly holder: string;
  /** Note of an earlier holder; empty if there is none. */
  readonly note: string;
}

// The keys of a lock, its holder and the note, have a hash tag in common. The holder expires with the lease. Scripts are
// atomic.

const WRITE_NOTE = `
if ARGV[2] == '' then redis.call('DEL', KEYS[2]) else redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3]) end`;

const ACQUIRE = `
local holder = redis.call('GET', KEYS[1])
if not holder or holder == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  holder = ARGV[1]
end
return {holder, redis.call('GET', KEYS[2]) or ''}`;

const RENEW = `
local holder = redis.call('GET', KEYS[1])
if holder ~= ARGV[1] then return holder or '' end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[4])${WRITE_NOTE}
return holder`;

const RELEASE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return '' end
redis.call('DEL', KEYS[1])${WRITE_NOTE}
return ''`;

const READ_HOLDER = "return redis.call('GET', KEYS[1]) or ''";

const AcquireReply = z.tuple([z.string(), z.string()]);

/** Returns the locks of a Redis server. */
export function redisLocks({ address, evaluate }: Pick<RedisConnection, "address" | "evaluate">): RedisLocks {
  const run = async <T>(schema: z.ZodMiniType<T>, script: string, lock: string, values: readonly string[]) => {
    const prefix = `forgehand:{${encodeURIComponent(`lock ${lock}`)}}`;
    const reply = z.safeParse(schema, await evaluate(script, [`${prefix}:holder`, `${prefix}:note`], values));
    if (reply.success) return reply.data;
    throw new Problem(`Redis at ${address} must respond to scripts with their results, got something else.`);
  };
  const noteValues = ({ text, lifetime }: LockNote) => [text, String(lifetime)];
  return {
    address,
    async acquire(lock, holder, lease) {
      const [current, note] = await run(AcquireReply, ACQUIRE, lock, [holder, String(lease)]);
      return { holder: current, note };
    },
    renew: (lock, holder, lease, note) => run(z.string(), RENEW, lock, [holder, ...noteValues(note), String(lease)]),
    release: async (lock, holder, note) => {
      await run(z.string(), RELEASE, lock, [holder, ...noteValues(note)]);
    },
    isHeld: async (lock) => (await run(z.string(), READ_HOLDER, lock, [])) !== "",
  };
}
