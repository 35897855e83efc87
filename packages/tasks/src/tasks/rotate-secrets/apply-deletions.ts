import type { Applied, Outcome } from "../../plan.ts";
import { Problem } from "../../problem.ts";
import { applyEach } from "../../run/apply-each.ts";
import type { RunContext } from "../../run/run-context.ts";
import type { Deletion } from "./plan.ts";
import { hasName, ownerOf, type SecretScope, scopeKey } from "./secret-store/secret-scope.ts";
import { type StoredSecret, secretStoreOf } from "./secret-store/secret-store.ts";

/**
 * Deletes secrets, unless they have been set since they were read, and verifies that they are gone.
 * @param failedScopes keys of scopes in which another change failed; nothing is deleted there
 */
export async function applyDeletions(
  run: RunContext,
  changes: readonly Deletion[],
  failedScopes: ReadonlySet<string>,
): Promise<Applied<Deletion>> {
  const isWithheld = ({ scope }: Deletion) => failedScopes.has(scopeKey(scope));
  const withheld = changes
    .filter(isWithheld)
    .map((change): Outcome<Deletion> => ({ change, end: "not-started", note: WITHHELD_NOTE }));
  for (const outcome of withheld) run.onOutcome?.(outcome);
  const [listBefore, listAfter] = [createLister(run), createLister(run)];
  const applied = await applyEach(
    run,
    changes.filter((change) => !isWithheld(change)),
    {
      async apply({ scope, secret, updatedAt }, work) {
        const current = (await listBefore(scope)).find(hasName(secret));
        if (!current) return;
        if (current.updatedAt !== updatedAt)
          throw new Problem(
            `it was set again at ${current.updatedAt ?? "an unknown time"}. It was not deleted: run again.`,
          );
        await secretStoreOf(await run.connection.forOwner(ownerOf(scope)), scope, work).remove(secret);
      },
      verify: async ({ scope, secret }) =>
        (await listAfter(scope)).some(hasName(secret)) ? "it still exists" : undefined,
    },
  );
  return { outcomes: [...withheld, ...applied.outcomes], failures: applied.failures };
}

const WITHHELD_NOTE = "nothing is deleted where another change failed";

/** Lists the secrets of each scope once. */
function createLister(run: RunContext): (scope: SecretScope) => Promise<readonly StoredSecret[]> {
  const lists = new Map<string, Promise<readonly StoredSecret[]>>();
  return (scope) => {
    const key = scopeKey(scope);
    const list =
      lists.get(key) ?? run.connection.forOwner(ownerOf(scope)).then((client) => secretStoreOf(client, scope).list());
    lists.set(key, list);
    return list;
  };
}
