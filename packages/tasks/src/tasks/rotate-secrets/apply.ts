import type { Applied } from "../../plan.ts";
import type { RunContext } from "../../run/run-context.ts";
import { applyAccess } from "./apply-access.ts";
import { applyDeletions } from "./apply-deletions.ts";
import { applyRotations } from "./apply-rotations.ts";
import type { SecretChange } from "./plan.ts";
import type { RotationState } from "./read.ts";
import { scopeKey } from "./secret-store/secret-scope.ts";

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
  const failedScopes = new Set(
    written.flatMap(({ change, end }) => (end === "changed" ? [] : [scopeKey(change.scope)])),
  );
  const deletions = await applyDeletions(
    run,
    changes.filter((change) => change.does === "delete"),
    failedScopes,
  );
  return {
    outcomes: [...written, ...deletions.outcomes],
    failures: [...rotations.failures, ...accesses.failures, ...deletions.failures],
  };
}
