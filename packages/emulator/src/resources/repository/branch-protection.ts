import {
  deleteBranchProtection,
  getBranchProtection,
  getRequiredSignatures,
  putBranchProtection,
} from "@forgehand/core/operations";
import { branchProtectionEvent } from "../../deliveries/events/branch-protections.ts";
import { type RepositoryCall, repositoryHandler, requireActor } from "../../http/handler.ts";
import { HttpError } from "../../http-error.ts";
import { renderProtection, renderRequiredSignatures } from "../../objects/branch-protection.ts";
import { findProtection } from "../../rules/branch-protection.ts";
import { type BranchProtectionRow, branchProtections } from "../../state/branch-protections.ts";
import { findRef } from "../../state/git-store.ts";
import { timestamp } from "../../timestamp.ts";
import { storeOf } from "../shared/repository-history.ts";
import { requireBranchHead } from "./branch-view.ts";
import { settingsOf } from "./protection-settings.ts";

export const branchProtection = [
  repositoryHandler(getBranchProtection, ({ branch }, call) =>
    renderProtection(call.context, call.repository, requireProtection(call, branch), branch),
  ),

  repositoryHandler(getRequiredSignatures, ({ branch }, call) => {
    const { settings } = requireProtection(call, branch);
    return renderRequiredSignatures(call.context, call.repository, settings, branch);
  }),

  repositoryHandler(
    putBranchProtection,
    (input, call) => {
      const { context, repository } = call;
      const { db, deliveries } = context;
      const { branch } = input;
      requireBranchHead(call, branch);
      const before = branchProtections.find(db, { repository_id: repository.id, pattern: branch });
      const settings = settingsOf(call, input, before?.settings.required_signatures ?? false);
      const updated_at = timestamp(context.now());
      const protection = db.transaction(() => {
        const changed = branchProtections.putReturning(
          db,
          {
            repository_id: repository.id,
            pattern: branch,
            settings,
            created_at: before?.created_at ?? updated_at,
            updated_at,
          },
          ["repository_id", "pattern"],
          ["settings", "updated_at"],
        );
        const action = before ? "edited" : "created";
        deliveries.emit(
          repository.id,
          branchProtectionEvent(context, repository, requireActor(call), action, changed, before),
        );
        return changed;
      });
      return renderProtection(context, repository, protection, branch);
    },
    ({ branch = "" }, call) => findRef(storeOf(call), `refs/heads/${branch}`) !== undefined,
  ),

  repositoryHandler(deleteBranchProtection, ({ branch }, call) => {
    const { context, repository } = call;
    const protection = requireProtection(call, branch);
    context.db.transaction(() => {
      branchProtections.delete(context.db, { id: protection.id });
      const event = branchProtectionEvent(context, repository, requireActor(call), "deleted", protection);
      context.deliveries.emit(repository.id, event);
    });
  }),
];

/** @throws HttpError 404 */
function requireProtection(call: RepositoryCall, branch: string): BranchProtectionRow {
  requireBranchHead(call, branch);
  const protection = findProtection(call.context.db, call.repository.id, branch);
  if (!protection) throw new HttpError(404, "Branch not protected");
  return protection;
}
