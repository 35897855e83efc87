import * as z from "zod/mini";
import { allowPublic } from "../allow.ts";
import { direction } from "../fields.ts";
import { ChangedFile, PullRequest, PullRequestSummary } from "../objects/pull-request.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

// The documents show a pull request only as an answer: these operations are the public description's.

const path = () => z.object({ pull_number: z.int() });

/** The pull requests of a repository. */
export const listPullRequests = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/pulls", () => ({
  ...list(PullRequestSummary(), {
    state: z._default(z.enum(["open", "closed", "all"]), "open"),
    head: z.optional(z.string()),
    base: z.optional(z.string()),
    sort: z._default(z.enum(["created", "updated", "popularity", "long-running"]), "created"),
    direction: z.optional(direction()),
  }),
  otherStatuses: [304, 422],
  access: allowPublic("pull_requests"),
}));

/** One pull request. */
export const getPullRequest = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/pulls/{pull_number}", () => ({
  path: path(),
  success: { 200: PullRequest() },
  otherStatuses: [304, 404, 406, 500, 503],
  access: allowPublic("pull_requests", { needs: [[{ permission: "contents", level: "read" }]] }),
  retry: "safe",
}));

/** The files that a pull request changes. */
export const listPullRequestFiles = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/files",
  () => ({
    path: path(),
    ...list(ChangedFile()),
    otherStatuses: [422, 500, 503],
    access: allowPublic("pull_requests"),
  }),
);
