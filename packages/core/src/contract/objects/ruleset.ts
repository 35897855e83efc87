import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";
import { RepositoryRule } from "./rules.ts";

const patterns = /* @__PURE__ */ lazy(() => alike(z.optional(z.array(z.string())), "include", "exclude"));

const property = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    name: z.string(),
    property_values: z.array(z.string()),
    source: z.optional(open("custom", "system")),
  }),
);

/** Which refs of which repositories a ruleset is for; an organization's names its repositories in one of three ways (public description). */
export interface RulesetConditions extends OutputOf<typeof conditionsSchema> {}
const conditionsSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ref_name: z.optional(z.looseObject(patterns())),
    repository_name: z.optional(z.looseObject({ ...patterns(), protected: z.optional(z.boolean()) })),
    repository_id: z.optional(z.looseObject({ repository_ids: z.optional(z.array(z.int())) })),
    repository_property: z.optional(z.looseObject(alike(z.optional(z.array(property())), "include", "exclude"))),
  }),
);
export const RulesetConditions: Named<RulesetConditions> = conditionsSchema;

/** Somebody whom a ruleset lets through although a rule is broken (public description). */
export interface BypassActor extends OutputOf<typeof bypassActorSchema> {}
const bypassActorSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    actor_type: open(
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
    bypass_mode: z.optional(open("always", "pull_request", "exempt")),
  }),
);
export const BypassActor: Named<BypassActor> = bypassActorSchema;

const fields = /* @__PURE__ */ lazy(() => ({
  id: z.int(),
  ...alike(z.string(), "name", "source"),
  target: z.optional(open("branch", "tag", "push", "repository")),
  source_type: z.optional(open("Repository", "Organization", "Enterprise")),
  enforcement: open("disabled", "active", "evaluate"),
  bypass_actors: z.optional(z.array(BypassActor())),
  current_user_can_bypass: z.optional(open("always", "pull_requests_only", "never", "exempt")),
  node_id: z.optional(z.string()),
  _links: z.optional(
    z.looseObject({
      self: z.optional(z.looseObject({ href: z.optional(z.string()) })),
      html: z.optional(z.nullable(z.looseObject({ href: z.optional(z.string()) }))),
    }),
  ),
  conditions: z.optional(z.nullable(RulesetConditions())),
  rules: z.optional(z.array(RepositoryRule())),
  ...alike(z.optional(z.string()), "created_at", "updated_at"),
}));

/** Rules, what they are for, and whom they let through; listed without those three (public description). */
export interface Ruleset extends OutputOf<typeof rulesetSchema> {}
const rulesetSchema = /* @__PURE__ */ named(() => z.looseObject(fields()));
export const Ruleset: Named<Ruleset> = rulesetSchema;

/** One change of a ruleset, and whose it was (public description). */
export interface RulesetVersion extends OutputOf<typeof versionSchema> {}
const versionObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    version_id: z.int(),
    actor: z.looseObject({ id: z.optional(z.int()), type: z.optional(z.string()) }),
    updated_at: z.string(),
  }),
);
const versionSchema = /* @__PURE__ */ named(versionObject);
export const RulesetVersion: Named<RulesetVersion> = versionSchema;

/** The same with the ruleset as that change left it. */
export interface RulesetVersionWithState extends OutputOf<typeof versionWithStateSchema> {}
const versionWithStateSchema = /* @__PURE__ */ named(() =>
  z.extend(versionObject(), { state: z.partial(z.looseObject(fields())) }),
);
export const RulesetVersionWithState: Named<RulesetVersionWithState> = versionWithStateSchema;
