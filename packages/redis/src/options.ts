import { checkOptionNames, invalidField } from "@forgehand/core/internal";

/** Options of all stores in Redis. */
export interface RedisStoreOptions {
  /** Start of all keys; default `forgehand:`. Stores that must not share anything need different ones. */
  readonly prefix?: string | undefined;
  /** Returns the time in milliseconds. Replaces the server's clock, which all processes share, in tests and benchmarks. */
  readonly now?: (() => number) | undefined;
}

/**
 * Checks the options that all stores have.
 * @param known object with all option names as keys
 * @throws InputError if an option is invalid
 */
export function readStoreOptions(options: RedisStoreOptions, known: object) {
  if (typeof options !== "object" || options === null) throw invalidField("options", "must be an object");
  checkOptionNames(options, known);
  const { prefix = "forgehand:", now } = options;
  // Braces mark the part of a key that determines its node in a cluster.
  if (typeof prefix !== "string" || !/^[^\s{}]+$/.test(prefix))
    throw invalidField("prefix", "must be a text without spaces and braces");
  if (now !== undefined && typeof now !== "function")
    throw invalidField("now", "must be a function that returns milliseconds");
  /** The time, as an argument of {@link TIME}. */
  const time = () => (now === undefined ? "" : String(Math.round(now())));
  return { prefix, time };
}

const DAY = 24 * 60 * 60_000;

/**
 * Returns the option `retention`: milliseconds, default 8 days.
 * @throws InputError if it is invalid
 */
export function readRetention(retention: number = 8 * DAY): number {
  if (Number.isInteger(retention) && retention >= 1) return retention;
  throw invalidField("retention", "must be a whole number of milliseconds, 1 or more");
}

/** Start of scripts: the Lua function `milliseconds`, which returns the given time, or else the server's. */
export const TIME = `
local function milliseconds(time)
  if time ~= '' then return tonumber(time) end
  local parts = redis.call('TIME')
  return parts[1] * 1000 + math.floor(parts[2] / 1000)
end
`;
