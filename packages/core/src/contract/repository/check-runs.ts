import * as z from "zod/mini";
import { timestamp } from "../fields.ts";
import { CheckAnnotation } from "../objects/check-annotation.ts";
import { CheckRunDetails } from "../objects/check-run.ts";
import { operation } from "../operation.ts";
import { list, wrappedList } from "../paging.ts";
import { publicReadAccess } from "../permission-access.ts";
import { create, get } from "../reads-and-writes.ts";
import { CONCLUSION_RULE } from "../rules/checks.ts";
import { CHECKS_WRITE } from "../shared/checks.ts";

// The operations follow the public documentation, their schemas the public API description.

const path = () => z.object({ check_run_id: z.int() });
const status = () => z.enum(["queued", "in_progress", "completed"]);

const filters = () => ({
  check_name: z.optional(z.string()),
  status: z.optional(status()),
  filter: z._default(z.enum(["latest", "all"]), "latest"),
});

const annotation = () =>
  z.object({
    path: z.string(),
    start_line: z.int(),
    end_line: z.int(),
    start_column: z.optional(z.int()),
    end_column: z.optional(z.int()),
    annotation_level: z.enum(["notice", "warning", "failure"]),
    message: z.string(),
    title: z.optional(z.string()),
    raw_details: z.optional(z.string()),
  });

const outputFields = () => ({
  summary: z.string(),
  text: z.optional(z.string()),
  annotations: z.optional(z.array(annotation()).check(z.maxLength(50))),
  images: z.optional(z.array(z.object({ alt: z.string(), image_url: z.string(), caption: z.optional(z.string()) }))),
});

/** Fields of a check run that its app can set at any time. */
const fields = () => ({
  details_url: z.optional(z.string()),
  external_id: z.optional(z.string()),
  started_at: z.optional(timestamp()),
  conclusion: z.optional(
    z.enum(["action_required", "cancelled", "failure", "neutral", "success", "skipped", "stale", "timed_out"]),
  ),
  completed_at: z.optional(timestamp()),
  actions: z.optional(
    z.array(z.object({ label: z.string(), description: z.string(), identifier: z.string() })).check(z.maxLength(3)),
  ),
});

/**
 * Lists the annotations of a check run. Each job of a workflow run is a check run with the job's ID.
 * @see https://docs.github.com/rest/checks/runs#list-check-run-annotations
 */
export const listCheckRunAnnotations = operation(
  "GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations",
  () => ({
    path: path(),
    ...list(CheckAnnotation.schema()),
    access: publicReadAccess("checks"),
  }),
);

/**
 * Creates a check run. Only apps can create one.
 * @see https://docs.github.com/rest/reference/checks#create-a-check-run
 */
export const createCheckRun = operation("POST /repos/{owner}/{repo}/check-runs", () => ({
  body: z.object({
    name: z.string(),
    head_sha: z.string(),
    ...fields(),
    status: z._default(status(), "queued"),
    output: z.optional(z.object({ title: z.string(), ...outputFields() })),
  }),
  ...create({ access: CHECKS_WRITE }, CheckRunDetails.schema()),
  rules: [CONCLUSION_RULE],
}));

/**
 * Gets a check run.
 * @see https://docs.github.com/rest/checks/runs#get-a-check-run
 */
export const getCheckRun = operation("GET /repos/{owner}/{repo}/check-runs/{check_run_id}", () => ({
  path: path(),
  ...get({ access: publicReadAccess("checks") }, CheckRunDetails.schema()),
}));

/**
 * Updates a check run of the calling app. Annotations are added to those that it already has.
 * @see https://docs.github.com/rest/checks/runs#update-a-check-run
 */
export const updateCheckRun = operation("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", () => ({
  path: path(),
  body: z.object({
    name: z.optional(z.string()),
    ...fields(),
    // The last three are reserved for jobs of workflows.
    status: z.optional(z.enum(["queued", "in_progress", "completed", "waiting", "requested", "pending"])),
    output: z.optional(z.object({ title: z.optional(z.string()), ...outputFields() })),
  }),
  success: { 200: CheckRunDetails.schema() },
  access: CHECKS_WRITE,
  // A repetition would add the annotations once more.
  retry: "verify",
  rules: [CONCLUSION_RULE],
}));

/**
 * Lists the check runs of a check suite.
 * @see https://docs.github.com/rest/checks/runs#list-check-runs-in-a-check-suite
 */
export const listCheckRunsOfSuite = operation(
  "GET /repos/{owner}/{repo}/check-suites/{check_suite_id}/check-runs",
  () => ({
    path: z.object({ check_suite_id: z.int() }),
    ...wrappedList({ check_runs: z.array(CheckRunDetails.schema()) }, filters()),
    access: publicReadAccess("checks"),
  }),
);

/**
 * Lists the check runs of a commit, given by its ID, a branch or a tag.
 * @see https://docs.github.com/rest/checks/runs#list-check-runs-for-a-git-reference
 */
export const listCheckRuns = operation("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", () => ({
  ...wrappedList({ check_runs: z.array(CheckRunDetails.schema()) }, { ...filters(), app_id: z.optional(z.int()) }),
  access: publicReadAccess("checks"),
}));
