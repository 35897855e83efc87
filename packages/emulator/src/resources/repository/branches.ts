import {
  getBranch,
  listBranches,
  listBranchesOfHeadCommit,
  mergeBranch,
  mergeUpstream,
  renameBranch,
} from "@forgehand/core/operations";
import { mergeIntoBranch } from "../../effects/merge-branch.ts";
import { renameBranch as applyRename } from "../../effects/rename-branch.ts";
import { syncFork } from "../../effects/sync-fork.ts";
import { resolveCommit } from "../../git/resolve.ts";
import { renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { conflict, forbidden, HttpError } from "../../http-error.ts";
import { renderBranch, renderFullBranch } from "../../objects/branch.ts";
import { renderCommit } from "../../objects/commit.ts";
import { findRef, listRefs } from "../../state/git-store.ts";
import { getRepository, grantedPermission } from "../../state/repositories.ts";
import { requireHistory, runRefUpdates, storeOf } from "../shared/repository-history.ts";
import { requireBranchHead, viewBranch } from "./branch-view.ts";

const BRANCHES = "refs/heads/";

export const branches = [
  repositoryHandler(listBranches, (input, call) => {
    const { context, repository, page } = call;
    const all = listRefs(storeOf(call), BRANCHES);
    const view = ({ name, sha }: (typeof all)[number]) => viewBranch(call, name.slice(BRANCHES.length), sha);
    const { offset, limit } = page;
    if (input.protected === undefined) {
      const rows = all.slice(offset, offset + limit).map(view);
      return renderPage(call, { rows, total: all.length }, (branch) => renderBranch(context, repository, branch));
    }
    const selected = all.map(view).filter(({ isProtected }) => isProtected === input.protected);
    const rows = selected.slice(offset, offset + limit);
    return renderPage(call, { rows, total: selected.length }, (branch) => renderBranch(context, repository, branch));
  }),

  repositoryHandler(getBranch, ({ branch }, call) => {
    const sha = requireBranchHead(call, branch);
    return renderFullBranch(call.context, call.repository, storeOf(call), viewBranch(call, branch, sha));
  }),

  repositoryHandler(listBranchesOfHeadCommit, ({ commit_sha }, call) => {
    const store = requireHistory(call);
    const sha = resolveCommit(store, commit_sha);
    if (sha === undefined) throw new HttpError(422, `No commit found for SHA: ${commit_sha}`);
    return listRefs(store, BRANCHES)
      .filter((ref) => ref.sha === sha)
      .map(({ name }) =>
        renderBranch(call.context, call.repository, viewBranch(call, name.slice(BRANCHES.length), sha)),
      );
  }),

  repositoryHandler(renameBranch, ({ branch, new_name }, call) => {
    const { context, repository } = call;
    const sha = requireBranchHead(call, branch);
    const sender = requireActor(call);
    const { isProtected } = viewBranch(call, branch, sha);
    const needsAdmin = isProtected || branch === repository.default_branch;
    if (needsAdmin && sender.type === "User" && grantedPermission(context.db, repository, sender.id) !== "admin")
      throw forbidden("Resource not accessible: only administrators can rename this branch");
    runRefUpdates(call, () => applyRename({ context, repository, sender }, branch, new_name));
    const renamed = getRepository(context.db, repository.id) ?? repository;
    return renderFullBranch(context, renamed, storeOf(call), viewBranch(call, new_name, sha));
  }),

  repositoryHandler(mergeBranch, ({ base, head, commit_message }, call) => {
    const { context, repository } = call;
    const store = storeOf(call);
    const branch = base.replace(/^refs\/heads\//, "");
    if (findRef(store, BRANCHES + branch) === undefined) throw new HttpError(404, "Base does not exist");
    const commit = resolveCommit(store, head);
    if (commit === undefined) throw new HttpError(404, "Head does not exist");
    const message = commit_message ?? `Merge ${head} into ${base}`;
    const mergeContext = { context, repository, sender: requireActor(call) };
    const sha = runRefUpdates(call, () => mergeIntoBranch(mergeContext, { branch, commit, message }), 403);
    if (sha === undefined) return reply(204, undefined);
    if (sha === null) throw conflict("Merge conflict");
    return reply(201, renderCommit(context, repository, store, sha));
  }),

  repositoryHandler(mergeUpstream, ({ branch }, call) => {
    const { context, repository } = call;
    const result = runRefUpdates(call, () => syncFork({ context, repository, sender: requireActor(call) }, branch));
    if (result.type === "unavailable") throw new HttpError(422, result.message);
    if (result.type === "conflict") throw conflict(result.message);
    return { message: result.message, merge_type: result.type, base_branch: result.upstream };
  }),
];
