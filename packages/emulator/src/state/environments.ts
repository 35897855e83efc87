import * as z from "zod/mini";
import { type Database, flag, type PageRange, queryPage, type RowPage } from "./database.ts";
import type { UserOrTeamId } from "./teams.ts";

export const ENVIRONMENT_TABLES = `
CREATE TABLE environments (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE, branches TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  UNIQUE (repository_id, name)
) STRICT;
CREATE TABLE environment_rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT, environment_id INTEGER NOT NULL REFERENCES environments ON DELETE CASCADE,
  type TEXT NOT NULL, wait_timer INTEGER, prevent_self_review INTEGER, UNIQUE (environment_id, type)
) STRICT;
CREATE TABLE environment_reviewers (
  rule_id INTEGER NOT NULL REFERENCES environment_rules ON DELETE CASCADE, position INTEGER NOT NULL,
  user_id INTEGER REFERENCES accounts ON DELETE CASCADE, team_id INTEGER REFERENCES teams ON DELETE CASCADE,
  PRIMARY KEY (rule_id, position)
) STRICT;
`;

/** A deployment environment of a repository. */
export const Environment = z.object({
  id: z.int(),
  repository_id: z.int(),
  name: z.string(),
  /** Branches that can deploy: all, protected ones, or those that match patterns. */
  branches: z.enum(["all", "protected", "custom"]),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Environment = z.output<typeof Environment>;

/** A protection rule: a wait timer, required reviewers or a branch policy. */
export const EnvironmentRule = z.object({
  id: z.int(),
  type: z.enum(["wait_timer", "required_reviewers", "branch_policy"]),
  /** In minutes. */
  wait_timer: z.nullable(z.int()),
  prevent_self_review: z.nullable(flag()),
});
export type EnvironmentRule = z.output<typeof EnvironmentRule>;

/** A user or team that can approve deployments. */
export type EnvironmentReviewer = UserOrTeamId;

/** The protection rules of an environment. */
export interface EnvironmentProtection {
  readonly branches: Environment["branches"];
  /** In minutes; 0: none. */
  readonly waitTimer: number;
  readonly reviewers: readonly EnvironmentReviewer[];
  readonly preventSelfReview: boolean;
}

/** No protection: every branch can deploy immediately. */
export const UNPROTECTED: EnvironmentProtection = {
  branches: "all",
  waitTimer: 0,
  reviewers: [],
  preventSelfReview: false,
};

/**
 * Creates an environment, or replaces the protection rules of an existing one.
 * @returns the environment's id
 */
export function putEnvironment(
  db: Database,
  repositoryId: number,
  name: string,
  { branches, waitTimer, reviewers, preventSelfReview }: EnvironmentProtection,
  now: string,
): number {
  return db.transaction(() => {
    db.run(
      `INSERT INTO environments (repository_id, name, branches, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (repository_id, name) DO UPDATE SET branches = excluded.branches, updated_at = excluded.updated_at`,
      ...[repositoryId, name, branches, now, now],
    );
    const id = findEnvironment(db, repositoryId, name)?.id;
    if (id === undefined) throw new Error("The environment could not be read back after it was written.");
    setRule(db, id, "wait_timer", waitTimer > 0 && { waitTimer });
    const rule = setRule(db, id, "required_reviewers", reviewers.length > 0 && { preventSelfReview });
    if (rule) {
      db.run("DELETE FROM environment_reviewers WHERE rule_id = ?", rule.id);
      for (const [position, reviewer] of reviewers.entries()) {
        const [user, team] = "userId" in reviewer ? [reviewer.userId, null] : [null, reviewer.teamId];
        db.run("INSERT INTO environment_reviewers VALUES (?, ?, ?, ?)", rule.id, position, user, team);
      }
    }
    setRule(db, id, "branch_policy", branches !== "all" && {});
    return id;
  });
}

/**
 * Sets or removes the rule of a type; an existing one keeps its id.
 * @param settings the rule's settings; false removes it
 */
function setRule(
  db: Database,
  environmentId: number,
  type: EnvironmentRule["type"],
  settings: false | { readonly waitTimer?: number; readonly preventSelfReview?: boolean },
): EnvironmentRule | undefined {
  if (settings === false) {
    db.run("DELETE FROM environment_rules WHERE environment_id = ? AND type = ?", environmentId, type);
    return undefined;
  }
  const { waitTimer = null, preventSelfReview } = settings;
  db.run(
    `INSERT INTO environment_rules (environment_id, type, wait_timer, prevent_self_review) VALUES (?, ?, ?, ?)
     ON CONFLICT (environment_id, type) DO UPDATE
     SET wait_timer = excluded.wait_timer, prevent_self_review = excluded.prevent_self_review`,
    ...[environmentId, type, waitTimer, preventSelfReview === undefined ? null : Number(preventSelfReview)],
  );
  return environmentRulesOf(db, environmentId).find((rule) => rule.type === type);
}

/** Deletes an environment with its secrets and variables. */
export function deleteEnvironment(db: Database, { id }: Environment): void {
  db.run("DELETE FROM environments WHERE id = ?", id);
}

/** Finds an environment by its name, case-insensitively. */
export function findEnvironment(db: Database, repositoryId: number, name: string): Environment | undefined {
  return db.get(Environment, "SELECT * FROM environments WHERE repository_id = ? AND name = ?", repositoryId, name);
}

export function environmentsOf(db: Database, repositoryId: number, pageRange: PageRange): RowPage<Environment> {
  return queryPage(
    db,
    Environment,
    "* FROM environments WHERE repository_id = ? ORDER BY name",
    [repositoryId],
    pageRange,
  );
}

export function environmentRulesOf(db: Database, environmentId: number): EnvironmentRule[] {
  return db.all(EnvironmentRule, "SELECT * FROM environment_rules WHERE environment_id = ? ORDER BY id", environmentId);
}

/** Returns the reviewers of a rule in the order they were given. */
export function environmentReviewersOf(db: Database, ruleId: number): EnvironmentReviewer[] {
  const Row = z.object({ user_id: z.nullable(z.int()), team_id: z.nullable(z.int()) });
  const sql = "SELECT user_id, team_id FROM environment_reviewers WHERE rule_id = ? ORDER BY position";
  return db.all(Row, sql, ruleId).flatMap(({ user_id, team_id }): EnvironmentReviewer[] => {
    if (user_id !== null) return [{ userId: user_id }];
    return team_id === null ? [] : [{ teamId: team_id }];
  });
}
