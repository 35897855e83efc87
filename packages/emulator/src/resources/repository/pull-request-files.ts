import { listPullRequestFiles } from "@forgehand/core/operations";
import type { MeasuredChange } from "../../git/compare.ts";
import { mergeBase } from "../../git/history.ts";
import { MODES } from "../../git/tree.ts";
import { listed, onRepository } from "../../http/call.ts";
import { encodePath } from "../../objects/content.ts";
import { getAccount } from "../../state/accounts.ts";
import { changesOf, sidesOf } from "../../state/pull-request-changes.ts";
import type { Repository } from "../../state/repositories.ts";
import type { World } from "../../world.ts";
import { pullRequestAt } from "./pull-requests.ts";

/** A list goes no further (public description). */
const MOST_FILES = 3000;

export const pullRequestFiles = [
  onRepository(listPullRequestFiles, ({ pull_number }, call) => {
    const { world, repository, window } = call;
    const pull = pullRequestAt(world, repository, pull_number);
    const { base = "", head = "" } = sidesOf(world.db, pull);
    const files = changesOf(world.db, pull)?.files.slice(0, MOST_FILES) ?? [];
    const rows = files.slice(window.offset, window.offset + window.limit);
    // What is removed is still there where the branch began.
    const start = files.length === 0 ? "" : mergeBase({ db: world.db, repositoryId: repository.id }, base, head);
    return listed(call, { rows, total: files.length }, (file) =>
      renderFile(world, repository, file.after || start === undefined ? head : start, file),
    );
  }),
];

/** A file that a pull request changes (public description). */
function renderFile({ db, apiUrl, webUrl }: World, repository: Repository, commit: string, file: MeasuredChange) {
  const fullName = `${getAccount(db, repository.owner_id).login}/${repository.name}`;
  const path = encodePath(file.path);
  const isSubmodule = (file.after ?? file.before)?.mode === MODES.submodule;
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${webUrl}/${fullName}/${isSubmodule ? "tree" : "blob"}/${commit}/${path}`,
    raw_url: `${webUrl}/${fullName}/raw/${commit}/${path}`,
    contents_url: `${apiUrl}/repos/${fullName}/contents/${path}?ref=${commit}`,
    ...(file.patch === undefined ? {} : { patch: file.patch }),
    ...(file.previousPath === undefined ? {} : { previous_filename: file.previousPath }),
  };
}
