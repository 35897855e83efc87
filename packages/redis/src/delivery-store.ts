import type { ClaimOutcome, DeliveryStore } from "@forgehand/core/webhooks";
import { type RedisStoreOptions, readRetention, readStoreOptions, TIME } from "./options.ts";
import { connectionOf, defineScript, type RedisClient, replyText } from "./redis-client.ts";

/** Options of {@link redisDeliveryStore}. */
export interface RedisDeliveryStoreOptions extends RedisStoreOptions {
  /**
   * Milliseconds for which handled deliveries are remembered; default 8 days, longer than any edition of GitHub allows
   * redelivery.
   */
  readonly retention?: number | undefined;
}

const OPTIONS = { prefix: true, retention: true, now: true } as const satisfies Record<
  keyof RedisDeliveryStoreOptions,
  true
>;

/** Milliseconds for which Redis keeps a key beyond its end, which scripts compare with the time. */
const MARGIN = 60 * 60_000;

// A delivery is a hash with the fields `since` and `until`; a claimed one also has an `owner`.
const READ = `${TIME}
local now = milliseconds(ARGV[1])
local fields = redis.call('HMGET', KEYS[1], 'owner', 'since', 'until')
local holder, since, ends = fields[1], tonumber(fields[2]), tonumber(fields[3])
local function text(number) return string.format('%.0f', number) end
local function expire(duration) redis.call('PEXPIRE', KEYS[1], text(duration + ${MARGIN})) end
local function claim(owner, duration)
  redis.call('HSET', KEYS[1], 'owner', owner, 'since', text(now), 'until', text(now + duration))
  expire(duration)
end
`;

const CLAIM = defineScript(`${READ}
local owner, lease = ARGV[2], tonumber(ARGV[3])
if since and not holder and not (ends and ends <= now) then return 'handled' end
if holder and holder ~= owner and ends > now then
  -- If the clock was set back since the claim, the lease starts again, so that it is not extended by the difference.
  if since > now then claim(holder, ends - since) end
  return 'busy'
end
claim(owner, lease)
return 'claimed'`);

const COMPLETE = defineScript(`${READ}
local retention = tonumber(ARGV[2])
local written = redis.pcall('HSET', KEYS[1], 'since', text(now), 'until', text(now + retention))
if type(written) == 'table' and written.err then
  if not since then return written end
  -- At its memory limit, Redis still deletes fields and changes the lifetime of a key.
  redis.call('HDEL', KEYS[1], 'until')
end
redis.call('HDEL', KEYS[1], 'owner')
expire(retention)`);

const RELEASE = defineScript(`${READ}
if holder == ARGV[2] then redis.call('DEL', KEYS[1]) end`);

/**
 * Creates a delivery store in Redis, which the processes of a receiver share on any number of machines. Leases end by the
 * server's clock. A server without persistence forgets all deliveries when it restarts, and a fail-over can lose the
 * latest ones; those may be handled again.
 * @param client a connected client, which the store never closes
 * @returns a store whose calls fail while Redis is unreachable or set to evict keys; at its memory limit, claims fail, and
 * completions of claimed deliveries are still recorded
 * @throws InputError if the client or an option is invalid
 */
export function redisDeliveryStore(client: RedisClient, options: RedisDeliveryStoreOptions = {}): DeliveryStore {
  const { prefix, time } = readStoreOptions(options, OPTIONS);
  const retention = readRetention(options.retention);
  const { script, requireNoEviction } = connectionOf(client);
  const keyOf = (guid: string) => `${prefix}delivery:${guid}`;
  return {
    async claim(guid, owner, lease, signal) {
      await requireNoEviction(signal);
      return parseOutcome(await script(CLAIM, [keyOf(guid)], [time(), owner, String(lease)], signal));
    },
    async complete(guid, signal) {
      await requireNoEviction(signal);
      await script(COMPLETE, [keyOf(guid)], [time(), String(retention)], signal);
    },
    async release(guid, owner, signal) {
      await script(RELEASE, [keyOf(guid)], [time(), owner], signal);
    },
  };
}

function parseOutcome(reply: unknown): ClaimOutcome {
  const outcome = replyText(reply);
  if (outcome === "claimed" || outcome === "handled" || outcome === "busy") return outcome;
  throw new Error(`Redis must reply with the outcome of a claim, got ${outcome}.`);
}
