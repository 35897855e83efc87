import { definitionOf, isScoped, missingRequirements } from "@forgehand/core/contract";
import { putContents } from "@forgehand/core/operations";
import type { Caller } from "../callers/caller.ts";
import { readCommit } from "../git/commit.ts";
import { peelTag } from "../git/tag.ts";
import { FILE_MODES, findEntry, flattenTree } from "../git/tree.ts";
import { type GitStore, listRefs } from "../state/git-store.ts";
import type { Repository } from "../state/repositories.ts";
import type { Token } from "../state/tokens.ts";
import { RefRejection } from "./check-command.ts";
import type { PushCommand } from "./push-request.ts";

const FOLDER = ".github/workflows";

/**
 * Checks that a token can write the workflow files of a branch. A file that another branch already has can be pushed
 * with any token.
 * @throws RefRejection
 */
export function checkWorkflowFiles(
  store: GitStore,
  repository: Repository,
  { token }: Caller,
  { ref, after }: PushCommand,
): void {
  if (!token || after === undefined || !ref.startsWith("refs/heads/")) return;
  const pushed = workflowFilesAt(store, after);
  if (pushed.size === 0) return;
  const target = { private: repository.private, path: FOLDER };
  if (missingRequirements(definitionOf(putContents).access, token, target).length === 0) return;
  const known = new Set(listRefs(store, "refs/heads/").flatMap(({ sha }) => [...workflowFilesAt(store, sha)]));
  const file = [...pushed].find((entry) => !known.has(entry))?.split("\0")[0];
  if (file !== undefined) throw new RefRejection(describe(token, file));
}

/** Returns the paths of workflow files with the ids of their contents. */
function workflowFilesAt(store: GitStore, sha: string): Set<string> {
  const commit = peelTag(store, sha);
  if (commit === undefined) return new Set();
  const folder = findEntry(store, readCommit(store, commit).tree, FOLDER.split("/"));
  if (folder?.mode !== FILE_MODES.tree) return new Set();
  return new Set([...flattenTree(store, folder.sha, `${FOLDER}/`)].map(([path, entry]) => `${path}\0${entry.sha}`));
}

function describe({ kind }: Token, file: string): string {
  const owner = kind === "oauth" ? "an OAuth App" : isPersonal(kind) ? "a Personal Access Token" : "a GitHub App";
  const access = isPersonal(kind) || isScoped(kind) ? "`workflow` scope" : "`workflows` permission";
  return `refusing to allow ${owner} to create or update workflow \`${file}\` without ${access}`;
}

const isPersonal = (kind: Token["kind"]) => kind === "classic" || kind === "fine-grained";
