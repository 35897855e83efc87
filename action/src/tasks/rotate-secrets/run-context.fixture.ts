import type { Client } from "@forgehand/core";
import type { RunContext } from "../../run/run-context.ts";
import { createDirectory } from "../../targets/create-directory.ts";

/** A run context with one client, in real time. */
export function contextWith(client: Client, environment: RunContext["environment"] = {}) {
  const lines: string[] = [];
  const masked: string[] = [];
  const stop = new AbortController();
  const connection: RunContext["connection"] = {
    forOwner: async () => client,
    forState: async () => client,
    asApp: () => client,
    installations: async () => undefined,
  };
  const run: RunContext = {
    mode: "apply",
    apiUrl: "https://forge.test/api/v3",
    environment: { PATH: process.env["PATH"], ...environment },
    connection,
    directory: createDirectory(connection),
    clock: {
      now: () => Date.now(),
      after(milliseconds, act) {
        const timer = setTimeout(act, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    log: {
      info: (line) => lines.push(line),
      warning: (line) => lines.push(line),
      debug: undefined,
      group: (title, group) => lines.push(title, ...group),
      mask: (secret) => masked.push(secret),
    },
    shard: undefined,
    stopping: stop.signal,
    runCleanup: (act) => act(),
  };
  return { run, lines, masked, stop: () => stop.abort() };
}
