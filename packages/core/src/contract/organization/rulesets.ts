import * as z from "zod/mini";
import { Ruleset, RulesetVersion, RulesetVersionWithState } from "../objects/ruleset.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";
import { change, create, get, type OperationAccess, update } from "../reads-and-writes.ts";
import { NEW_RULESET_RULES, RULESET_UPDATE_RULES } from "../rules/rulesets.ts";
import { fieldsWith } from "../schema.ts";
import { rulesetRule } from "../shared/ruleset-rules.ts";

// The schemas follow the public API description.

// Reading also requires write access (source: docs).
const ACCESS: OperationAccess = {
  access: permissionAccess("organization_administration", "write", [], { roles: ["organization-owner"] }),
};

const path = () => z.object({ ruleset_id: z.int() });
const target = () => z.enum(["branch", "tag", "push", "repository"]);
const enforcement = () => z.enum(["disabled", "active", "evaluate"]);

/** Most actors are identified by id. Owners are identified by their role, and deploy keys have no id. */
const bypassActor = () =>
  z.discriminatedUnion("actor_type", [
    z.object({
      actor_type: z.enum(["Integration", "RepositoryRole", "Team", "User", "EnterpriseRole"]),
      actor_id: z.int(),
      bypass_mode: bypassMode(),
    }),
    z.object({
      actor_type: z.enum(["OrganizationAdmin", "EnterpriseOwner"]),
      actor_id: z.optional(z.nullable(z.int())),
      bypass_mode: bypassMode(),
    }),
    z.object({
      actor_type: z.literal("DeployKey"),
      actor_id: z.optional(z.null()),
      bypass_mode: z._default(z.enum(["always", "exempt"]), "always"),
    }),
  ]);
const bypassMode = () => z._default(z.enum(["always", "pull_request", "exempt"]), "always");

const patterns = () => fieldsWith(z.optional(z.array(z.string())), "include", "exclude");
const property = () =>
  z.object({
    name: z.string(),
    property_values: z.array(z.string()),
    source: z.optional(z.enum(["custom", "system"])),
  });

const conditions = () =>
  z.object({
    ref_name: z.optional(z.object(patterns())),
    repository_name: z.optional(z.object({ ...patterns(), protected: z.optional(z.boolean()) })),
    repository_id: z.optional(z.object({ repository_ids: z.optional(z.array(z.int())) })),
    repository_property: z.optional(z.object(fieldsWith(z.optional(z.array(property())), "include", "exclude"))),
  });

const optionalFields = () => ({
  bypass_actors: z.optional(z.array(bypassActor())),
  conditions: z.optional(conditions()),
  rules: z.optional(z.array(rulesetRule())),
});

/**
 * Lists the rulesets of an organization, without their rules.
 * @see https://docs.github.com/rest/orgs/rules#get-all-organization-repository-rulesets
 */
export const listRulesets = operation("GET /orgs/{org}/rulesets", () => ({
  ...list(Ruleset.schema(), { targets: z.optional(z.string()) }),
  otherStatuses: [404, 500],
  ...ACCESS,
}));

/**
 * Creates a ruleset; its name must be unique in the organization.
 * @see https://docs.github.com/rest/orgs/rules#create-an-organization-repository-ruleset
 */
export const createRuleset = operation("POST /orgs/{org}/rulesets", () => ({
  body: z.object({
    name: z.string(),
    target: z._default(target(), "branch"),
    enforcement: enforcement(),
    ...optionalFields(),
  }),
  ...create(ACCESS, Ruleset.schema(), [404, 422, 500]),
  rules: NEW_RULESET_RULES,
}));

/**
 * Gets a ruleset.
 * @see https://docs.github.com/rest/orgs/rules#get-an-organization-repository-ruleset
 */
export const getRuleset = operation("GET /orgs/{org}/rulesets/{ruleset_id}", () => ({
  path: path(),
  ...get(ACCESS, Ruleset.schema(), [404, 500]),
}));

/**
 * Updates a ruleset: omitted fields are kept, given fields are replaced.
 * @see https://docs.github.com/rest/orgs/rules#update-an-organization-repository-ruleset
 */
export const updateRuleset = operation("PUT /orgs/{org}/rulesets/{ruleset_id}", () => ({
  path: path(),
  body: z.object({
    name: z.optional(z.string()),
    target: z.optional(target()),
    enforcement: z.optional(enforcement()),
    ...optionalFields(),
  }),
  ...update(ACCESS, Ruleset.schema(), [404, 422, 500]),
  rules: RULESET_UPDATE_RULES,
}));

/**
 * Deletes a ruleset.
 * @see https://docs.github.com/rest/orgs/rules#delete-an-organization-repository-ruleset
 */
export const deleteRuleset = operation("DELETE /orgs/{org}/rulesets/{ruleset_id}", () => ({
  path: path(),
  ...change(ACCESS, [404, 500]),
}));

/**
 * Lists the versions of a ruleset, newest first.
 * @see https://docs.github.com/rest/orgs/rules#get-organization-ruleset-history
 */
export const listRulesetVersions = operation("GET /orgs/{org}/rulesets/{ruleset_id}/history", () => ({
  path: path(),
  ...list(RulesetVersion.schema()),
  otherStatuses: [404, 500],
  ...ACCESS,
}));

/**
 * Gets a version of a ruleset, including the ruleset as of that version.
 * @see https://docs.github.com/rest/orgs/rules#get-organization-ruleset-version
 */
export const getRulesetVersion = operation("GET /orgs/{org}/rulesets/{ruleset_id}/history/{version_id}", () => ({
  path: z.object({ ruleset_id: z.int(), version_id: z.int() }),
  ...get(ACCESS, RulesetVersionWithState.schema(), [404, 500]),
}));
