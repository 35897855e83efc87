import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { App } from "./app.ts";
import { MinimalRepository } from "./repository.ts";
import { HeadCommit, PullRequestReference } from "./workflow-run.ts";

/** All check runs of one app on a commit. After a push to a fork, `pull_requests` is empty and `head_branch` is null. */
export class CheckSuiteDetails extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "head_sha", "check_runs_url"),
  ...fieldsWith(z.nullable(z.string()), "head_branch", "url", "before", "after", "created_at", "updated_at"),
  status: z.nullable(extensibleEnum("queued", "in_progress", "completed", "waiting", "requested", "pending")),
  conclusion: z.nullable(
    extensibleEnum(
      "success",
      "failure",
      "neutral",
      "cancelled",
      "skipped",
      "timed_out",
      "action_required",
      "startup_failure",
      "stale",
    ),
  ),
  pull_requests: z.nullable(z.array(PullRequestReference.schema())),
  app: z.nullable(App.schema()),
  repository: MinimalRepository.schema(),
  head_commit: HeadCommit.schema(),
  latest_check_runs_count: z.int(),
  ...fieldsWith(z.optional(z.boolean()), "rerequestable", "runs_rerequestable"),
})) {}

/** The apps for which a push creates a check suite, or not. */
export class CheckSuitePreferences extends namedObject(() => ({
  preferences: z.looseObject({
    auto_trigger_checks: z.optional(z.array(z.looseObject({ app_id: z.int(), setting: z.boolean() }))),
  }),
  repository: MinimalRepository.schema(),
})) {}
