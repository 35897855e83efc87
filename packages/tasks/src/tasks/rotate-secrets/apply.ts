import type { Applied, Outcome } from "../../plan.ts";
import { Problem } from "../../problem.ts";
import { applyEach } from "../../run/apply-each.ts";
import type { RunContext } from "../../run/run-context.ts";
import { describeAccess } from "../../stores/access/store-access.ts";
import { applyDeletions } from "../../stores/apply-deletions.ts";
import { applyRotations } from "./apply-rotations.ts";
import { currentAccess } from "./current-access.ts";
import type { AccessChange, SecretChange } from "./plan.ts";
import type { RotationState } from "./read.ts";
import { openSecretStore } from "./secret-store/secret-store.ts";
import { createVerifier } from "./verify.ts";

/** Makes the changes of secrets: values, access without a value, and deletions where nothing else failed. */
export async function applySecretChanges(
  run: RunContext,
  changes: readonly SecretChange[],
  state: RotationState,
): Promise<Applied<SecretChange>> {
  const rotations = await applyRotations(
    run,
    changes.filter((change) => change.does === "rotate"),
    state,
  );
  const accesses = await applyAccess(
    run,
    changes.filter((change) => change.does === "set-access"),
    state,
  );
  const written = [...rotations, ...accesses];
  const deletions = await applyDeletions(
    run,
    changes.filter((change) => change.does === "delete"),
    written,
    (scope, work) => openSecretStore(run, scope, work),
  );
  return { outcomes: [...written, ...deletions], failures: [] };
}

/** Sets the selected repositories of organizations' secrets, whose values stay, and verifies them. */
function applyAccess(
  run: RunContext,
  changes: readonly AccessChange[],
  { found }: RotationState,
): Promise<readonly Outcome<AccessChange>[]> {
  const readBack = createVerifier(run, changes);
  return applyEach(run, changes, {
    async apply(change, work) {
      const { scope, secret } = change;
      const reading = found[change.index];
      if (!reading) throw new Error("Every change must refer to a secret that was read.");
      const store = await openSecretStore(run, scope, work);
      // Re-read if it is older, so that a concurrent change is not undone.
      const access = await currentAccess(change, reading, store);
      if (!store.setRepositories || access?.visibility !== "selected")
        throw new Problem(
          `it is now ${access ? describeAccess(access) : "of another level"}, and its repositories can't be set. It was not changed: run again.`,
        );
      await store.setRepositories(
        secret,
        access.repositories.map(({ id }) => id),
      );
      return access;
    },
    verify: (change, access) => readBack({ ...change, access }, undefined),
  });
}
