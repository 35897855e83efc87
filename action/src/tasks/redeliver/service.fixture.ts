import type { Clock } from "@forgehand/core";
import type { DeliveryRecord } from "@forgehand/core/recovery";
import type { VirtualClock } from "../../../../test/clock/virtual-clock.ts";
import type { Run } from "../../run/run.ts";
import type { HookPlace } from "./hooks/hook-place.ts";
import type { Store } from "./kept/store.ts";
import { timeText } from "./lock/sent.ts";

/** How long things take in turn, in milliseconds. */
export interface Habits {
  /** A call on its way to the service, and its answer on the way back. */
  readonly store: () => number;
  readonly redeliver: () => number;
  /** Until an attempt is listed. */
  readonly listed: () => number;
  readonly accepts: (guid: string, attempt: number) => boolean;
}

interface Attempt {
  readonly guid: string;
  readonly record: DeliveryRecord;
  readonly listedAt: number;
}

/** One webhook's records, and variables, as runs see them that may die. */
export function startService(clock: VirtualClock, habits: Habits) {
  const attempts: Attempt[] = [];
  const variables = new Map<string, { value: string; updated: number }>();
  const wrongs: string[] = [];

  const isListed = ({ listedAt }: Attempt) => listedAt <= clock.now();

  function attempt(guid: string, redelivery: boolean): void {
    const own = attempts.filter((one) => one.guid === guid);
    if (redelivery && own.some(({ record }) => record.status === "OK")) wrongs.push(`${guid} after its success`);
    if (redelivery && !own.every(isListed)) wrongs.push(`${guid} twice at once`);
    const status = habits.accepts(guid, own.length + 1) ? "OK" : "failed";
    const id = String(2n ** 60n + BigInt(attempts.length));
    const record = { id, guid, status, event: "star", action: "created", redelivery };
    attempts.push({
      guid,
      record: { ...record, delivered_at: timeText(clock.now()) },
      listedAt: clock.now() + habits.listed(),
    });
  }

  /** A run's view; once it is dead, nothing that it asks is answered, and nothing it sends gets out. */
  function view(isAlive: () => boolean): { readonly place: HookPlace; readonly clock: Clock } {
    async function call<T>(way: () => number, act: () => T): Promise<T> {
      if (!isAlive()) await new Promise(() => undefined);
      await clock.sleep(way());
      const answer = act();
      await clock.sleep(way());
      if (!isAlive()) await new Promise(() => undefined);
      return answer;
    }
    const store: Store = {
      ...{ name: "acme/widgets", key: "acme/widgets" },
      read: (name) =>
        call(habits.store, () => {
          const found = variables.get(name);
          const date = (time: number) => new Date(Math.floor(time / 1000) * 1000);
          return { value: found?.value, updated: found && date(found.updated), now: date(clock.now()) };
        }),
      create: (name, value) =>
        call(habits.store, () => {
          if (variables.has(name)) return false;
          variables.set(name, { value, updated: clock.now() });
          return true;
        }),
      update: (name, value) =>
        call(habits.store, () => {
          if (!variables.has(name)) return false;
          variables.set(name, { value, updated: clock.now() });
          return true;
        }),
      remove: (name) => call(habits.store, () => void variables.delete(name)),
    };
    const place: HookPlace = {
      ...{ kind: "repository", name: "acme/widgets", store },
      list: async () => [{ id: "7", active: true, address: "https://ci.example.com/hook" }],
      async *records() {
        const listed = () => attempts.filter(isListed).map(({ record }) => record);
        const all = (await call(habits.store, listed)).toReversed();
        for (let at = 0; at <= all.length; at += 3) yield all.slice(at, at + 3);
      },
      redeliver: (_, id) =>
        call(habits.redeliver, () => {
          const found = attempts.find(({ record }) => record.id === id);
          if (found) attempt(found.guid, true);
        }),
    };
    return {
      place,
      clock: { now: clock.now, after: (length, act) => clock.after(length, () => isAlive() && act()) },
    };
  }

  return { attempts, variables, wrongs, happen: (guid: string) => attempt(guid, false), view };
}

/** A run of nothing but a clock: what redelivering asks of one. */
export function runOf(clock: Clock, stopping: AbortSignal, name: string): Run {
  const none = () => {
    throw new Error("Nobody asks for that here.");
  };
  return {
    ...{
      mode: "apply",
      apiUrl: "https://forge.test/api/v3",
      clock,
      stopping,
      shard: undefined,
      environment: { GITHUB_RUN_ID: name },
    },
    connection: { forOwner: none, forState: none, asApp: none, installations: none },
    directory: { find: none, facts: none, hasOwner: none },
    log: { info() {}, warning() {}, debug: undefined, group() {}, mask() {} },
    puttingAway: (act) => act(),
  };
}
