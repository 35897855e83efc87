import * as z from "zod/mini";
import type { Level } from "../access.ts";
import { allow, ORG_AND_PRIVATE_REPO } from "../allow.ts";
import { Runner, RunnerApplication, RunnerLabel, RunnerToken } from "../objects/runner.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { sensitive } from "../schema.ts";

const access = (level: Level) =>
  allow("organization_self_hosted_runners", level, [ORG_AND_PRIVATE_REPO], { roles: ["organization-owner"] });

/** Tokens for runners have a limit of their own. */
const pace = { resource: "actions_runner_registration" } as const;

const path = () => z.object({ runner_id: z.int() });
const labels = (least: number) => z.array(z.string()).check(z.minLength(least), z.maxLength(100));
const labelled = () => z.looseObject({ total_count: z.int(), labels: z.array(RunnerLabel()) });

/** The self-hosted runners of an organization (document 2, Self-hosted runners). */
export const listRunners = /* @__PURE__ */ operation("GET /orgs/{org}/actions/runners", () => ({
  ...wrappedList({ runners: z.array(Runner()) }, { name: z.optional(z.string()) }),
  access: access("read"),
}));

/** The runner programs to download, one for each system (document 2). */
export const listRunnerDownloads = /* @__PURE__ */ operation("GET /orgs/{org}/actions/runners/downloads", () => ({
  success: { 200: z.array(RunnerApplication()) },
  access: access("read"),
  retry: "safe",
}));

/** Make the configuration of a runner that lives for one job; 409 where the name is taken (document 2). */
export const createJitRunner = /* @__PURE__ */ operation("POST /orgs/{org}/actions/runners/generate-jitconfig", () => ({
  body: z.object({
    name: z.string(),
    runner_group_id: z.int(),
    labels: labels(1),
    work_folder: z._default(z.string(), "_work"),
  }),
  success: { 201: z.looseObject({ runner: Runner(), encoded_jit_config: sensitive(z.string()) }) },
  otherStatuses: [404, 409, 422],
  access: access("write"),
  retry: "verify",
}));

/** A token that adds runners to an organization for an hour (document 2). */
export const createRunnerRegistrationToken = /* @__PURE__ */ operation(
  "POST /orgs/{org}/actions/runners/registration-token",
  () => ({ success: { 201: RunnerToken() }, access: access("write"), retry: "idempotent", pace }),
);

/** A token that removes runners from an organization for an hour (document 2; the shape is the public description's). */
export const createRunnerRemoveToken = /* @__PURE__ */ operation(
  "POST /orgs/{org}/actions/runners/remove-token",
  () => ({
    success: { 201: RunnerToken() },
    access: access("write"),
    retry: "idempotent",
  }),
);

/** One runner. */
export const getRunner = /* @__PURE__ */ operation("GET /orgs/{org}/actions/runners/{runner_id}", () => ({
  path: path(),
  success: { 200: Runner() },
  access: access("read"),
  retry: "safe",
}));

/** Force a runner out of an organization. */
export const deleteRunner = /* @__PURE__ */ operation("DELETE /orgs/{org}/actions/runners/{runner_id}", () => ({
  path: path(),
  success: { 204: undefined },
  otherStatuses: [422],
  access: access("write"),
  retry: "idempotent",
}));

/** The labels of a runner. */
export const listRunnerLabels = /* @__PURE__ */ operation("GET /orgs/{org}/actions/runners/{runner_id}/labels", () => ({
  path: path(),
  success: { 200: labelled() },
  otherStatuses: [404],
  access: access("read"),
  retry: "safe",
}));

/** Add labels to a runner: 1 to 100. */
export const addRunnerLabels = /* @__PURE__ */ operation("POST /orgs/{org}/actions/runners/{runner_id}/labels", () => ({
  path: path(),
  body: z.object({ labels: labels(1) }),
  success: { 200: labelled() },
  otherStatuses: [404, 422],
  // The one operation on runners that is said to need no scope for private repositories.
  access: allow("organization_self_hosted_runners", "write", ["admin:org"], { roles: ["organization-owner"] }),
  retry: "idempotent",
}));

/** Replace the custom labels of a runner: up to 100, or none. */
export const setRunnerLabels = /* @__PURE__ */ operation("PUT /orgs/{org}/actions/runners/{runner_id}/labels", () => ({
  path: path(),
  body: z.object({ labels: labels(0) }),
  success: { 200: labelled() },
  otherStatuses: [404, 422],
  access: access("write"),
  retry: "idempotent",
}));

/** Take all custom labels off a runner. */
export const removeRunnerLabels = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/actions/runners/{runner_id}/labels",
  () => ({
    path: path(),
    success: { 200: labelled() },
    otherStatuses: [404],
    access: access("write"),
    retry: "idempotent",
  }),
);

/** Take one custom label off a runner. */
export const removeRunnerLabel = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/actions/runners/{runner_id}/labels/{name}",
  () => ({
    path: path(),
    success: { 200: labelled() },
    otherStatuses: [404, 422],
    access: access("write"),
    retry: "idempotent",
  }),
);
