import { readCommit } from "../git/commit.ts";
import { signatureTime } from "../git/signature.ts";
import type { Database } from "../state/database.ts";
import { findRef } from "../state/git-store.ts";
import type { Repository } from "../state/repositories.ts";
import { findOrCreateWorkflow, workflows } from "../state/workflow-runs.ts";
import { readWorkflows } from "./workflow-files/read-workflows.ts";

/** Adds the workflows whose files are on the default branch. Others exist since their first run. */
export function registerWorkflows(db: Database, { id, default_branch }: Repository): void {
  const store = { db, repositoryId: id };
  const sha = findRef(store, `refs/heads/${default_branch}`);
  if (sha === undefined) return;
  for (const { path, file } of readWorkflows(store, sha)) {
    const name = file?.name ?? path;
    const known = workflows.find(db, { repository_id: id, path });
    if (known?.name === name) continue;
    const created_at = known ? known.created_at : signatureTime(readCommit(store, sha).committer);
    workflows.update(db, { id: findOrCreateWorkflow(db, id, path, name).id }, { created_at });
  }
}
