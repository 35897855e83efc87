import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { Named, OutputOf } from "../../named.ts";
import { MinimalRepository } from "../../objects/repository.ts";
import { PullRequestReference } from "../../objects/workflow-run.ts";
import { alike, named, open } from "../../schema.ts";
import { EventApp } from "./app.ts";
import { CONCLUSIONS } from "./check-conclusions.ts";
import { SimpleDeployment } from "./deployment.ts";

/** What a check run says of its suite (public description). `head_branch` is null after a push in a fork (document 1). */
export interface SimpleCheckSuite extends OutputOf<typeof simpleCheckSuiteSchema> {}
const simpleCheckSuiteSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.optional(z.int()),
    ...alike(z.optional(z.string()), "node_id", "url", "head_sha", "created_at", "updated_at"),
    ...alike(z.optional(z.nullable(z.string())), "head_branch", "before", "after"),
    status: z.optional(open("queued", "in_progress", "completed", "pending", "waiting")),
    conclusion: z.optional(z.nullable(open(...CONCLUSIONS))),
    pull_requests: z.optional(z.array(PullRequestReference())),
    app: z.optional(z.nullable(EventApp())),
    repository: z.optional(MinimalRepository()),
    deployment: z.optional(SimpleDeployment()),
  }),
);
export const SimpleCheckSuite: Named<SimpleCheckSuite> = simpleCheckSuiteSchema;

/** What a check run has to say (public description). */
export interface CheckOutput extends OutputOf<typeof checkOutputSchema> {}
const checkOutputSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...alike(z.nullable(z.string()), "title", "summary", "text"),
    annotations_count: z.int(),
    annotations_url: z.string(),
  }),
);
export const CheckOutput: Named<CheckOutput> = checkOutputSchema;

const conclusion = /* @__PURE__ */ lazy(() => open(...CONCLUSIONS, "waiting", "pending"));

/** One check of a commit (public description). `pull_requests` is empty after a push in a fork (document 1). */
export interface CheckRun extends OutputOf<typeof checkRunSchema> {}
const checkRunObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "name", "head_sha", "external_id", "url", "html_url", "started_at"),
    ...alike(z.optional(z.string()), "node_id", "details_url"),
    status: open("queued", "in_progress", "completed", "pending"),
    conclusion: z.nullable(conclusion()),
    completed_at: z.nullable(z.string()),
    output: CheckOutput(),
    check_suite: SimpleCheckSuite(),
    app: z.nullable(EventApp()),
    pull_requests: z.array(PullRequestReference()),
    deployment: z.optional(SimpleDeployment()),
  }),
);
const checkRunSchema = /* @__PURE__ */ named(checkRunObject);
export const CheckRun: Named<CheckRun> = checkRunSchema;

/** A check run that has ended, and how (public description: `conclusion` is null until then). */
export interface CompletedCheckRun extends OutputOf<typeof completedCheckRunSchema> {}
const completedCheckRunSchema = /* @__PURE__ */ named(() =>
  z.extend(checkRunObject(), { conclusion: conclusion(), completed_at: z.string() }),
);
export const CompletedCheckRun: Named<CompletedCheckRun> = completedCheckRunSchema;
