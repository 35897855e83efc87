import type { Applied } from "../../plan.ts";
import type { RunContext } from "../../run/run-context.ts";
import { applyDeletions } from "../../stores/apply-deletions.ts";
import { applyAccess } from "./apply-access.ts";
import { applyRotations } from "./apply-rotations.ts";
import type { SecretChange } from "./plan.ts";
import type { RotationState } from "./read.ts";
import { openSecretStore } from "./secret-store/secret-store.ts";

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
  const written = [...rotations.outcomes, ...accesses.outcomes];
  const deletions = await applyDeletions(
    run,
    changes.filter((change) => change.does === "delete"),
    written,
    (scope, work) => openSecretStore(run, scope, work),
  );
  return {
    outcomes: [...written, ...deletions.outcomes],
    failures: [...rotations.failures, ...accesses.failures, ...deletions.failures],
  };
}
