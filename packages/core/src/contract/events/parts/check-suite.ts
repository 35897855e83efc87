import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { Named, OutputOf } from "../../named.ts";
import { PullRequestReference } from "../../objects/workflow-run.ts";
import { alike, named, open } from "../../schema.ts";
import { EventApp } from "./app.ts";
import { CONCLUSIONS } from "./check-conclusions.ts";
import { EventHeadCommit } from "./commit.ts";

/**
 * All that one app checks of a commit (public description). After a push in a fork, `pull_requests` is empty and `head_branch`
 * null (document 1, Event catalogue).
 */
export interface CheckSuite extends OutputOf<typeof checkSuiteSchema> {}
const checkSuiteObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "node_id", "url", "head_sha", "created_at", "updated_at", "check_runs_url"),
    ...alike(z.nullable(z.string()), "head_branch", "before", "after"),
    status: z.nullable(open("requested", "queued", "in_progress", "completed", "pending")),
    conclusion: z.nullable(open(...CONCLUSIONS)),
    pull_requests: z.array(PullRequestReference()),
    app: EventApp(),
    latest_check_runs_count: z.int(),
    head_commit: EventHeadCommit(),
    ...alike(z.optional(z.boolean()), "rerequestable", "runs_rerequestable"),
  }),
);
const checkSuiteSchema = /* @__PURE__ */ named(checkSuiteObject);
export const CheckSuite: Named<CheckSuite> = checkSuiteSchema;

/** A suite whose checks have all ended, and how (public description: `conclusion` is null until then). */
export interface CompletedCheckSuite extends OutputOf<typeof completedCheckSuiteSchema> {}
const completedCheckSuiteSchema = /* @__PURE__ */ named(() =>
  z.extend(checkSuiteObject(), { conclusion: open(...CONCLUSIONS) }),
);
export const CompletedCheckSuite: Named<CompletedCheckSuite> = completedCheckSuiteSchema;
