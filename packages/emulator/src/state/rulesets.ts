import type { RepositoryRule } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { allOf, where } from "./condition.ts";
import { type Database, exists, json, type Part, readPart, type Window } from "./database.ts";

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
export const Enforcement = z.enum(["disabled", "active", "evaluate"]);
export const BypassMode = z.enum(["always", "pull_request", "exempt"]);

/** Somebody whom a ruleset lets through. */
export const BypassActor = z.object({
  /** Null for whom the type alone says. */
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

/** Names by patterns: one that is included, and not excluded. */
const words = () => z._default(z.array(z.string()), []);
export const Patterns = z.object({ include: words(), exclude: words() });
export type Patterns = z.output<typeof Patterns>;

const properties = () =>
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
export const PropertyConditions = z.object({ include: properties(), exclude: properties() });
export type PropertyConditions = z.output<typeof PropertyConditions>;

/** Which refs of which repositories a ruleset is for. */
export const RulesetConditions = z.object({
  ref_name: z.optional(Patterns),
  repository_name: z.optional(z.extend(Patterns, { protected: z.optional(z.boolean()) })),
  repository_id: z.optional(z.object({ repository_ids: z._default(z.array(z.int()), []) })),
  repository_property: z.optional(PropertyConditions),
});
export type RulesetConditions = z.output<typeof RulesetConditions>;

/** Rules were held against the contract before they came here. */
export const Rules = z.custom<RepositoryRule[]>((value) => Array.isArray(value));

/** What may be said of a ruleset. */
export const RulesetTerms = z.object({
  name: z.string(),
  target: RulesetTarget,
  enforcement: Enforcement,
  bypass_actors: z.array(BypassActor),
  /** Null: for nothing yet. */
  conditions: z.nullable(RulesetConditions),
  rules: Rules,
});
export type RulesetTerms = z.output<typeof RulesetTerms>;

/** Rules, what they are for, and whom they let through. */
export const Ruleset = z.extend(RulesetTerms, {
  id: z.int(),
  organization_id: z.int(),
  bypass_actors: json(z.array(BypassActor)),
  conditions: z.nullable(json(RulesetConditions)),
  rules: json(Rules),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Ruleset = z.output<typeof Ruleset>;

/** A ruleset as a change left it. */
export const RulesetVersion = z.object({
  id: z.int(),
  ruleset_id: z.int(),
  /** Nulls where nobody is known. */
  actor_id: z.nullable(z.int()),
  actor_type: z.nullable(z.string()),
  updated_at: z.string(),
  state: json(RulesetTerms),
});
export type RulesetVersion = z.output<typeof RulesetVersion>;

/** Whose change it is, and when. */
export type RulesetChange = Pick<RulesetVersion, "actor_id" | "actor_type" | "updated_at">;

const columns = ({ name, target, enforcement, bypass_actors, conditions, rules }: RulesetTerms) => [
  ...[name, target, enforcement, JSON.stringify(bypass_actors)],
  ...[conditions && JSON.stringify(conditions), JSON.stringify(rules)],
];

export function createRuleset(
  db: Database,
  organizationId: number,
  terms: RulesetTerms,
  change: RulesetChange,
): Ruleset {
  return db.transaction(() => {
    const { id } = db.run(
      `INSERT INTO rulesets (name, target, enforcement, bypass_actors, conditions, rules, organization_id, created_at,
         updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...columns(terms),
      ...[organizationId, change.updated_at, change.updated_at],
    );
    writeVersion(db, id, terms, change);
    const { updated_at } = change;
    return { ...terms, id, organization_id: organizationId, created_at: updated_at, updated_at };
  });
}

/** Changes a ruleset; what is as it was is no change, and no version either. */
export function updateRuleset(db: Database, ruleset: Ruleset, terms: RulesetTerms, change: RulesetChange): Ruleset {
  if (JSON.stringify(columns(ruleset)) === JSON.stringify(columns(terms))) return ruleset;
  return db.transaction(() => {
    db.run(
      `UPDATE rulesets SET name = ?, target = ?, enforcement = ?, bypass_actors = ?, conditions = ?, rules = ?,
         updated_at = ? WHERE id = ?`,
      ...columns(terms),
      ...[change.updated_at, ruleset.id],
    );
    writeVersion(db, ruleset.id, terms, change);
    return { ...ruleset, ...terms, updated_at: change.updated_at };
  });
}

function writeVersion(db: Database, id: number, terms: RulesetTerms, change: RulesetChange): void {
  const { name, target, enforcement, bypass_actors, conditions, rules } = terms;
  const state = JSON.stringify({ name, target, enforcement, bypass_actors, conditions, rules });
  db.run(
    "INSERT INTO ruleset_versions (ruleset_id, actor_id, actor_type, updated_at, state) VALUES (?, ?, ?, ?, ?)",
    ...[id, change.actor_id, change.actor_type, change.updated_at, state],
  );
}

/** Deletes a ruleset with its versions. What it said of pushes stays, as said by a ruleset that is gone. */
export function deleteRuleset(db: Database, { id, organization_id }: Ruleset): void {
  db.transaction(() => {
    const isIts = "value ->> '$.rule_source.type' = 'ruleset' AND value ->> '$.rule_source.id' = ?1";
    db.run(
      `UPDATE rule_suites SET evaluations = (
         SELECT json_group_array(json(iif(${isIts}, json_set(value, '$.enforcement', 'deleted ruleset'), value)))
         FROM json_each(evaluations))
       WHERE repository_id IN (SELECT id FROM repositories WHERE owner_id = ?2)
         AND EXISTS (SELECT 1 FROM json_each(evaluations) WHERE ${isIts})`,
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

/** The rulesets of an organization, the oldest first. @param targets undefined: whatever they are for */
export function rulesetsOf(
  db: Database,
  organizationId: number,
  targets: readonly string[] | undefined,
  window: Window,
): Part<Ruleset> {
  const { sql, values } = allOf([
    { sql: "organization_id = ?", values: [organizationId] },
    where("target IN (SELECT value FROM json_each(?))", targets && JSON.stringify(targets)),
  ]);
  return readPart(db, Ruleset, `* FROM rulesets WHERE ${sql} ORDER BY id`, values, window);
}

/** The rulesets of an account that pushes are held against; most accounts have none. */
export function rulesetsInForce(db: Database, organizationId: number): Ruleset[] {
  if (!exists(db, "SELECT 1 FROM rulesets WHERE organization_id = ?", organizationId)) return [];
  const sql = "SELECT * FROM rulesets WHERE organization_id = ? AND enforcement <> 'disabled' ORDER BY id";
  return db.all(Ruleset, sql, organizationId);
}

/** The versions of a ruleset, the latest first. */
export function rulesetVersionsOf(db: Database, rulesetId: number, window: Window): Part<RulesetVersion> {
  return readPart(
    db,
    RulesetVersion,
    "* FROM ruleset_versions WHERE ruleset_id = ? ORDER BY id DESC",
    [rulesetId],
    window,
  );
}

export function findRulesetVersion(db: Database, rulesetId: number, id: number): RulesetVersion | undefined {
  const sql = "SELECT * FROM ruleset_versions WHERE ruleset_id = ? AND id = ?";
  return db.get(RulesetVersion, sql, rulesetId, id);
}
