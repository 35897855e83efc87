import { TIME } from "../options.ts";
import { defineScript } from "../redis-client.ts";
import { ADAPTIVE_LIMITS } from "./lua/adaptive-limits.ts";
import { COMMANDS, WINDOW_REASONS } from "./lua/commands.ts";
import { NUMBERS } from "./lua/numbers.ts";
import { PRIMARY_LIMITS } from "./lua/primary-limits.ts";
import { WINDOWS } from "./lua/windows.ts";

const WINDOW_NAMES = Object.keys(WINDOW_REASONS);

/**
 * Returns the keys of one quota, in the script's order: its state; its calls in flight, and the ends of their leases; the used
 * parts of each window. They have one hash tag, so that one node of a cluster has them all.
 */
export function quotaKeys(prefix: string, quota: string): readonly [string, ...(readonly string[])] {
  // Without braces, which would end the tag.
  const tag = `${prefix}{${encodeURIComponent(quota)}}`;
  return [`${tag}:state`, ...["flights", "leases", ...WINDOW_NAMES].map((name) => `${tag}:${name}`)];
}

const parts = WINDOW_NAMES.map((name, index) => `${name} = KEYS[${index + 4}]`);

const HEADER = `
local STATE, FLIGHTS, LEASES = KEYS[1], KEYS[2], KEYS[3]
local PARTS = { ${parts.join(", ")} }
`;

/** Runs one command. Arguments: the command as JSON; the time; the generation of the state if there is none. */
const MAIN = `
local command = cjson.decode(ARGV[1])
local storeTime = math.floor(milliseconds(ARGV[2]))
local stored = redis.call("GET", STATE)
local state
if stored then
  state = cmsgpack.unpack(stored)
else
  -- Parts of a lost state have no totals.
  if redis.call("EXISTS", unpack(KEYS)) > 0 then redis.call("DEL", unpack(KEYS)) end
  state = createState(ARGV[3], command, storeTime)
end
local blocker = apply(state, command, storeTime)
local lifetime = math.max(LIFETIME_MS, math.ceil(state.backoff.pausedUntil - state.time))
redis.call("SET", STATE, cmsgpack.pack(state), "PX", exact(lifetime))
return cjson.encode({ generation = state.generation, blocker = blocker })
`;

/** Does what `applyQuotaCommand` does: the rules are explained there. */
export const QUOTA_SCRIPT = defineScript(
  [HEADER, TIME, NUMBERS, ADAPTIVE_LIMITS, WINDOWS, PRIMARY_LIMITS, COMMANDS, MAIN].join(""),
);
