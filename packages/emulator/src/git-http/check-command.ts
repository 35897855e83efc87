import { isRefName } from "../git/ref-name.ts";
import { findObjectHeader, findRef, type GitStore, hasRefsBelow } from "../state/git-store.ts";
import type { Repository } from "../state/repositories.ts";
import { PULL_REFS } from "./advertised-refs.ts";
import type { PushCommand } from "./push-request.ts";

/** A refused update of a ref, with the reason as git prints it. */
export class RefRejection extends Error {
  override name = "RefRejection" as const;
}

/**
 * Checks that a ref can be updated, apart from rules and permissions.
 * @throws RefRejection
 */
export function checkCommand(store: GitStore, repository: Repository, { ref, before, after }: PushCommand): void {
  if (!ref.startsWith("refs/") || !isRefName(ref) || !ref.slice("refs/".length).includes("/")) {
    throw new RefRejection("funny refname");
  }
  if (ref.startsWith(PULL_REFS)) throw new RefRejection("deny updating a hidden ref");
  const current = findRef(store, ref);
  if (current !== before) throw new RefRejection(`cannot lock ref '${ref}': ${lockProblem(ref, current, before)}`);
  if (after === undefined && before === undefined) throw new RefRejection(`unable to resolve reference '${ref}'`);
  if (after === undefined) {
    if (ref !== `refs/heads/${repository.default_branch}`) return;
    throw new RefRejection(`refusing to delete the current branch: ${ref}`);
  }
  const object = findObjectHeader(store, after);
  if (!object) throw new RefRejection("missing necessary objects");
  if (ref.startsWith("refs/heads/") && object.type !== "commit") {
    throw new RefRejection(`cannot update ref '${ref}': trying to write non-commit object ${after} to branch '${ref}'`);
  }
  if (before === undefined) checkNameIsFree(store, ref);
}

function lockProblem(ref: string, current: string | undefined, expected: string | undefined): string {
  if (expected === undefined) return "reference already exists";
  return current === undefined ? `unable to resolve reference '${ref}'` : `is at ${current} but expected ${expected}`;
}

/** A ref can't be a folder of others: there is either `topic` or `topic/part`. */
function checkNameIsFree(store: GitStore, ref: string): void {
  const segments = ref.split("/");
  for (let length = 3; length < segments.length; length++) {
    const folder = segments.slice(0, length).join("/");
    if (findRef(store, folder) === undefined) continue;
    throw new RefRejection(`cannot lock ref '${ref}': '${folder}' exists; cannot create '${ref}'`);
  }
  if (!hasRefsBelow(store, ref)) return;
  throw new RefRejection(`cannot lock ref '${ref}': there are refs below '${ref}/'; cannot create '${ref}'`);
}
