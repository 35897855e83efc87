import type { Client } from "@forgehand/core";
import { createSecretMasker } from "../../masking/secret-masker.ts";
import type { RunContext } from "../../run/run-context.ts";
import { createDirectory } from "../../targets/create-directory.ts";

/** A run context with one client, in real time, to which tests can add more. */
export function contextWith(client: Client, environment: RunContext["environment"] = {}) {
  const lines: string[] = [];
  const masked: string[] = [];
  const { mask, redact } = createSecretMasker((forms) => void masked.push(...forms));
  let [passed, shifted] = [0, 0];
  const stop = new AbortController();
  const connection: RunContext["connection"] = {
    forOwner: async () => client,
    forState: async () => client,
    asApp: () => client,
    grantsOf: async () => undefined,
    revokeTokens: async () => undefined,
    installations: async () => undefined,
  };
  const run: RunContext = {
    mode: "apply",
    dialect: "github",
    workspace: process.cwd(),
    credentials: [],
    apiUrl: "https://forge.test/api/v3",
    allowHttp: false,
    environment: { PATH: process.env["PATH"], ...environment },
    connection,
    directory: createDirectory(connection),
    clock: {
      now: () => Date.now() + passed + shifted,
      monotonic: () => performance.now() + passed,
      after(milliseconds, act) {
        const timer = setTimeout(act, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    log: {
      info: (line) => lines.push(line),
      warning: (line) => lines.push(line),
      error: (line) => lines.push(line),
      debug: undefined,
      group: (title, group) => lines.push(title, ...group),
      mask,
      redact,
    },
    shard: undefined,
    stopping: stop.signal,
    protect: (work) => work,
  };
  return {
    run,
    lines,
    masked,
    stop: () => stop.abort(),
    passTime(milliseconds: number) {
      passed += milliseconds;
    },
    /** Sets the wall clock forward, or back if negative. */
    shiftWallClock(milliseconds: number) {
      shifted += milliseconds;
    },
  };
}
