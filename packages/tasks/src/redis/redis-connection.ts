import type { Clock } from "@forgehand/core";
import { lazy } from "@forgehand/core/internal";
import { createQuotaStore, type QuotaStore } from "@forgehand/core/quota";
import { redisQuotaStore } from "@forgehand/redis";
import { createClient } from "redis";
import type { Log } from "../log.ts";
import { Problem } from "../problem.ts";
import type { RedisServer } from "../settings/redis-url.ts";
import { isTemporary, redisProblem } from "./redis-problem.ts";

/** A Redis server that processes share quotas and locks through. */
export interface RedisConnection {
  /** Host and port, for messages. */
  readonly address: string;
  /**
   * Connects, unless it has, and verifies that the server accepts writes.
   * @throws Problem
   */
  readonly open: () => Promise<void>;
  /** Shares the quotas of all clients. Connects at its first use. */
  readonly quotaStore: QuotaStore;
  /**
   * Runs a Lua script.
   * @throws Problem
   */
  readonly evaluate: (script: string, keys: readonly string[], values: readonly string[]) => Promise<unknown>;
  /** Disconnects. Waits shortly for commands in flight. */
  readonly close: () => Promise<void>;
}

/** Dependencies of a connection. */
export interface RedisDependencies {
  readonly clock: Pick<Clock, "after" | "monotonic">;
  readonly log: Pick<Log, "info" | "warning">;
  readonly stopping: AbortSignal;
}

/** All in milliseconds. */
const CONNECT_TIMEOUT = 5000;
const CONNECT_RETRY_DELAY = 200;
const COMMAND_TIMEOUT = 5000;
const CLOSE_TIMEOUT = 1000;
const LONGEST_RECONNECT_DELAY = 1000;
/** A connection on which nothing arrives for this long is replaced; the server is asked more often than that. */
const SILENCE_TIMEOUT = 15_000;
const PING_INTERVAL = 4000;

/** Writes a key that expires, to verify that the server accepts scripts and writes. */
const WRITE_TEST = "return redis.call('SET', KEYS[1], '', 'PX', 1000)";

/** Creates the connection to a server. It is opened at its first use, and again whenever it is lost. */
export function createRedisConnection(
  server: RedisServer,
  { clock, log, stopping }: RedisDependencies,
): RedisConnection {
  const { address } = server;
  const toProblem = (error: unknown) => redisProblem(address, error);
  let destroy = () => {};
  let finish = async () => {};

  /** @throws Problem once the time is over */
  async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const cancel = clock.after(milliseconds, () =>
      reject(new Problem(`Redis at ${address} did not respond within ${milliseconds / 1000} s.`)),
    );
    return Promise.race([work, promise]).finally(cancel);
  }

  async function connect() {
    if (stopping.aborted) throw new Problem("the run was cancelled");
    const deadline = clock.monotonic() + CONNECT_TIMEOUT;
    let lastError: unknown;
    let isConnected = false;
    let isLost = false;
    const client = createClient({
      ...(server.username !== undefined && { username: server.username }),
      ...(server.password !== undefined && { password: server.password }),
      database: server.database,
      RESP: 2,
      pingInterval: PING_INTERVAL,
      socket: {
        host: server.hostname.replace(/^\[|\]$/g, ""),
        port: server.port,
        ...(server.isEncrypted && { tls: true }),
        connectTimeout: CONNECT_TIMEOUT,
        socketTimeout: SILENCE_TIMEOUT,
        reconnectStrategy(retries, cause) {
          lastError = cause;
          if (isConnected) return Math.min(LONGEST_RECONNECT_DELAY, 50 * 2 ** retries);
          return isTemporary(cause) && clock.monotonic() < deadline ? CONNECT_RETRY_DELAY : cause;
        },
      },
    });
    client.on("error", (error: unknown) => {
      if (!isConnected || isLost) return;
      isLost = true;
      log.warning(`${toProblem(error).message} Reconnecting.`);
    });
    client.on("ready", () => {
      if (isLost) log.info(`Reconnected to Redis at ${address}.`);
      isConnected = true;
      isLost = false;
    });
    destroy = () => {
      if (client.isOpen) client.destroy();
    };
    const stop = () => destroy();
    stopping.addEventListener("abort", stop);
    try {
      await within(2 * CONNECT_TIMEOUT, client.connect());
    } catch (error) {
      destroy();
      throw stopping.aborted ? new Problem("the run was cancelled") : toProblem(lastError ?? error);
    } finally {
      stopping.removeEventListener("abort", stop);
    }
    finish = () => client.close();
    const evaluate = (script: string, keys: readonly string[], values: readonly string[]) =>
      client.sendCommand(["EVAL", script, String(keys.length), ...keys, ...values]);
    return { evaluate, quotaStore: redisQuotaStore(client) };
  }

  const connected = lazy(connect);

  const quotaStore = createQuotaStore(async (quota, command, signal) => {
    const { quotaStore } = await connected();
    try {
      return await quotaStore.run(quota, command, signal);
    } catch (error) {
      throw toProblem(error);
    }
  });

  const evaluate: RedisConnection["evaluate"] = async (script, keys, values) => {
    const { evaluate } = await connected();
    try {
      return await within(COMMAND_TIMEOUT, evaluate(script, keys, values));
    } catch (error) {
      throw toProblem(error);
    }
  };

  return {
    address,
    open: lazy(async () => {
      await evaluate(WRITE_TEST, ["forgehand:write-test"], []);
      // Also verifies that the server does not evict keys.
      await within(COMMAND_TIMEOUT, quotaStore.run("connection test", { type: "renew", ids: [], lease: 0 }));
    }),
    quotaStore,
    evaluate,
    async close() {
      await within(CLOSE_TIMEOUT, finish()).catch(() => undefined);
      destroy();
    },
  };
}
