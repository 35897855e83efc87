import * as z from "zod/mini";
import type { Level, Scope } from "../access.ts";
import { allow } from "../allow.ts";
import { HOSTED } from "../edition.ts";
import { HostedRunner, HostedRunnerImage, HostedRunnerLimits, MachineSize } from "../objects/hosted-runner.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { vendorValues } from "../schema.ts";

// The documents name these operations and no more: the shapes are the public description's.

const access = (level: Level, ...scopes: Scope[]) =>
  allow("organization_administration", level, scopes, { roles: ["organization-owner"] });

const path = () => z.object({ hosted_runner_id: z.int() });

/** 1 to 64 letters, digits, `.`, `-` and `_`. */
const name = () =>
  z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/, "a name has 1 to 64 letters, digits, '.', '-' and '_'"));

const source = () => vendorValues(z.enum(["svc", "partner", "custom"]));

const images = () => z.looseObject({ total_count: z.int(), images: z.array(HostedRunnerImage()) });

/** The hosted runners of an organization (document 1, permission matrix). */
export const listHostedRunners = /* @__PURE__ */ operation("GET /orgs/{org}/actions/hosted-runners", () => ({
  ...wrappedList({ runners: z.array(HostedRunner()) }),
  access: access("read", "manage_runners:org"),
  editions: HOSTED,
}));

/** Create a hosted runner. */
export const createHostedRunner = /* @__PURE__ */ operation("POST /orgs/{org}/actions/hosted-runners", () => ({
  body: z.object({
    name: name(),
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
  success: { 201: HostedRunner() },
  access: access("write", "manage_runners:org"),
  retry: "verify",
  editions: HOSTED,
}));

/** The images that the service itself provides. */
export const listOwnedImages = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/hosted-runners/images/svc-owned",
  () => ({ success: { 200: images() }, access: access("read"), retry: "safe", editions: HOSTED }),
);

/** The images that partners of the service provide. */
export const listPartnerImages = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/hosted-runners/images/partner",
  () => ({ success: { 200: images() }, access: access("read"), retry: "safe", editions: HOSTED }),
);

/** How many public addresses hosted runners may have, and have. */
export const getHostedRunnerLimits = /* @__PURE__ */ operation("GET /orgs/{org}/actions/hosted-runners/limits", () => ({
  success: { 200: HostedRunnerLimits() },
  access: access("read"),
  retry: "safe",
  editions: HOSTED,
}));

/** The machines that hosted runners can be. */
export const listMachineSizes = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/hosted-runners/machine-sizes",
  () => ({
    success: { 200: z.looseObject({ total_count: z.int(), machine_specs: z.array(MachineSize()) }) },
    access: access("read"),
    retry: "safe",
    editions: HOSTED,
  }),
);

/** The systems that hosted runners can have. */
export const listRunnerPlatforms = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/hosted-runners/platforms",
  () => ({
    success: { 200: z.looseObject({ total_count: z.int(), platforms: z.array(z.string()) }) },
    access: access("read"),
    retry: "safe",
    editions: HOSTED,
  }),
);

/** One hosted runner. */
export const getHostedRunner = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/hosted-runners/{hosted_runner_id}",
  () => ({
    path: path(),
    success: { 200: HostedRunner() },
    access: access("read", "manage_runners:org"),
    retry: "safe",
    editions: HOSTED,
  }),
);

/** Change a hosted runner. */
export const updateHostedRunner = /* @__PURE__ */ operation(
  "PATCH /orgs/{org}/actions/hosted-runners/{hosted_runner_id}",
  () => ({
    path: path(),
    body: z.object({
      name: z.optional(name()),
      runner_group_id: z.optional(z.int()),
      maximum_runners: z.optional(z.int()),
      enable_static_ip: z.optional(z.boolean()),
      size: z.optional(z.string()),
      image_source: z.optional(source()),
      image_id: z.optional(z.string()),
      image_version: z.optional(z.nullable(z.string())),
      image_gen: z.optional(z.boolean()),
    }),
    success: { 200: HostedRunner() },
    access: access("write", "manage_runners:org"),
    retry: "idempotent",
    editions: HOSTED,
    rules: [
      {
        fields: ["image_source", "image_id"],
        message: "an image is named with who provides it",
        holds: (input) => (input["image_source"] === undefined) === (input["image_id"] === undefined),
      },
    ],
  }),
);

/** Delete a hosted runner; it goes once its machines are gone. */
export const deleteHostedRunner = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/actions/hosted-runners/{hosted_runner_id}",
  () => ({
    path: path(),
    success: { 202: HostedRunner() },
    access: access("write"),
    retry: "idempotent",
    editions: HOSTED,
  }),
);
