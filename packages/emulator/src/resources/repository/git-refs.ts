import { createRef, deleteRef, getRef, listMatchingRefs, updateRef } from "@forgehand/core/operations";
import { commitsSince } from "../../git/history.ts";
import { peelTag } from "../../git/tag.ts";
import { repositoryHandler } from "../../http/handler.ts";
import { HttpError, requireFound } from "../../http-error.ts";
import { renderGitRef } from "../../objects/git-object.ts";
import { findObjectHeader, findRef, findRefsByPrefix, type GitStore } from "../../state/git-store.ts";
import { applyRefUpdate, requireHistory } from "../shared/repository-history.ts";

export const gitRefs = [
  repositoryHandler(getRef, ({ ref }, call) => {
    const store = requireHistory(call);
    const name = `refs/${ref}`;
    const sha = requireFound(findRef(store, name));
    return renderGitRef(call.context, call.repository, store, { name, sha });
  }),

  repositoryHandler(listMatchingRefs, ({ ref }, call) => {
    const store = requireHistory(call);
    return findRefsByPrefix(store, `refs/${ref}`).map((found) =>
      renderGitRef(call.context, call.repository, store, found),
    );
  }),

  repositoryHandler(createRef, ({ ref, sha }, call) => {
    const store = requireHistory(call);
    applyRefUpdate(call, { ref, before: undefined, after: sha });
    return renderGitRef(call.context, call.repository, store, { name: ref, sha });
  }),

  repositoryHandler(updateRef, ({ ref, sha, force }, call) => {
    const store = requireHistory(call);
    const name = `refs/${ref}`;
    const before = requireRef(store, name);
    if (findObjectHeader(store, sha) === undefined) throw new HttpError(422, "Object does not exist");
    if (!force && !isFastForward(store, before, sha)) throw new HttpError(422, "Update is not a fast forward");
    if (before !== sha) applyRefUpdate(call, { ref: name, before, after: sha });
    return renderGitRef(call.context, call.repository, store, { name, sha });
  }),

  repositoryHandler(deleteRef, ({ ref }, call) => {
    const name = `refs/${ref}`;
    applyRefUpdate(call, { ref: name, before: requireRef(requireHistory(call), name), after: undefined });
  }),
];

/** @throws HttpError 422 */
function requireRef(store: GitStore, name: string): string {
  const sha = findRef(store, name);
  if (sha === undefined) throw new HttpError(422, "Reference does not exist");
  return sha;
}

/** Returns whether an update keeps all commits of a ref. */
function isFastForward(store: GitStore, before: string, after: string): boolean {
  const [from, to] = [peelTag(store, before), peelTag(store, after)];
  return from !== undefined && to !== undefined && commitsSince(store, to, from).length === 0;
}
