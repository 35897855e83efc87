import Bottleneck from "bottleneck";
import { Redis } from "ioredis";
import type { VirtualClock } from "../../clock/virtual-clock.ts";
import { startOctokit } from "../pace/clients.ts";
import type { StartProcess } from "./run-processes.ts";

/** The groups of octokit's throttling plugin, which it creates once per process, and these are several in one. */
const GROUPS = {
  global: { id: "octokit-global", maxConcurrent: 10 },
  auth: { id: "octokit-auth", maxConcurrent: 1 },
  search: { id: "octokit-search", maxConcurrent: 1, minTime: 2000 },
  write: { id: "octokit-write", maxConcurrent: 1, minTime: 1000 },
  notifications: { id: "octokit-notifications", maxConcurrent: 1, minTime: 3000 },
} as const;

/** Milliseconds after which Redis forgets unused state, as in the plugin. */
const TIMEOUT_MS = 120_000;

/** A client of Redis during whose commands no virtual time passes. */
class HeldRedis extends Redis {
  readonly #hold: VirtualClock["hold"];

  constructor(port: number, hold: VirtualClock["hold"]) {
    super(port, "127.0.0.1");
    this.#hold = hold;
  }

  override sendCommand(...command: Parameters<Redis["sendCommand"]>): unknown {
    const reply = super.sendCommand(...command);
    const held = this.#hold(async () => reply);
    held().catch(() => {});
    return reply;
  }
}

/** Octokit with its throttling plugin clustered over Redis. */
export function createOctokitCluster(port: number): { readonly start: StartProcess; readonly close: () => void } {
  const connections = new Set<Bottleneck.IORedisConnection>();
  const disconnect = (connection: Bottleneck.IORedisConnection) => {
    if (connections.delete(connection)) void connection.disconnect(false);
  };
  return {
    async start({ fetch, killed, hold }) {
      const client = new HeldRedis(port, hold);
      const connection = new Bottleneck.IORedisConnection({ client });
      // Commands of a killed process fail.
      connection.on("error", () => {});
      connections.add(connection);
      killed.addEventListener("abort", () => disconnect(connection));
      // A promise, contrary to its declared type.
      await hold(async () => connection.ready)();
      const groups = Object.entries(GROUPS).map(([name, settings]) => {
        return [name, new Bottleneck.Group({ connection, timeout: TIMEOUT_MS, ...settings })];
      });
      return startOctokit({ fetch, throttle: { Bottleneck, connection, id: "acme", ...Object.fromEntries(groups) } });
    },
    close() {
      for (const connection of connections) disconnect(connection);
    },
  };
}
