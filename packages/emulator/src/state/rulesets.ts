import type { RepositoryRule } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { allOf, where } from "./condition.ts";
import { type Database, exists, json, type PageRange, queryPage, type RowPage } from "./database.ts";

export const RULESET_TABLES = `
CREATE TABLE rulesets (
  id INTEGER PRIMARY KEY AUTOINCREMENT, organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL, target TEXT NOT NULL, enforcement TEXT NOT NULL, bypass_actors TEXT NOT NULL, conditions TEXT,
  rules TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, UNIQUE (organization_id, name)
) STRICT;
CREATE TABLE ruleset_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, ruleset_id INTEGER NOT NULL REFERENCES rulesets ON DELETE CASCADE,
  actor_id INTEGER, actor_type TEXT, updated_at TEXT NOT NULL, state TEXT NOT NULL
) STRICT;
CREATE INDEX ruleset_versions_by_ruleset ON ruleset_versions (ruleset_id);
`;

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

/** The fields of a ruleset that can be set. */
export const RulesetAttributes = z.object({
  name: z.string(),
  target: RulesetTarget,
  enforcement: RulesetEnforcement,
  bypass_actors: z.array(BypassActor),
  /** Null: applies to nothing yet. */
  conditions: z.nullable(RulesetConditions),
  rules: Rules,
});
export type RulesetAttributes = z.output<typeof RulesetAttributes>;

/** A set of rules with its conditions and bypass actors. */
export const Ruleset = z.extend(RulesetAttributes, {
  id: z.int(),
  organization_id: z.int(),
  bypass_actors: json(z.array(BypassActor)),
  conditions: z.nullable(json(RulesetConditions)),
  rules: json(Rules),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Ruleset = z.output<typeof Ruleset>;

/** A ruleset's state after a change. */
export const RulesetVersion = z.object({
  id: z.int(),
  ruleset_id: z.int(),
  /** Null if the actor is unknown. */
  actor_id: z.nullable(z.int()),
  actor_type: z.nullable(z.string()),
  updated_at: z.string(),
  state: json(RulesetAttributes),
});
export type RulesetVersion = z.output<typeof RulesetVersion>;

/** The author and time of a change. */
export type RulesetChange = Pick<RulesetVersion, "actor_id" | "actor_type" | "updated_at">;

const columns = ({ name, target, enforcement, bypass_actors, conditions, rules }: RulesetAttributes) => [
  name,
  target,
  enforcement,
  JSON.stringify(bypass_actors),
  conditions && JSON.stringify(conditions),
  JSON.stringify(rules),
];

export function createRuleset(
  db: Database,
  organizationId: number,
  attributes: RulesetAttributes,
  change: RulesetChange,
): Ruleset {
  return db.transaction(() => {
    const { id } = db.run(
      `INSERT INTO rulesets (name, target, enforcement, bypass_actors, conditions, rules, organization_id, created_at,
         updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...columns(attributes),
      ...[organizationId, change.updated_at, change.updated_at],
    );
    writeVersion(db, id, attributes, change);
    const { updated_at } = change;
    return { ...attributes, id, organization_id: organizationId, created_at: updated_at, updated_at };
  });
}

/** Updates a ruleset. Without a difference, no version is added. */
export function updateRuleset(
  db: Database,
  ruleset: Ruleset,
  attributes: RulesetAttributes,
  change: RulesetChange,
): Ruleset {
  if (JSON.stringify(columns(ruleset)) === JSON.stringify(columns(attributes))) return ruleset;
  return db.transaction(() => {
    db.run(
      `UPDATE rulesets SET name = ?, target = ?, enforcement = ?, bypass_actors = ?, conditions = ?, rules = ?,
         updated_at = ? WHERE id = ?`,
      ...columns(attributes),
      ...[change.updated_at, ruleset.id],
    );
    writeVersion(db, ruleset.id, attributes, change);
    return { ...ruleset, ...attributes, updated_at: change.updated_at };
  });
}

function writeVersion(db: Database, id: number, attributes: RulesetAttributes, change: RulesetChange): void {
  const { name, target, enforcement, bypass_actors, conditions, rules } = attributes;
  const state = JSON.stringify({ name, target, enforcement, bypass_actors, conditions, rules });
  db.run(
    "INSERT INTO ruleset_versions (ruleset_id, actor_id, actor_type, updated_at, state) VALUES (?, ?, ?, ?, ?)",
    ...[id, change.actor_id, change.actor_type, change.updated_at, state],
  );
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
    db.run("DELETE FROM rulesets WHERE id = ?", id);
  });
}

export function findRuleset(db: Database, organizationId: number, id: number): Ruleset | undefined {
  return db.get(Ruleset, "SELECT * FROM rulesets WHERE organization_id = ? AND id = ?", organizationId, id);
}

export function findRulesetByName(db: Database, organizationId: number, name: string): Ruleset | undefined {
  return db.get(Ruleset, "SELECT * FROM rulesets WHERE organization_id = ? AND name = ?", organizationId, name);
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
  return queryPage(db, Ruleset, `* FROM rulesets WHERE ${sql} ORDER BY id`, values, pageRange);
}

/** Returns an organization's rulesets that pushes are checked against. */
export function enabledRulesets(db: Database, organizationId: number): Ruleset[] {
  if (!exists(db, "SELECT 1 FROM rulesets WHERE organization_id = ?", organizationId)) return [];
  const sql = "SELECT * FROM rulesets WHERE organization_id = ? AND enforcement <> 'disabled' ORDER BY id";
  return db.all(Ruleset, sql, organizationId);
}

/** Returns a ruleset's versions, newest first. */
export function rulesetVersionsOf(db: Database, rulesetId: number, pageRange: PageRange): RowPage<RulesetVersion> {
  return queryPage(
    db,
    RulesetVersion,
    "* FROM ruleset_versions WHERE ruleset_id = ? ORDER BY id DESC",
    [rulesetId],
    pageRange,
  );
}

export function findRulesetVersion(db: Database, rulesetId: number, id: number): RulesetVersion | undefined {
  const sql = "SELECT * FROM ruleset_versions WHERE ruleset_id = ? AND id = ?";
  return db.get(RulesetVersion, sql, rulesetId, id);
}
