import { readCommit } from "../../git/commit.ts";
import { FILE_MODES, findEntry, readTree } from "../../git/tree.ts";
import { findObject, findObjectHeader, type GitStore } from "../../state/git-store.ts";
import { parseWorkflowFile, type WorkflowFile } from "./workflow-file.ts";

export const WORKFLOW_DIRECTORY = ".github/workflows";

/** A workflow file of a commit; without content if it is invalid. */
export interface CommittedWorkflow {
  readonly path: string;
  readonly file: WorkflowFile | undefined;
}

/** Returns the workflow files of a commit, by path; none if the repository doesn't have the commit. */
export function readWorkflows(store: GitStore, sha: string): readonly CommittedWorkflow[] {
  const { db, repositoryId } = store;
  if (findObjectHeader(store, sha)?.type !== "commit") return [];
  return db.memoize(`workflow files ${repositoryId} ${sha}`, () => {
    const directory = findEntry(store, readCommit(store, sha).tree, WORKFLOW_DIRECTORY.split("/"));
    if (directory?.mode !== FILE_MODES.tree) return [];
    return readTree(store, directory.sha).flatMap(({ name, sha: blob }): CommittedWorkflow[] => {
      const object = /\.ya?ml$/.test(name) ? findObject(store, blob) : undefined;
      if (object?.type !== "blob") return [];
      const text = Buffer.from(object.content).toString("utf8");
      return [{ path: `${WORKFLOW_DIRECTORY}/${name}`, file: parseWorkflowFile(text) }];
    });
  });
}
