import { createCommitComment, getCommitComment } from "@forgehand/core/operations";
import * as effects from "../../effects/commit-statuses.ts";
import { changesOfCommit } from "../../git/comparison.ts";
import { repositoryHandler, requireActor } from "../../http/handler.ts";
import { customFieldError, HttpError, requireFound } from "../../http-error.ts";
import { renderCommitComment } from "../../objects/commit-comment.ts";
import * as state from "../../state/commit-comments.ts";
import { findObjectHeader } from "../../state/git-store.ts";

export const commitComments = [
  repositoryHandler(getCommitComment, ({ comment_id }, { context, repository }) => {
    const match = { id: comment_id, repository_id: repository.id };
    return renderCommitComment(context, repository, requireFound(state.commitComments.find(context.db, match)));
  }),

  repositoryHandler(createCommitComment, (input, call) => {
    const { context, repository } = call;
    const { commit_sha: sha, body, path = null, position = null, line = null } = input;
    const store = { db: context.db, repositoryId: repository.id };
    if (findObjectHeader(store, sha)?.type !== "commit") {
      throw new HttpError(422, `No commit found for SHA: ${sha}`);
    }
    if (body.trim() === "") throw customFieldError("CommitComment", "body", "body can't be blank");
    if (path !== null && !changesOfCommit(store, sha).files.some((file) => file.path === path)) {
      throw new HttpError(422, "Validation Failed", [{ resource: "CommitComment", code: "invalid", field: "path" }]);
    }
    const update = { context, repository, sender: requireActor(call) };
    const comment = { sha, body, path, position, line };
    return renderCommitComment(context, repository, effects.createCommitComment(update, comment));
  }),
];
