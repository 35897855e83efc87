import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { PullRequestReference } from "../../objects/workflow-run.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../../schema.ts";
import { EventApp } from "./app.ts";
import { CHECK_CONCLUSIONS } from "./check-conclusions.ts";
import { EventHeadCommit } from "./commit.ts";

/**
 * All check runs of one app on a commit. After a push to a fork, `pull_requests` is empty and `head_branch` is null.
 */
export interface CheckSuite extends SchemaOutput<typeof checkSuiteSchema> {}
const checkSuiteObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    id: z.int(),
    ...fieldsWith(z.string(), "node_id", "url", "head_sha", "created_at", "updated_at", "check_runs_url"),
    ...fieldsWith(z.nullable(z.string()), "head_branch", "before", "after"),
    status: z.nullable(extensibleEnum("requested", "queued", "in_progress", "completed", "pending")),
    conclusion: z.nullable(extensibleEnum(...CHECK_CONCLUSIONS)),
    pull_requests: z.array(PullRequestReference()),
    app: EventApp(),
    latest_check_runs_count: z.int(),
    head_commit: EventHeadCommit(),
    ...fieldsWith(z.optional(z.boolean()), "rerequestable", "runs_rerequestable"),
  }),
);
const checkSuiteSchema = /* @__PURE__ */ namedSchema(checkSuiteObject);
export const CheckSuite: NamedSchema<CheckSuite> = checkSuiteSchema;

/** A completed check suite; only these have a conclusion. */
export interface CompletedCheckSuite extends SchemaOutput<typeof completedCheckSuiteSchema> {}
const completedCheckSuiteSchema = /* @__PURE__ */ namedSchema(() =>
  z.extend(checkSuiteObject(), { conclusion: extensibleEnum(...CHECK_CONCLUSIONS) }),
);
export const CompletedCheckSuite: NamedSchema<CompletedCheckSuite> = completedCheckSuiteSchema;
