import type { Clock } from "@forgehand/core";
import type { DeliveryRecord } from "@forgehand/core/recovery";
import type { VirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import type { RunContext } from "../../run/run-context.ts";
import type { VariableStore } from "./checkpoint/variable-store.ts";
import type { HookScope } from "./hooks/hook-scope.ts";
import { formatTime } from "./lock/sent-redeliveries.ts";

/** Latencies of successive operations in milliseconds, and the receiver's behavior. */
export interface ServiceBehavior {
  /** Time that a request or a response for a variable takes in transit. */
  readonly store: () => number;
  readonly redeliver: () => number;
  /** Time until an attempt is listed. */
  readonly listed: () => number;
  readonly accepts: (guid: string, attempt: number) => boolean;
}

interface Attempt {
  readonly guid: string;
  readonly record: DeliveryRecord;
  readonly listedAt: number;
}

/** A service with one webhook's records and with variables, for runs that can be killed. */
export function startService(clock: VirtualClock, behavior: ServiceBehavior) {
  const attempts: Attempt[] = [];
  const variables = new Map<string, { value: string; updated: number }>();
  const violations: string[] = [];

  const epoch = clock.now() - clock.monotonic();
  /** The service's time, which does not change when the runner's clock is set. */
  const now = () => epoch + clock.monotonic();
  const isListed = ({ listedAt }: Attempt) => listedAt <= now();

  const attemptsOf = (guid: string) => attempts.filter((candidate) => candidate.guid === guid);

  /** A redelivery by a run. */
  function redeliver(guid: string): void {
    const eventAttempts = attemptsOf(guid);
    if (eventAttempts.some(({ record }) => record.status === "OK"))
      violations.push(`${guid} redelivered after success`);
    if (!eventAttempts.every(isListed)) violations.push(`${guid} redelivered twice at the same time`);
    attempt(guid, true);
  }

  function attempt(guid: string, redelivery: boolean): void {
    const eventAttempts = attemptsOf(guid);
    const status = behavior.accepts(guid, eventAttempts.length + 1) ? "OK" : "failed";
    const id = String(2n ** 60n + BigInt(attempts.length));
    const record = { id, guid, status, event: "star", action: "created", redelivery };
    attempts.push({
      guid,
      record: { ...record, delivered_at: formatTime(now()) },
      listedAt: now() + behavior.listed(),
    });
  }

  /** A run's view of the service. Once the run is dead, its calls are not sent and get no response. */
  function viewOf(isAlive: () => boolean): { readonly scope: HookScope; readonly clock: Clock } {
    async function call<T>(latency: () => number, act: () => T): Promise<T> {
      if (!isAlive()) await new Promise(() => undefined);
      await clock.sleep(latency());
      const result = act();
      await clock.sleep(latency());
      if (!isAlive()) await new Promise(() => undefined);
      return result;
    }
    const store: VariableStore = {
      name: "acme/widgets",
      key: "acme/widgets",
      read: (name) =>
        call(behavior.store, () => {
          const found = variables.get(name);
          const date = (time: number) => new Date(Math.floor(time / 1000) * 1000);
          return { value: found?.value, updated: found && date(found.updated), now: date(now()) };
        }),
      create: (name, value) =>
        call(behavior.store, () => {
          if (variables.has(name)) return false;
          variables.set(name, { value, updated: now() });
          return true;
        }),
      update: (name, value) =>
        call(behavior.store, () => {
          if (!variables.has(name)) return false;
          variables.set(name, { value, updated: now() });
          return true;
        }),
      remove: (name) => call(behavior.store, () => void variables.delete(name)),
      within: () => store,
    };
    const scope: HookScope = {
      kind: "repository",
      name: "acme/widgets",
      store,
      list: async () => ({
        hooks: [{ id: "7", active: true, address: "https://ci.example.com/hook" }],
        unexpected: [],
      }),
      async *records() {
        const listed = () => attempts.filter(isListed).map(({ record }) => record);
        const all = (await call(behavior.store, listed)).toReversed();
        for (let start = 0; start <= all.length; start += 3) yield all.slice(start, start + 3);
      },
      redeliver: (_, id) =>
        call(behavior.redeliver, () => {
          const found = attempts.find(({ record }) => record.id === id);
          if (found) redeliver(found.guid);
        }),
    };
    return {
      scope,
      clock: {
        now: clock.now,
        monotonic: clock.monotonic,
        after: (length, act) => clock.after(length, () => isAlive() && act()),
      },
    };
  }

  return {
    attempts,
    variables,
    violations,
    now,
    createEvent: (guid: string) => attempt(guid, false),
    redeliverByHand: (guid: string) => attempt(guid, true),
    view: viewOf,
  };
}

/** A minimal run context for redelivery tests. */
export function contextOf(clock: Clock, stopping: AbortSignal, name: string): RunContext {
  const unexpected = () => {
    throw new Error("Unexpected call.");
  };
  return {
    mode: "apply",
    apiUrl: "https://forge.test/api/v3",
    allowHttp: false,
    clock,
    stopping,
    shard: undefined,
    environment: { GITHUB_RUN_ID: name },
    workspace: process.cwd(),
    credentials: [],
    dialect: "github",
    connection: {
      forOwner: unexpected,
      forState: unexpected,
      asApp: unexpected,
      grantsOf: unexpected,
      revokeTokens: unexpected,
      installations: unexpected,
    },
    directory: { find: unexpected, facts: unexpected, findOrganizations: unexpected },
    log: { info() {}, warning() {}, error() {}, debug: undefined, group() {}, mask() {}, redact: String },
    protect: (work) => work,
  };
}
