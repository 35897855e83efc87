import * as z from "zod/mini";
import { Runner, RunnerApplication, RunnerLabel, RunnerToken } from "../objects/runner.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { ORG_AND_PRIVATE_REPO_SCOPES, permissionAccess } from "../permission-access.ts";
import { change, create, get, ownerAccess, update } from "../reads-and-writes.ts";
import { sensitive } from "../schema.ts";

const ACCESS = ownerAccess("organization_self_hosted_runners", [ORG_AND_PRIVATE_REPO_SCOPES]);

/** Registration tokens have their own rate limit. */
const pace = { resource: "actions_runner_registration" } as const;

const path = () => z.object({ runner_id: z.int() });
const labels = (minimum: number) => z.array(z.string()).check(z.minLength(minimum), z.maxLength(100));
const labelsResponse = () => z.looseObject({ total_count: z.int(), labels: z.array(RunnerLabel.schema()) });

/**
 * Lists the self-hosted runners of an organization.
 * @see https://docs.github.com/rest/actions/self-hosted-runners#list-self-hosted-runners-for-an-organization
 */
export const listRunners = operation("GET /orgs/{org}/actions/runners", () => ({
  ...wrappedList({ runners: z.array(Runner.schema()) }, { name: z.optional(z.string()) }),
  ...ACCESS.read,
}));

/**
 * Lists the downloadable runner applications, one per platform.
 * @see https://docs.github.com/rest/actions/self-hosted-runners#list-runner-applications-for-an-organization
 */
export const listRunnerDownloads = operation("GET /orgs/{org}/actions/runners/downloads", () =>
  get(ACCESS.read, z.array(RunnerApplication.schema())),
);

/**
 * Creates the configuration of a just-in-time runner, which runs a single job; 409 if the name is taken.
 * @see https://docs.github.com/rest/actions/self-hosted-runners#create-configuration-for-a-just-in-time-runner-for-an-organization
 */
export const createJitRunner = operation("POST /orgs/{org}/actions/runners/generate-jitconfig", () => ({
  body: z.object({
    name: z.string(),
    runner_group_id: z.int(),
    labels: labels(1),
    work_folder: z._default(z.string(), "_work"),
  }),
  ...create(
    ACCESS.write,
    z.looseObject({ runner: Runner.schema(), encoded_jit_config: sensitive(z.string()) }),
    [404, 409, 422],
  ),
}));

/**
 * Creates a token for adding runners to an organization, valid for one hour.
 * @see https://docs.github.com/rest/actions/self-hosted-runners#create-a-registration-token-for-an-organization
 */
export const createRunnerRegistrationToken = operation("POST /orgs/{org}/actions/runners/registration-token", () => ({
  success: { 201: RunnerToken.schema() },
  ...ACCESS.write,
  retry: "idempotent",
  pace,
}));

/**
 * Creates a token for removing runners from an organization, valid for one hour.
 * @see https://docs.github.com/rest/actions/self-hosted-runners#create-a-remove-token-for-an-organization
 */
export const createRunnerRemoveToken = operation("POST /orgs/{org}/actions/runners/remove-token", () => ({
  success: { 201: RunnerToken.schema() },
  ...ACCESS.write,
  retry: "idempotent",
}));

/**
 * Gets a self-hosted runner.
 * @see https://docs.github.com/rest/actions/self-hosted-runners#get-a-self-hosted-runner-for-an-organization
 */
export const getRunner = operation("GET /orgs/{org}/actions/runners/{runner_id}", () => ({
  path: path(),
  ...get(ACCESS.read, Runner.schema()),
}));

/**
 * Removes a self-hosted runner from an organization.
 * @see https://docs.github.com/rest/actions/self-hosted-runners#delete-a-self-hosted-runner-from-an-organization
 */
export const deleteRunner = operation("DELETE /orgs/{org}/actions/runners/{runner_id}", () => ({
  path: path(),
  ...change(ACCESS.write, [422]),
}));

/**
 * Lists the labels of a runner.
 * @see https://docs.github.com/rest/actions/self-hosted-runners#list-labels-for-a-self-hosted-runner-for-an-organization
 */
export const listRunnerLabels = operation("GET /orgs/{org}/actions/runners/{runner_id}/labels", () => ({
  path: path(),
  ...get(ACCESS.read, labelsResponse(), [404]),
}));

/**
 * Adds 1 to 100 labels to a runner.
 * @see https://docs.github.com/rest/actions/self-hosted-runners#add-custom-labels-to-a-self-hosted-runner-for-an-organization
 */
export const addRunnerLabels = operation("POST /orgs/{org}/actions/runners/{runner_id}/labels", () => ({
  path: path(),
  body: z.object({ labels: labels(1) }),
  ...update(ACCESS.write, labelsResponse(), [404, 422]),
  // Unlike the other runner operations, this one does not require a scope for private repositories.
  access: permissionAccess("organization_self_hosted_runners", "write", ["admin:org"], {
    roles: ["organization-owner"],
  }),
}));

/**
 * Replaces the custom labels of a runner with up to 100 labels.
 * @see https://docs.github.com/rest/actions/self-hosted-runners#set-custom-labels-for-a-self-hosted-runner-for-an-organization
 */
export const setRunnerLabels = operation("PUT /orgs/{org}/actions/runners/{runner_id}/labels", () => ({
  path: path(),
  body: z.object({ labels: labels(0) }),
  ...update(ACCESS.write, labelsResponse(), [404, 422]),
}));

/**
 * Removes all custom labels from a runner.
 * @see https://docs.github.com/rest/actions/self-hosted-runners#remove-all-custom-labels-from-a-self-hosted-runner-for-an-organization
 */
export const removeRunnerLabels = operation("DELETE /orgs/{org}/actions/runners/{runner_id}/labels", () => ({
  path: path(),
  ...update(ACCESS.write, labelsResponse(), [404]),
}));

/**
 * Removes a custom label from a runner.
 * @see https://docs.github.com/rest/actions/self-hosted-runners#remove-a-custom-label-from-a-self-hosted-runner-for-an-organization
 */
export const removeRunnerLabel = operation("DELETE /orgs/{org}/actions/runners/{runner_id}/labels/{name}", () => ({
  path: path(),
  ...update(ACCESS.write, labelsResponse(), [404, 422]),
}));
