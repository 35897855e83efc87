import * as z from "zod/mini";
import { CommitActivity } from "../objects/commit-activity.ts";
import { operation } from "../operation.ts";
import { publicReadAccess } from "../permission-access.ts";

/**
 * Gets the number of commits in each week of the last year; `computing` while the service computes it for a later call,
 * and undefined if the repository is empty.
 * @see https://docs.github.com/rest/metrics/statistics#get-the-last-year-of-commit-activity
 */
export const getCommitActivity = operation("GET /repos/{owner}/{repo}/stats/commit_activity", () => ({
  success: { 200: z.array(CommitActivity.schema()), 202: "computing", 204: undefined },
  access: publicReadAccess("metadata"),
  retry: "safe",
}));
