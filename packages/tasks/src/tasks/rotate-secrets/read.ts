import type { Failure, Skipped } from "../../plan.ts";
import { describeError } from "../../problem.ts";
import { readEach } from "../../run/read-each.ts";
import type { RunContext } from "../../run/run-context.ts";
import { findAllScopes } from "../../stores/find-scopes.ts";
import type { UndeclaredItem } from "../../stores/prune.ts";
import { itemName, scopeName } from "../../stores/store-scope.ts";
import { knownValues } from "./known-values.ts";
import { isWebhookEntry, type RotationEntry, type SecretEntry } from "./rotation-entry.ts";
import { openRotationStore, type RotationScope } from "./rotation-store.ts";
import { readRunStart } from "./run-start.ts";
import { createOtherStores } from "./secret-store/other-stores.ts";
import { readSecrets, type SecretReading } from "./secret-store/read-secrets.ts";
import { kindName } from "./secret-store/secret-kind.ts";
import type { SecretScope } from "./secret-store/secret-scope.ts";
import { findWebhookScopes, type ListedHooks, readWebhooks, unmatchedHooks } from "./webhooks/read-webhooks.ts";

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
 * Reads the secrets that the entries name, and those of the webhooks that they select.
 * @throws Problem if an entry is invalid, before anything is written
 */
export async function readRotationState(run: RunContext, entries: readonly RotationEntry[]): Promise<RotationState> {
  const values = knownValues(run, entries);
  const secrets = await findAllScopes(
    run,
    entries.filter((entry): entry is SecretEntry => !isWebhookEntry(entry)),
    ({ secret }) => secret,
    duplicateProblem,
  );
  const webhooks = await findWebhookScopes(run, entries.filter(isWebhookEntry));
  const { since, at } = await readStart(run, entries);
  const otherStores = createOtherStores(run);
  const requests: readonly ScopeRequest[] = [
    ...secrets.groups.map((group) => ({
      scope: group.scope,
      target: itemName(group.scope, group.entries.map(({ secret }) => secret).join(", ")),
      read: async () => ({ ...(await readSecrets(run, group, otherStores)), hooks: [] }),
    })),
    ...webhooks.groups.map((group) => ({
      scope: group.scope,
      target: `${scopeName(group.scope)}: webhooks`,
      read: async () => ({ ...(await readWebhooks(run, group)), undeclared: [] }),
    })),
  ];
  const { states, unreadable } = await readEach(
    run,
    requests,
    ({ target }) => target,
    ({ read }) => read(),
  );
  const unmatched = unmatchedHooks(
    run,
    states.flatMap(({ hooks }) => hooks),
  );
  return {
    found: states.flatMap(({ found }) => found),
    undeclared: states.flatMap(({ undeclared }) => undeclared),
    skipped: [...secrets.skipped, ...webhooks.skipped, ...unmatched.skipped],
    unreadable: [
      ...secrets.unreadable,
      ...webhooks.unreadable,
      ...unreadable,
      ...states.flatMap((state) => state.unreadable),
      ...unmatched.failures,
    ],
    since,
    now: at ?? (await serviceNow(run, entries, requests[0]?.scope)),
    dialect: run.dialect,
    values,
  };
}

/** A scope to read, with the secrets of it that entries name or select. */
interface ScopeRequest {
  readonly scope: RotationScope;
  readonly target: string;
  readonly read: () => Promise<ScopeReadings>;
}

interface ScopeReadings {
  readonly found: readonly SecretReading[];
  readonly undeclared: readonly UndeclaredItem<SecretScope>[];
  readonly unreadable: readonly Failure[];
  readonly hooks: readonly ListedHooks[];
}

function duplicateProblem(scope: SecretScope, first: SecretEntry, second: SecretEntry): string {
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
  scope: RotationScope | undefined,
): Promise<Date> {
  const localNow = new Date(run.clock.now());
  const isNeeded = entries.some(({ policy, since }) => policy.olderThanDays !== undefined || since === "now");
  if (!scope || !isNeeded) return localNow;
  try {
    return (await (await openRotationStore(run, scope)).now()) ?? localNow;
  } catch (error) {
    run.log.info(`The service's time can't be read, so ages go by the clock of this machine. ${describeError(error)}`);
    return localNow;
  }
}
