import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { fieldsWith, namedObject } from "../schema.ts";

const groupFields = lazy(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "name", "visibility", "runners_url"),
  ...fieldsWith(z.boolean(), "default", "allows_public_repositories"),
  hosted_runners_url: z.optional(z.string()),
  network_configuration_id: z.optional(z.nullable(z.string())),
  ...fieldsWith(z.optional(z.boolean()), "workflow_restrictions_read_only", "restricted_to_workflows"),
  selected_workflows: z.optional(z.array(z.string())),
}));

/** A runner group of an organization. */
export class RunnerGroup extends namedObject(() => ({
  ...groupFields(),
  inherited: z.boolean(),
  inherited_allows_public_repositories: z.optional(z.boolean()),
  selected_repositories_url: z.optional(z.string()),
})) {}

/** A runner group of an enterprise. */
export class EnterpriseRunnerGroup extends namedObject(() => ({
  ...groupFields(),
  selected_organizations_url: z.optional(z.string()),
})) {}
