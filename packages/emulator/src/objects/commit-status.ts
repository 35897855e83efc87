import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import type { CommitStatus } from "../state/commit-statuses.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { nodeId, renderUser } from "./user.ts";

/** Renders a status of a commit as in its combined status. */
export function renderLatestStatus(context: EmulatorContext, repository: Repository, status: CommitStatus) {
  const { creator_id, created_at } = status;
  const creator = creator_id === null ? undefined : renderUser(context, getAccount(context.db, creator_id));
  return {
    id: status.id,
    node_id: nodeId("StatusContext", status.id),
    url: `${context.apiUrl}/repos/${fullNameOf(context.db, repository)}/statuses/${status.sha}`,
    avatar_url: creator?.avatar_url ?? null,
    state: status.state,
    description: status.description,
    target_url: status.target_url,
    context: status.context,
    created_at,
    // A status never changes.
    updated_at: created_at,
  };
}

/** Renders a status of a commit. */
export function renderCommitStatus(context: EmulatorContext, repository: Repository, status: CommitStatus) {
  const { creator_id } = status;
  return {
    ...renderLatestStatus(context, repository, status),
    creator: creator_id === null ? null : renderUser(context, getAccount(context.db, creator_id)),
  };
}
