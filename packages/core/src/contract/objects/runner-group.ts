import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named } from "../schema.ts";

const group = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "name", "visibility", "runners_url"),
    ...alike(z.boolean(), "default", "allows_public_repositories"),
    hosted_runners_url: z.optional(z.string()),
    network_configuration_id: z.optional(z.nullable(z.string())),
    ...alike(z.optional(z.boolean()), "workflow_restrictions_read_only", "restricted_to_workflows"),
    selected_workflows: z.optional(z.array(z.string())),
  }),
);

/** A group of runners of an organization (document 2, Organization runner group). */
export interface RunnerGroup extends OutputOf<typeof runnerGroupSchema> {}
const runnerGroupSchema = /* @__PURE__ */ named(() =>
  z.extend(group(), {
    inherited: z.boolean(),
    inherited_allows_public_repositories: z.optional(z.boolean()),
    selected_repositories_url: z.optional(z.string()),
  }),
);
export const RunnerGroup: Named<RunnerGroup> = runnerGroupSchema;

/** A group of runners of an enterprise (document 2). */
export interface EnterpriseRunnerGroup extends OutputOf<typeof enterpriseRunnerGroupSchema> {}
const enterpriseRunnerGroupSchema = /* @__PURE__ */ named(() =>
  z.extend(group(), { selected_organizations_url: z.optional(z.string()) }),
);
export const EnterpriseRunnerGroup: Named<EnterpriseRunnerGroup> = enterpriseRunnerGroupSchema;
