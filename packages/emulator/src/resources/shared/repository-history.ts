import { RefUpdateError, updateRef } from "../../effects/update-ref.ts";
import { type RepositoryCall, requireActor } from "../../http/handler.ts";
import { conflict, HttpError } from "../../http-error.ts";
import { recordViolationsOf } from "../../rules/evaluate-rulesets.ts";
import type { ProposedRefUpdate } from "../../rules/push-context.ts";
import { type GitStore, isEmptyRepository } from "../../state/git-store.ts";

/** Returns the objects and refs of a call's repository. */
export const storeOf = ({ context, repository }: RepositoryCall): GitStore => ({
  db: context.db,
  repositoryId: repository.id,
});

/**
 * Like {@link storeOf}, for operations that an empty repository doesn't have.
 * @throws HttpError 409
 */
export function requireHistory(call: RepositoryCall): GitStore {
  const store = storeOf(call);
  if (isEmptyRepository(store)) throw conflict("Git Repository is empty.");
  return store;
}

/** Updates a ref as the caller. */
export function applyRefUpdate(call: RepositoryCall, update: ProposedRefUpdate): void {
  const { context, repository } = call;
  runRefUpdates(call, () => updateRef({ context, repository, sender: requireActor(call) }, update));
}

/**
 * Runs work with ref updates in a transaction.
 * @param status of the error if a rule prevents an update
 * @throws HttpError 422 if git doesn't accept an update
 */
export function runRefUpdates<T>({ context }: RepositoryCall, work: () => T, status = 422): T {
  try {
    return recordViolationsOf(
      context,
      () => context.db.transaction(work),
      ({ message }) => new HttpError(status, message),
    );
  } catch (error) {
    if (error instanceof RefUpdateError) throw new HttpError(422, error.message);
    throw error;
  }
}
