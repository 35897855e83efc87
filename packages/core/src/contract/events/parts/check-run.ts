import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { MinimalRepository } from "../../objects/repository.ts";
import { PullRequestReference } from "../../objects/workflow-run.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../../schema.ts";
import { EventApp } from "./app.ts";
import { CHECK_CONCLUSIONS } from "./check-conclusions.ts";
import { SimpleDeployment } from "./deployment.ts";

/** The suite of a check run. `head_branch` is null after a push to a fork. */
export interface SimpleCheckSuite extends SchemaOutput<typeof simpleCheckSuiteSchema> {}
const simpleCheckSuiteSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.optional(z.int()),
    ...fieldsWith(z.optional(z.string()), "node_id", "url", "head_sha", "created_at", "updated_at"),
    ...fieldsWith(z.optional(z.nullable(z.string())), "head_branch", "before", "after"),
    status: z.optional(extensibleEnum("queued", "in_progress", "completed", "pending", "waiting")),
    conclusion: z.optional(z.nullable(extensibleEnum(...CHECK_CONCLUSIONS))),
    pull_requests: z.optional(z.array(PullRequestReference())),
    app: z.optional(z.nullable(EventApp())),
    repository: z.optional(MinimalRepository()),
    deployment: z.optional(SimpleDeployment()),
  }),
);
export const SimpleCheckSuite: NamedSchema<SimpleCheckSuite> = simpleCheckSuiteSchema;

/** Output of a check run. */
export interface CheckOutput extends SchemaOutput<typeof checkOutputSchema> {}
const checkOutputSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.nullable(z.string()), "title", "summary", "text"),
    annotations_count: z.int(),
    annotations_url: z.string(),
  }),
);
export const CheckOutput: NamedSchema<CheckOutput> = checkOutputSchema;

const conclusion = /* @__PURE__ */ lazy(() => extensibleEnum(...CHECK_CONCLUSIONS, "waiting", "pending"));

/** A check run of a commit. `pull_requests` is empty after a push to a fork. */
export interface CheckRun extends SchemaOutput<typeof checkRunSchema> {}
const checkRunObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    id: z.int(),
    ...fieldsWith(z.string(), "name", "head_sha", "external_id", "url", "html_url", "started_at"),
    ...fieldsWith(z.optional(z.string()), "node_id", "details_url"),
    status: extensibleEnum("queued", "in_progress", "completed", "pending"),
    conclusion: z.nullable(conclusion()),
    completed_at: z.nullable(z.string()),
    output: CheckOutput(),
    check_suite: SimpleCheckSuite(),
    app: z.nullable(EventApp()),
    pull_requests: z.array(PullRequestReference()),
    deployment: z.optional(SimpleDeployment()),
  }),
);
const checkRunSchema = /* @__PURE__ */ namedSchema(checkRunObject);
export const CheckRun: NamedSchema<CheckRun> = checkRunSchema;

/** A completed check run; only these have a conclusion. */
export interface CompletedCheckRun extends SchemaOutput<typeof completedCheckRunSchema> {}
const completedCheckRunSchema = /* @__PURE__ */ namedSchema(() =>
  z.extend(checkRunObject(), { conclusion: conclusion(), completed_at: z.string() }),
);
export const CompletedCheckRun: NamedSchema<CompletedCheckRun> = completedCheckRunSchema;
