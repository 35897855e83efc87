import * as z from "zod/mini";
import type { Scope } from "../access.ts";
import { CLOUD_EDITIONS } from "../edition.ts";
import { HostedRunner, HostedRunnerImage, HostedRunnerLimits, MachineSize } from "../objects/hosted-runner.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";
import { create, get, ownerAccess, update } from "../reads-and-writes.ts";
import { IMAGE_RULE } from "../rules/hosted-runners.ts";
import { vendorValues } from "../schema.ts";
import { groupPath } from "../shared/runner-groups.ts";

// The operations follow the public documentation, their schemas the public API description.

const accessWith = (...scopes: Scope[]) => ownerAccess("organization_administration", scopes, CLOUD_EDITIONS);

const RUNNERS_ACCESS = accessWith("manage_runners:org");
const UNSCOPED_ACCESS = accessWith();

const path = () => z.object({ hosted_runner_id: z.int() });

/** 1 to 64 letters, digits, `.`, `-` and `_`. */
const runnerName = () =>
  z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/, "must have 1 to 64 letters, digits, '.', '-' and '_'"));

const source = () => vendorValues(z.enum(["svc", "partner", "custom"]));

const images = () => z.looseObject({ total_count: z.int(), images: z.array(HostedRunnerImage.schema()) });

/**
 * Lists the hosted runners of an organization.
 * @see https://docs.github.com/rest/actions/hosted-runners#list-github-hosted-runners-for-an-organization
 */
export const listHostedRunners = operation("GET /orgs/{org}/actions/hosted-runners", () => ({
  ...wrappedList({ runners: z.array(HostedRunner.schema()) }),
  ...RUNNERS_ACCESS.read,
}));

/**
 * Lists the hosted runners of a runner group.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#list-github-hosted-runners-in-a-group-for-an-organization
 */
export const listRunnerGroupHostedRunners = operation(
  "GET /orgs/{org}/actions/runner-groups/{runner_group_id}/hosted-runners",
  () => ({
    path: groupPath(),
    ...wrappedList({ runners: z.array(HostedRunner.schema()) }),
    access: permissionAccess("organization_self_hosted_runners", "read", ["admin:org"], {
      roles: ["organization-owner"],
    }),
    editions: CLOUD_EDITIONS,
  }),
);

/**
 * Creates a hosted runner.
 * @see https://docs.github.com/rest/actions/hosted-runners#create-a-github-hosted-runner-for-an-organization
 */
export const createHostedRunner = operation("POST /orgs/{org}/actions/hosted-runners", () => ({
  body: z.object({
    name: runnerName(),
    image: z.object({
      id: z.optional(z.string()),
      source: z.optional(source()),
      version: z.optional(z.nullable(z.string())),
    }),
    size: z.string(),
    runner_group_id: z.int(),
    maximum_runners: z.optional(z.int()),
    enable_static_ip: z.optional(z.boolean()),
    image_gen: z._default(z.boolean(), false),
  }),
  ...create(RUNNERS_ACCESS.write, HostedRunner.schema()),
}));

/**
 * Lists the images that the service provides.
 * @see https://docs.github.com/rest/actions/hosted-runners#get-github-owned-images-for-github-hosted-runners-in-an-organization
 */
export const listOwnedImages = operation("GET /orgs/{org}/actions/hosted-runners/images/svc-owned", () =>
  get(UNSCOPED_ACCESS.read, images()),
);

/**
 * Lists the images that partners provide.
 * @see https://docs.github.com/rest/actions/hosted-runners#get-partner-images-for-github-hosted-runners-in-an-organization
 */
export const listPartnerImages = operation("GET /orgs/{org}/actions/hosted-runners/images/partner", () =>
  get(UNSCOPED_ACCESS.read, images()),
);

/**
 * Gets the limit and the current usage of public IP addresses for hosted runners.
 * @see https://docs.github.com/rest/actions/hosted-runners#get-limits-on-github-hosted-runners-for-an-organization
 */
export const getHostedRunnerLimits = operation("GET /orgs/{org}/actions/hosted-runners/limits", () =>
  get(UNSCOPED_ACCESS.read, HostedRunnerLimits.schema()),
);

/**
 * Lists the machine sizes of hosted runners.
 * @see https://docs.github.com/rest/actions/hosted-runners#get-github-hosted-runners-machine-specs-for-an-organization
 */
export const listMachineSizes = operation("GET /orgs/{org}/actions/hosted-runners/machine-sizes", () =>
  get(UNSCOPED_ACCESS.read, z.looseObject({ total_count: z.int(), machine_specs: z.array(MachineSize.schema()) })),
);

/**
 * Lists the platforms of hosted runners.
 * @see https://docs.github.com/rest/actions/hosted-runners#get-platforms-for-github-hosted-runners-in-an-organization
 */
export const listRunnerPlatforms = operation("GET /orgs/{org}/actions/hosted-runners/platforms", () =>
  get(UNSCOPED_ACCESS.read, z.looseObject({ total_count: z.int(), platforms: z.array(z.string()) })),
);

/**
 * Gets a hosted runner.
 * @see https://docs.github.com/rest/actions/hosted-runners#get-a-github-hosted-runner-for-an-organization
 */
export const getHostedRunner = operation("GET /orgs/{org}/actions/hosted-runners/{hosted_runner_id}", () => ({
  path: path(),
  ...get(RUNNERS_ACCESS.read, HostedRunner.schema()),
}));

/**
 * Updates a hosted runner.
 * @see https://docs.github.com/rest/actions/hosted-runners#update-a-github-hosted-runner-for-an-organization
 */
export const updateHostedRunner = operation("PATCH /orgs/{org}/actions/hosted-runners/{hosted_runner_id}", () => ({
  path: path(),
  body: z.object({
    name: z.optional(runnerName()),
    runner_group_id: z.optional(z.int()),
    maximum_runners: z.optional(z.int()),
    enable_static_ip: z.optional(z.boolean()),
    size: z.optional(z.string()),
    image_source: z.optional(source()),
    image_id: z.optional(z.string()),
    image_version: z.optional(z.nullable(z.string())),
    image_gen: z.optional(z.boolean()),
  }),
  ...update(RUNNERS_ACCESS.write, HostedRunner.schema()),
  rules: [IMAGE_RULE],
}));

/**
 * Deletes a hosted runner; it disappears once its machines have shut down.
 * @see https://docs.github.com/rest/actions/hosted-runners#delete-a-github-hosted-runner-for-an-organization
 */
export const deleteHostedRunner = operation("DELETE /orgs/{org}/actions/hosted-runners/{hosted_runner_id}", () => ({
  path: path(),
  success: { 202: HostedRunner.schema() },
  ...UNSCOPED_ACCESS.write,
  retry: "idempotent",
}));
