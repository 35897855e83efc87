import { isLoopbackHost } from "@forgehand/core/internal";
import type { Settings } from "../settings/create-settings.ts";
import type { RedisServer } from "../settings/redis-url.ts";

/**
 * Returns the Redis server that processes share quotas and locks through; undefined if none is set.
 * @throws Problem if its password would be readable on the network, or a share is set, too
 */
export function readRedis(settings: Settings): RedisServer | undefined {
  const server = settings.optional("redis-url");
  if (server === undefined) return undefined;
  if (!server.isEncrypted && !isLoopbackHost(server.hostname) && !settings.required("allow-http")) {
    throw settings.problem(
      "redis-url",
      `must be a rediss URL, got a redis URL of ${server.address}: without TLS, everyone on the network can read the password. Set "allow-http: true" to connect anyway.`,
    );
  }
  if (settings.isGiven("share")) {
    throw settings.problem("share", 'must not be set with "redis-url", which needs no fixed shares. Remove one.');
  }
  return server;
}
