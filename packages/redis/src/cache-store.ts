import type { KeyValueStore } from "@forgehand/core";
import { readRetention, readStoreOptions } from "./options.ts";
import { connectionOf, type RedisClient, replyText } from "./redis-client.ts";

/** Options of {@link redisCacheStore}. */
export interface RedisCacheStoreOptions {
  /** Start of all keys; default `forgehand:`. */
  readonly prefix?: string | undefined;
  /** Milliseconds for which a response is kept after its last use; default 8 days. */
  readonly retention?: number | undefined;
}

const OPTIONS = { prefix: true, retention: true } as const satisfies Record<keyof RedisCacheStoreOptions, true>;

/**
 * Creates a store in Redis for the option `cache.storage` of clients, so that processes on any number of machines
 * revalidate each other's responses. Unlike for other stores, Redis can evict keys, and should: this one needs as much
 * memory as its responses.
 * @param client a connected client, which the store never closes
 * @throws InputError if the client or an option is invalid
 */
export function redisCacheStore(client: RedisClient, options: RedisCacheStoreOptions = {}): KeyValueStore {
  const { prefix } = readStoreOptions(options, OPTIONS);
  const retention = String(readRetention(options.retention));
  const { command } = connectionOf(client);
  const keyOf = (key: string) => `${prefix}cache:${key}`;
  return {
    async get(key) {
      const reply = await command(keyOf(key), ["GETEX", keyOf(key), "PX", retention]);
      return reply === null ? undefined : replyText(reply);
    },
    async set(key, value) {
      await command(keyOf(key), ["SET", keyOf(key), value, "PX", retention]);
    },
  };
}
