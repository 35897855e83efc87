import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { MinimalRepository } from "../../objects/repository.ts";
import { PullRequestReference } from "../../objects/workflow-run.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";
import { EventApp } from "./app.ts";
import { CHECK_CONCLUSIONS } from "./check-conclusions.ts";
import { SimpleDeployment } from "./deployment.ts";

/** The suite of a check run. `head_branch` is null after a push to a fork. */
export class SimpleCheckSuite extends namedObject(() => ({
  id: z.optional(z.int()),
  ...fieldsWith(z.optional(z.string()), "node_id", "url", "head_sha", "created_at", "updated_at"),
  ...fieldsWith(z.optional(z.nullable(z.string())), "head_branch", "before", "after"),
  status: z.optional(extensibleEnum("queued", "in_progress", "completed", "pending", "waiting")),
  conclusion: z.optional(z.nullable(extensibleEnum(...CHECK_CONCLUSIONS))),
  pull_requests: z.optional(z.array(PullRequestReference.schema())),
  app: z.optional(z.nullable(EventApp.schema())),
  repository: z.optional(MinimalRepository.schema()),
  deployment: z.optional(SimpleDeployment.schema()),
})) {}

/** Output of a check run. */
export class CheckOutput extends namedObject(() => ({
  ...fieldsWith(z.nullable(z.string()), "title", "summary", "text"),
  annotations_count: z.int(),
  annotations_url: z.string(),
})) {}

const conclusion = lazy(() => extensibleEnum(...CHECK_CONCLUSIONS, "waiting", "pending"));

const checkRunFields = lazy(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "name", "head_sha", "external_id", "url", "html_url", "started_at"),
  ...fieldsWith(z.optional(z.string()), "node_id", "details_url"),
  status: extensibleEnum("queued", "in_progress", "completed", "pending"),
  conclusion: z.nullable(conclusion()),
  completed_at: z.nullable(z.string()),
  output: CheckOutput.schema(),
  check_suite: SimpleCheckSuite.schema(),
  app: z.nullable(EventApp.schema()),
  pull_requests: z.array(PullRequestReference.schema()),
  deployment: z.optional(SimpleDeployment.schema()),
}));

/** A check run of a commit. `pull_requests` is empty after a push to a fork. */
export class CheckRun extends namedObject(checkRunFields) {}

/** A completed check run; only these have a conclusion. */
export class CompletedCheckRun extends namedObject(() => ({
  ...checkRunFields(),
  conclusion: conclusion(),
  completed_at: z.string(),
})) {}
