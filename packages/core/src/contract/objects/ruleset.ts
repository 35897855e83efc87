import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { RepositoryRule } from "./rules.ts";

const patterns = lazy(() => fieldsWith(z.optional(z.array(z.string())), "include", "exclude"));

const property = lazy(() =>
  z.looseObject({
    name: z.string(),
    property_values: z.array(z.string()),
    source: z.optional(extensibleEnum("custom", "system")),
  }),
);

/**
 * Refs and repositories that a ruleset applies to. An organization's ruleset selects its repositories in one of three
 * ways.
 */
export class RulesetConditions extends namedObject(() => ({
  ref_name: z.optional(z.looseObject(patterns())),
  repository_name: z.optional(z.looseObject({ ...patterns(), protected: z.optional(z.boolean()) })),
  repository_id: z.optional(z.looseObject({ repository_ids: z.optional(z.array(z.int())) })),
  repository_property: z.optional(z.looseObject(fieldsWith(z.optional(z.array(property())), "include", "exclude"))),
})) {}

/** An actor that can bypass a ruleset. */
export class BypassActor extends namedObject(() => ({
  actor_type: extensibleEnum(
    "Integration",
    "OrganizationAdmin",
    "RepositoryRole",
    "Team",
    "DeployKey",
    "EnterpriseOwner",
    "EnterpriseRole",
    "User",
  ),
  actor_id: z.optional(z.nullable(z.int())),
  bypass_mode: z.optional(extensibleEnum("always", "pull_request", "exempt")),
})) {}

const fields = lazy(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "name", "source"),
  target: z.optional(extensibleEnum("branch", "tag", "push", "repository")),
  source_type: z.optional(extensibleEnum("Repository", "Organization", "Enterprise")),
  enforcement: extensibleEnum("disabled", "active", "evaluate"),
  bypass_actors: z.optional(z.array(BypassActor.schema())),
  current_user_can_bypass: z.optional(extensibleEnum("always", "pull_requests_only", "never", "exempt")),
  node_id: z.optional(z.string()),
  _links: z.optional(
    z.looseObject({
      self: z.optional(z.looseObject({ href: z.optional(z.string()) })),
      html: z.optional(z.nullable(z.looseObject({ href: z.optional(z.string()) }))),
    }),
  ),
  conditions: z.optional(z.nullable(RulesetConditions.schema())),
  rules: z.optional(z.array(RepositoryRule.schema())),
  ...fieldsWith(z.optional(z.string()), "created_at", "updated_at"),
}));

/** A ruleset. Lists omit its conditions, rules and bypass actors. */
export class Ruleset extends namedObject(fields) {}

const versionFields = lazy(() => ({
  version_id: z.int(),
  actor: z.looseObject({ id: z.optional(z.int()), type: z.optional(z.string()) }),
  updated_at: z.string(),
}));

/** One version of a ruleset, and its author. */
export class RulesetVersion extends namedObject(versionFields) {}

/** A version of a ruleset, including the ruleset as of that version. */
export class RulesetVersionWithState extends namedObject(() => ({
  ...versionFields(),
  state: z.partial(z.looseObject(fields())),
})) {}
