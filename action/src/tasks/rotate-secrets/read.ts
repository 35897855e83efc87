import type { Failure, Skipped } from "../../plan.ts";
import { Problem } from "../../problem.ts";
import { readEach } from "../../run/read-each.ts";
import type { Run } from "../../run/run.ts";
import { knownValues } from "./check.ts";
import type { Entry } from "./entry.ts";
import { beginningOfRun } from "./since.ts";
import { findVaults } from "./vault/find-vaults.ts";
import { type Asked, type Found, readVault } from "./vault/read-vault.ts";
import { storeOf } from "./vault/store.ts";
import { isNamed, keyOfVault, nameOfSecret, nameOfVault, ownerOf, type Vault } from "./vault/vault.ts";

/** All that the task knows before it plans. */
export interface State {
  readonly found: readonly Found[];
  /** What of it could not be found or read. */
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
  /** When this workflow run was created, for entries that say nothing else. */
  readonly since: Date | undefined;
  /** The service's time. */
  readonly now: Date;
  /** The values that are known already. */
  readonly values: ReadonlyMap<Entry, Uint8Array>;
}

/** Reads the secrets that the entries name. @throws Problem on what can't be right, before anything is written */
export async function readState(run: Run, entries: readonly Entry[]): Promise<State> {
  const values = knownValues(run, entries);
  const asked = new Map<string, Asked>();
  const skipped: Skipped[] = [];
  const unreadable: Failure[] = [];
  for (const entry of entries) {
    const { vaults, ...left } = await findVaults(run, entry.place);
    skipped.push(...left.skipped);
    unreadable.push(...left.unreadable);
    for (const vault of vaults) ask(asked, vault, entry);
  }
  const { since, at } = await beginningOf(run, entries);
  const readings = await readEach(
    run,
    [...asked.values()],
    ({ vault, entries }) => nameOfSecret(vault, entries.map(({ secret }) => secret).join(", ")),
    (asked) => readVault(run, asked),
  );
  return {
    found: readings.states.flatMap(({ found }) => found),
    skipped,
    unreadable: [...unreadable, ...readings.unreadable, ...readings.states.flatMap(({ unreadable }) => unreadable)],
    since,
    now: at ?? (await serviceNow(run, entries, asked)),
    values,
  };
}

/** @throws Problem where another entry names the same secret */
function ask(asked: Map<string, Asked>, vault: Vault, entry: Entry): void {
  const key = keyOfVault(vault);
  const known = asked.get(key) ?? { vault, entries: [] };
  asked.set(key, known);
  const other = known.entries.find((one) => isNamed(entry.secret)({ name: one.secret }));
  if (other) {
    const both = [other, entry].map(({ secret, problem }) => problem("secret", `(${secret})`).message);
    throw new Problem(
      `${nameOfVault(vault)} would get its ${vault.kind} secret ${entry.secret} twice: ${both.join(" and ")} name the same one. Name it once.`,
    );
  }
  known.entries.push(entry);
}

async function beginningOf(run: Run, entries: readonly Entry[]) {
  if (entries.every(({ since }) => since)) return { since: undefined, at: undefined };
  return beginningOfRun(run);
}

/** The service's time, where something is reckoned from it: the runner's clock may be wrong. */
async function serviceNow(run: Run, entries: readonly Entry[], asked: ReadonlyMap<string, Asked>): Promise<Date> {
  const here = new Date(run.clock.now());
  const [first] = asked.values();
  const isNeeded = entries.some(({ policy, since }) => policy.olderThanDays !== undefined || since === "now");
  if (!first || !isNeeded) return here;
  try {
    const store = storeOf(await run.connection.forOwner(ownerOf(first.vault)), first.vault);
    return (await store.count()).at ?? here;
  } catch {
    return here;
  }
}
