import * as z from "zod/mini";
import { allow } from "../allow.ts";
import type { Rule } from "../definition.ts";
import { newRule } from "../families/new-rules.ts";
import { Ruleset, RulesetVersion, RulesetVersionWithState } from "../objects/ruleset.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { alike } from "../schema.ts";

// The documents name these operations only: the shapes are the public description's.

// Even reading takes write (document 1, rule 6).
const access = allow("organization_administration", "write", [], { roles: ["organization-owner"] });

const path = () => z.object({ ruleset_id: z.int() });
const target = () => z.enum(["branch", "tag", "push", "repository"]);
const enforcement = () => z.enum(["disabled", "active", "evaluate"]);

/** Somebody is named by an id, an owner by the role alone, and a deploy key by nothing. */
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

const patterns = () => alike(z.optional(z.array(z.string())), "include", "exclude");
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
    repository_property: z.optional(z.object(alike(z.optional(z.array(property())), "include", "exclude"))),
  });

const parts = () => ({
  bypass_actors: z.optional(z.array(bypassActor())),
  conditions: z.optional(conditions()),
  rules: z.optional(z.array(newRule())),
});

type Fields = Readonly<Record<string, unknown>>;

const conditionsOf = ({ conditions: told }: Fields): Fields | undefined =>
  typeof told === "object" && told !== null ? { ...told } : undefined;

const REPOSITORIES = ["repository_name", "repository_id", "repository_property"];

/** What a ruleset's parts ask of one another. @param whole what is left out has its default, not what is there already */
const rules = (whole: boolean): readonly Rule[] => [
  {
    fields: ["conditions"],
    message: "conditions name the repositories in one way: repository_name, repository_id or repository_property",
    holds: (input) => {
      const told = conditionsOf(input);
      return told === undefined || REPOSITORIES.filter((name) => told[name] !== undefined).length === 1;
    },
  },
  {
    fields: ["target", "conditions"],
    message: "conditions of branches and tags have a ref_name, those of repositories have none",
    holds: (input) => {
      const told = conditionsOf(input);
      const about = input["target"] ?? (whole ? "branch" : undefined);
      if (told === undefined || about === undefined || about === "push") return true;
      return (told["ref_name"] !== undefined) === (about !== "repository");
    },
  },
  {
    fields: ["target", "enforcement"],
    message: "rules of repositories can't be evaluated only",
    holds: ({ target: about, enforcement: how }) => about !== "repository" || how !== "evaluate",
  },
  {
    fields: ["target", "bypass_actors"],
    message: 'bypass_mode "pull_request" is for rules of branches',
    holds: ({ target: about, bypass_actors: actors }) =>
      about === undefined ||
      about === "branch" ||
      !(Array.isArray(actors) && actors.some((actor: Fields) => actor["bypass_mode"] === "pull_request")),
  },
];

/** The rulesets of an organization, without their rules (public description). */
export const listRulesets = /* @__PURE__ */ operation("GET /orgs/{org}/rulesets", () => ({
  ...list(Ruleset(), { targets: z.optional(z.string()) }),
  otherStatuses: [404, 500],
  access,
}));

/** Create a ruleset; no other of the organization has its name (public description). */
export const createRuleset = /* @__PURE__ */ operation("POST /orgs/{org}/rulesets", () => ({
  body: z.object({
    name: z.string(),
    target: z._default(target(), "branch"),
    enforcement: enforcement(),
    ...parts(),
  }),
  success: { 201: Ruleset() },
  otherStatuses: [404, 422, 500],
  access,
  retry: "verify",
  rules: rules(true),
}));

/** One ruleset (public description). */
export const getRuleset = /* @__PURE__ */ operation("GET /orgs/{org}/rulesets/{ruleset_id}", () => ({
  path: path(),
  success: { 200: Ruleset() },
  otherStatuses: [404, 500],
  access,
  retry: "safe",
}));

/** Change a ruleset: what is left out stays, what is given replaces what was there (public description). */
export const updateRuleset = /* @__PURE__ */ operation("PUT /orgs/{org}/rulesets/{ruleset_id}", () => ({
  path: path(),
  body: z.object({
    name: z.optional(z.string()),
    target: z.optional(target()),
    enforcement: z.optional(enforcement()),
    ...parts(),
  }),
  success: { 200: Ruleset() },
  otherStatuses: [404, 422, 500],
  access,
  retry: "idempotent",
  rules: rules(false),
}));

/** Delete a ruleset (public description). */
export const deleteRuleset = /* @__PURE__ */ operation("DELETE /orgs/{org}/rulesets/{ruleset_id}", () => ({
  path: path(),
  success: { 204: undefined },
  otherStatuses: [404, 500],
  access,
  retry: "idempotent",
}));

/** The changes of a ruleset, the latest first (public description). */
export const listRulesetVersions = /* @__PURE__ */ operation("GET /orgs/{org}/rulesets/{ruleset_id}/history", () => ({
  path: path(),
  ...list(RulesetVersion()),
  otherStatuses: [404, 500],
  access,
}));

/** One change of a ruleset, with the ruleset as it left it (public description). */
export const getRulesetVersion = /* @__PURE__ */ operation(
  "GET /orgs/{org}/rulesets/{ruleset_id}/history/{version_id}",
  () => ({
    path: z.object({ ruleset_id: z.int(), version_id: z.int() }),
    success: { 200: RulesetVersionWithState() },
    otherStatuses: [404, 500],
    access,
    retry: "safe",
  }),
);
