import { listPullRequestFiles } from "@forgehand/core/operations";
import { mergeBase } from "../../git/history.ts";
import { pullRequestChangesOf, tipsOf } from "../../git/pull-request-changes.ts";
import { renderPage, repositoryHandler } from "../../http/handler.ts";
import { renderChangedFile } from "../../objects/changed-file.ts";
import { requirePullRequestByNumber } from "./pull-requests.ts";

/** Maximum number of files that are listed, as in GitHub's documentation. */
const MAX_FILES = 3000;

export const pullRequestFiles = [
  repositoryHandler(listPullRequestFiles, ({ pull_number }, call) => {
    const { context, repository, page } = call;
    const pull = requirePullRequestByNumber(context, repository, pull_number);
    const { base = "", head = "" } = tipsOf(context.db, pull);
    const files = pullRequestChangesOf(context.db, pull)?.files.slice(0, MAX_FILES) ?? [];
    const rows = files.slice(page.offset, page.offset + page.limit);
    // Removed files link to the merge base, where they still exist.
    const mergeBaseSha =
      files.length === 0 ? "" : mergeBase({ db: context.db, repositoryId: repository.id }, base, head);
    return renderPage(call, { rows, total: files.length }, (file) =>
      renderChangedFile(context, repository, file.after || mergeBaseSha === undefined ? head : mergeBaseSha, file),
    );
  }),
];
