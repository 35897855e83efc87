import { event } from "./event.ts";
import { CommitComment } from "./parts/commit-comment.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/** Somebody commented on a commit (document 1, Event catalogue). */
export const commitComment = /* @__PURE__ */ event("commit_comment", everywhere("contents"), () => ({
  payload: { ...inRepository(), comment: CommitComment() },
  actions: { created: {} },
}));
