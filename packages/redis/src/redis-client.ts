import { createHash } from "node:crypto";
import { invalidField } from "@forgehand/core/internal";

/** A connected client of the package `redis`, version 5 or newer: `createClient()` or `createClientPool()`. */
export interface NodeRedisClient {
  sendCommand(args: string[], options?: NodeRedisOptions): Promise<unknown>;
}

/** A connected cluster client of the package `redis`, version 5 or newer: `createCluster()`. */
export interface NodeRedisCluster {
  sendCommand(
    firstKey: string | undefined,
    isReadonly: boolean | undefined,
    args: string[],
    options?: NodeRedisOptions,
  ): Promise<unknown>;
  readonly masters: readonly object[];
  nodeClient(node: object): Promise<NodeRedisClient>;
}

/** A connected client of the package `redis`, version 5 or newer, that finds the server by sentinels: `createSentinel()`. */
export interface NodeRedisSentinel {
  sendCommand(isReadonly: boolean | undefined, args: string[], options?: NodeRedisOptions): Promise<unknown>;
  getMasterNode(): object | undefined;
}

/** Options of a command, for clients of the package `redis`. */
interface NodeRedisOptions {
  /** Types of replies other than the usual ones. */
  readonly typeMapping?: Readonly<Record<never, never>>;
  /** Removes a command from the queue of those that wait for a connection. */
  readonly abortSignal?: AbortSignal;
}

/** A client of the package `ioredis`, version 5 or newer: `new Redis()`. */
export interface IoredisClient {
  readonly status: string;
  call(command: string, ...args: string[]): Promise<unknown>;
  once(event: "ready" | "end", listener: () => void): unknown;
}

/** A cluster client of the package `ioredis`, version 5 or newer: `new Cluster()`. */
export interface IoredisCluster extends IoredisClient {
  nodes(role: "master"): readonly IoredisClient[];
}

/** A client of the package `redis` or `ioredis`. Stores neither open nor close connections. */
export type RedisClient = NodeRedisClient | NodeRedisCluster | NodeRedisSentinel | IoredisClient | IoredisCluster;

/** A Lua script, which runs atomically. */
export interface RedisScript {
  readonly source: string;
  /** Digest by which Redis finds a script that it knows. */
  readonly sha: string;
}

/** Commands of any client. A call that fails may have taken effect. */
export interface RedisConnection {
  /**
   * Runs a command.
   * @param key the command's first key, which determines the node of a cluster
   * @param signal prevents that a command that still waits for a connection is sent later
   */
  readonly command: (key: string, args: readonly string[], signal?: AbortSignal) => Promise<unknown>;
  /**
   * Runs a script. Its keys must have the same hash tag.
   * @param signal prevents that a script that still waits for a connection is sent later
   */
  readonly script: (
    script: RedisScript,
    keys: readonly [string, ...(readonly string[])],
    args: readonly string[],
    signal?: AbortSignal,
  ) => Promise<unknown>;
  /**
   * Checks, until it succeeds for the first time, that Redis rejects writes at its memory limit instead of evicting
   * keys.
   * @throws Error that says what to set
   */
  readonly requireNoEviction: (signal?: AbortSignal) => Promise<void>;
}

/** Sends a command to the node of a key. */
type Send = (key: string, args: readonly string[], signal: AbortSignal | undefined) => Promise<unknown>;

export function defineScript(source: string): RedisScript {
  return { source, sha: createHash("sha1").update(source).digest("hex") };
}

const connections = new WeakMap<RedisClient, RedisConnection>();

/**
 * Returns the connection of a client, which all stores of that client share.
 * @throws InputError if it is not a client of a known package
 */
export function connectionOf(client: RedisClient): RedisConnection {
  checkClient(client);
  const connection = connections.get(client) ?? createConnection(client);
  connections.set(client, connection);
  return connection;
}

function checkClient(client: RedisClient): void {
  if (typeof client === "object" && client !== null) {
    if ("call" in client ? typeof client.call === "function" : typeof client.sendCommand === "function") return;
  }
  throw invalidField("client", "must be a client of the package redis or ioredis, version 5 or newer");
}

function createConnection(client: RedisClient): RedisConnection {
  const send = sender(client);
  let isChecked = false;
  return {
    command: (key, args, signal) => send(key, args, signal),
    async script({ source, sha }, keys, args, signal) {
      const [key] = keys;
      const rest = [String(keys.length), ...keys, ...args];
      try {
        return await send(key, ["EVALSHA", sha, ...rest], signal);
      } catch (error) {
        if (!startsWith(error, "NOSCRIPT")) throw explainError(error);
        return await send(key, ["EVAL", source, ...rest], signal).catch((error) => Promise.reject(explainError(error)));
      }
    },
    async requireNoEviction(signal) {
      if (!isChecked) await checkEviction(client, signal);
      isChecked = true;
    },
  };
}

function sender(client: RedisClient): Send {
  if ("call" in client) {
    const waitUntilReady = readiness(client);
    return async (_, [name = "", ...args], signal) => {
      if (signal) await waitUntilReady(signal);
      return await client.call(name, ...args);
    };
  }
  const optionsOf = (signal: AbortSignal | undefined) => ({ typeMapping: {}, ...(signal && { abortSignal: signal }) });
  if ("masters" in client) return (key, args, signal) => client.sendCommand(key, false, [...args], optionsOf(signal));
  if ("getMasterNode" in client) return (_, args, signal) => client.sendCommand(false, [...args], optionsOf(signal));
  return (_, args, signal) => client.sendCommand([...args], optionsOf(signal));
}

/** States in which ioredis sends a command or rejects it; in others, it waits for a connection. */
const SETTLED_STATES: ReadonlySet<string> = new Set(["wait", "ready", "end"]);

/** Returns a function that waits for the connection of ioredis, which can't remove a command from its queue. */
function readiness(client: IoredisClient): (signal: AbortSignal) => Promise<void> {
  let settled: Promise<void> | undefined;
  const whenSettled = () => {
    settled ??= new Promise<void>((resolve) => {
      client.once("ready", resolve);
      client.once("end", resolve);
    }).then(() => {
      settled = undefined;
    });
    return settled;
  };
  return async (signal) => {
    signal.throwIfAborted();
    if (SETTLED_STATES.has(client.status)) return;
    await Promise.race([
      whenSettled(),
      new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
    ]);
  };
}

/** Returns a function for each primary, which sends a command to it. */
async function primaries(client: RedisClient, signal: AbortSignal | undefined): Promise<readonly Send[]> {
  if ("masters" in client) {
    const nodes = await Promise.all(client.masters.map((node) => client.nodeClient(node)));
    return nodes.map(sender);
  }
  if (!("nodes" in client)) return [sender(client)];
  // The nodes are known once it is connected.
  await sender(client)("", ["PING"], signal);
  return client.nodes("master").map(sender);
}

/** @throws Error if a primary evicts keys */
async function checkEviction(client: RedisClient, signal: AbortSignal | undefined): Promise<void> {
  const sends = await primaries(client, signal);
  await Promise.all(
    sends.map(async (send) => {
      // Also works where the command CONFIG is forbidden.
      const info = replyText(await send("", ["INFO", "memory"], signal));
      const readField = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1];
      const policy = readField("maxmemory_policy");
      if (readField("maxmemory") === "0" || policy === "noeviction") return;
      throw new Error(
        `Redis must not evict keys, and its maxmemory-policy is ${policy}. Set maxmemory-policy to noeviction, or use another Redis than for caches.`,
      );
    }),
  );
}

const startsWith = (error: unknown, code: string): error is Error =>
  error instanceof Error && error.message.startsWith(`${code} `);

/** Returns an error that says what to do, or the same error. */
function explainError(error: unknown): unknown {
  if (!startsWith(error, "OOM")) return error;
  return new Error("Redis is at its memory limit. Raise its maxmemory, or delete other keys.", { cause: error });
}

/** Reads a reply that is a text. */
export function replyText(reply: unknown): string {
  if (typeof reply === "string") return reply;
  if (reply instanceof Uint8Array) return new TextDecoder().decode(reply);
  throw new Error(`Redis must reply with a text, got ${typeof reply}.`);
}
