import type { RepositoryRule } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { integer, json, nullable, type RowOf, reference, rowId, text } from "./columns.ts";
import { allOf, where } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { table } from "./table.ts";

export const RulesetTarget = z.enum(["branch", "tag", "push", "repository"]);
export type RulesetTarget = z.output<typeof RulesetTarget>;
export const RulesetEnforcement = z.enum(["disabled", "active", "evaluate"]);
export const BypassMode = z.enum(["always", "pull_request", "exempt"]);

/** An actor that can bypass a ruleset. */
export const BypassActor = z.object({
  /** Null if the type alone identifies the actor. */
  actor_id: z.nullable(z.int()),
  actor_type: z.enum([
    "Integration",
    "OrganizationAdmin",
    "RepositoryRole",
    "Team",
    "DeployKey",
    "EnterpriseOwner",
    "EnterpriseRole",
    "User",
  ]),
  bypass_mode: BypassMode,
});
export type BypassActor = z.output<typeof BypassActor>;

const patternList = () => z._default(z.array(z.string()), []);
/** Matches a name if it matches at least one included pattern and no excluded one. */
export const NamePatterns = z.object({ include: patternList(), exclude: patternList() });
export type NamePatterns = z.output<typeof NamePatterns>;

const propertyConditionList = () =>
  z._default(
    z.array(
      z.object({
        name: z.string(),
        property_values: z.array(z.string()),
        source: z.optional(z.enum(["custom", "system"])),
      }),
    ),
    [],
  );
export const PropertyConditions = z.object({ include: propertyConditionList(), exclude: propertyConditionList() });
export type PropertyConditions = z.output<typeof PropertyConditions>;

/** Conditions on repositories and refs. */
export const RulesetConditions = z.object({
  ref_name: z.optional(NamePatterns),
  repository_name: z.optional(z.extend(NamePatterns, { protected: z.optional(z.boolean()) })),
  repository_id: z.optional(z.object({ repository_ids: z._default(z.array(z.int()), []) })),
  repository_property: z.optional(PropertyConditions),
});
export type RulesetConditions = z.output<typeof RulesetConditions>;

/** Rules are validated against the contract before they are stored. */
export const Rules = z.custom<RepositoryRule[]>((value) => Array.isArray(value));

/** A set of rules with its conditions and bypass actors. */
export const rulesets = table(
  "rulesets",
  {
    id: rowId(),
    organization_id: reference("accounts"),
    name: text(),
    target: text(RulesetTarget),
    enforcement: text(RulesetEnforcement),
    bypass_actors: json(z.array(BypassActor)),
    /** Null: applies to nothing yet. */
    conditions: nullable(json(RulesetConditions)),
    rules: json(Rules),
    created_at: text(),
    updated_at: text(),
  },
  { unique: [["organization_id", "name"]] },
);
export type Ruleset = RowOf<typeof rulesets>;

/** The fields of a ruleset that can be set, as a version stores them. */
export const RulesetAttributes = z.object({
  name: z.string(),
  target: RulesetTarget,
  enforcement: RulesetEnforcement,
  bypass_actors: z.array(BypassActor),
  conditions: z.nullable(RulesetConditions),
  rules: Rules,
});
export type RulesetAttributes = z.output<typeof RulesetAttributes>;

/** A ruleset's state after a change. */
export const rulesetVersions = table(
  "ruleset_versions",
  {
    id: rowId(),
    ruleset_id: reference("rulesets"),
    /** Null if the actor is unknown. */
    actor_id: nullable(integer()),
    actor_type: nullable(text()),
    updated_at: text(),
    state: json(RulesetAttributes),
  },
  { indexes: { ruleset_versions_by_ruleset: "ruleset_id" } },
);
export type RulesetVersion = RowOf<typeof rulesetVersions>;

/** The author and time of a change. */
export type RulesetChange = Pick<RulesetVersion, "actor_id" | "actor_type" | "updated_at">;

const attributesOf = ({ name, target, enforcement, bypass_actors, conditions, rules }: RulesetAttributes) => ({
  name,
  target,
  enforcement,
  bypass_actors,
  conditions,
  rules,
});

export function createRuleset(
  db: Database,
  organizationId: number,
  attributes: RulesetAttributes,
  change: RulesetChange,
): Ruleset {
  return db.transaction(() => {
    const { updated_at } = change;
    const values = { ...attributes, organization_id: organizationId, created_at: updated_at, updated_at };
    const ruleset = rulesets.insert(db, values);
    rulesetVersions.insert(db, { ...change, ruleset_id: ruleset.id, state: attributesOf(attributes) });
    return ruleset;
  });
}

/** Updates a ruleset. Without a difference, no version is added. */
export function updateRuleset(
  db: Database,
  ruleset: Ruleset,
  attributes: RulesetAttributes,
  change: RulesetChange,
): Ruleset {
  const state = attributesOf(attributes);
  if (JSON.stringify(attributesOf(ruleset)) === JSON.stringify(state)) return ruleset;
  return db.transaction(() => {
    rulesets.update(db, { id: ruleset.id }, { ...state, updated_at: change.updated_at });
    rulesetVersions.insert(db, { ...change, ruleset_id: ruleset.id, state });
    return { ...ruleset, ...attributes, updated_at: change.updated_at };
  });
}

/** Deletes a ruleset with its versions. Its results in rule suites stay, marked as those of a deleted ruleset. */
export function deleteRuleset(db: Database, { id, organization_id }: Ruleset): void {
  db.transaction(() => {
    const isOfRuleset = "value ->> '$.rule_source.type' = 'ruleset' AND value ->> '$.rule_source.id' = ?1";
    db.run(
      `UPDATE rule_suites SET evaluations = (
         SELECT json_group_array(json(iif(${isOfRuleset}, json_set(value, '$.enforcement', 'deleted ruleset'), value)))
         FROM json_each(evaluations))
       WHERE repository_id IN (SELECT id FROM repositories WHERE owner_id = ?2)
         AND EXISTS (SELECT 1 FROM json_each(evaluations) WHERE ${isOfRuleset})`,
      ...[id, organization_id],
    );
    rulesets.delete(db, { id });
  });
}

/**
 * Returns an organization's rulesets, oldest first.
 * @param targets undefined: all targets
 */
export function rulesetsOf(
  db: Database,
  organizationId: number,
  targets: readonly string[] | undefined,
  pageRange: PageRange,
): RowPage<Ruleset> {
  const { sql, values } = allOf([
    { sql: "organization_id = ?", values: [organizationId] },
    where("target IN (SELECT value FROM json_each(?))", targets && JSON.stringify(targets)),
  ]);
  return queryPage(db, rulesets, `* FROM rulesets WHERE ${sql} ORDER BY id`, values, pageRange);
}

/** Returns an organization's rulesets that pushes are checked against. */
export function enabledRulesets(db: Database, organizationId: number): Ruleset[] {
  if (!rulesets.has(db, { organization_id: organizationId })) return [];
  const sql = "SELECT * FROM rulesets WHERE organization_id = ? AND enforcement <> 'disabled' ORDER BY id";
  return db.all(rulesets, sql, organizationId);
}
