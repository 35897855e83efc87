import type { Failure, Skipped } from "../../plan.ts";
import { describeError } from "../../problem.ts";
import { readEach } from "../../run/read-each.ts";
import type { RunContext } from "../../run/run-context.ts";
import { findAllScopes } from "../../stores/find-scopes.ts";
import type { UndeclaredItem } from "../../stores/prune.ts";
import { itemName, scopeName } from "../../stores/store-scope.ts";
import { knownValues } from "./known-values.ts";
import type { RotationEntry } from "./rotation-entry.ts";
import { readRunStart } from "./run-start.ts";
import { createOtherStores } from "./secret-store/other-stores.ts";
import { readSecrets, type SecretReading } from "./secret-store/read-secrets.ts";
import { kindName } from "./secret-store/secret-kind.ts";
import type { SecretScope } from "./secret-store/secret-scope.ts";
import { openSecretStore } from "./secret-store/secret-store.ts";

/** State that the task plans from. */
export interface RotationState {
  readonly found: readonly SecretReading[];
  /** Secrets that are no longer declared, to be deleted. */
  readonly undeclared: readonly UndeclaredItem<SecretScope>[];
  /** Targets that were not found or could not be read. */
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
  /** Creation time of this workflow run; the default of `since`. */
  readonly since: Date | undefined;
  /** The service's time. */
  readonly now: Date;
  readonly dialect: RunContext["dialect"];
  /** Values that need not be generated. */
  readonly values: ReadonlyMap<RotationEntry, Uint8Array>;
}

/**
 * Reads the secrets that the entries name.
 * @throws Problem if an entry is invalid, before anything is written
 */
export async function readRotationState(run: RunContext, entries: readonly RotationEntry[]): Promise<RotationState> {
  const values = knownValues(run, entries);
  const { groups, skipped, unreadable } = await findAllScopes(run, entries, ({ secret }) => secret, duplicateProblem);
  const { since, at } = await readStart(run, entries);
  const otherStores = createOtherStores(run);
  const readings = await readEach(
    run,
    groups,
    ({ scope, entries }) => itemName(scope, entries.map(({ secret }) => secret).join(", ")),
    (group) => readSecrets(run, group, otherStores),
  );
  return {
    found: readings.states.flatMap(({ found }) => found),
    undeclared: readings.states.flatMap(({ undeclared }) => undeclared),
    skipped,
    unreadable: [...unreadable, ...readings.unreadable, ...readings.states.flatMap(({ unreadable }) => unreadable)],
    since,
    now: at ?? (await serviceNow(run, entries, groups[0]?.scope)),
    dialect: run.dialect,
    values,
  };
}

function duplicateProblem(scope: SecretScope, first: RotationEntry, second: RotationEntry): string {
  const descriptions = [first, second].map(({ secret, problem }) => problem("secret", `(${secret})`).message);
  return `${scopeName(scope)} must get its ${kindName(scope.kind, second.dialect)} secret ${second.secret} from one entry only, got two: ${descriptions.join(" and ")}.`;
}

async function readStart(run: RunContext, entries: readonly RotationEntry[]) {
  if (entries.every(({ since }) => since)) return { since: undefined, at: undefined };
  return readRunStart(run);
}

/** Returns the service's time if an age or `since: now` needs it: the runner's clock may be wrong. */
async function serviceNow(
  run: RunContext,
  entries: readonly RotationEntry[],
  scope: SecretScope | undefined,
): Promise<Date> {
  const localNow = new Date(run.clock.now());
  const isNeeded = entries.some(({ policy, since }) => policy.olderThanDays !== undefined || since === "now");
  if (!scope || !isNeeded) return localNow;
  try {
    const store = await openSecretStore(run, scope);
    return (await store.count()).at ?? localNow;
  } catch (error) {
    run.log.info(`The service's time can't be read, so ages go by the clock of this machine. ${describeError(error)}`);
    return localNow;
  }
}
