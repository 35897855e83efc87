import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { PullRequestReference } from "../../objects/workflow-run.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";
import { EventApp } from "./app.ts";
import { CHECK_CONCLUSIONS } from "./check-conclusions.ts";
import { EventHeadCommit } from "./commit.ts";

const checkSuiteFields = lazy(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "url", "head_sha", "created_at", "updated_at", "check_runs_url"),
  ...fieldsWith(z.nullable(z.string()), "head_branch", "before", "after"),
  status: z.nullable(extensibleEnum("requested", "queued", "in_progress", "completed", "pending")),
  conclusion: z.nullable(extensibleEnum(...CHECK_CONCLUSIONS)),
  pull_requests: z.array(PullRequestReference.schema()),
  app: EventApp.schema(),
  latest_check_runs_count: z.int(),
  head_commit: EventHeadCommit.schema(),
  ...fieldsWith(z.optional(z.boolean()), "rerequestable", "runs_rerequestable"),
}));

/**
 * All check runs of one app on a commit. After a push to a fork, `pull_requests` is empty and `head_branch` is null.
 */
export class CheckSuite extends namedObject(checkSuiteFields) {}

/** A completed check suite; only these have a conclusion. */
export class CompletedCheckSuite extends namedObject(() => ({
  ...checkSuiteFields(),
  conclusion: extensibleEnum(...CHECK_CONCLUSIONS),
})) {}
