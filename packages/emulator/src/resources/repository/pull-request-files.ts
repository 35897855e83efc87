import { listPullRequestFiles } from "@forgehand/core/operations";
import { mergeBase } from "../../git/history.ts";
import { listed, onRepository } from "../../http/call.ts";
import { renderChangedFile } from "../../objects/changed-file.ts";
import { changesOf, sidesOf } from "../../state/pull-request-changes.ts";
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
      renderChangedFile(world, repository, file.after || start === undefined ? head : start, file),
    );
  }),
];
