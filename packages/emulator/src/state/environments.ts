import { flag, integer, nullable, oneOf, type RowOf, reference, rowId, text, typedName } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";
import type { UserOrTeamId } from "./teams.ts";

export const environmentReviewers = table(
  "environment_reviewers",
  {
    rule_id: reference("environment_rules"),
    position: integer(),
    user_id: nullable(reference("accounts")),
    team_id: nullable(reference("teams")),
  },
  { key: ["rule_id", "position"] },
);

/** A deployment environment of a repository. */
export const environments = table(
  "environments",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    name: typedName(),
    /** Branches that can deploy: all, protected ones, or those that match patterns. */
    branches: oneOf(["all", "protected", "custom"]),
    created_at: text(),
    updated_at: text(),
  },
  { unique: [["repository_id", "name"]] },
);
export type Environment = RowOf<typeof environments>;

/** A protection rule: a wait timer, required reviewers or a branch policy. */
export const environmentRules = table(
  "environment_rules",
  {
    id: rowId(),
    environment_id: reference("environments"),
    type: oneOf(["wait_timer", "required_reviewers", "branch_policy"]),
    /** In minutes. */
    wait_timer: nullable(integer()),
    prevent_self_review: nullable(flag()),
  },
  { unique: [["environment_id", "type"]] },
);
export type EnvironmentRule = RowOf<typeof environmentRules>;

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
    const values = { repository_id: repositoryId, name, branches, created_at: now, updated_at: now };
    const { id } = environments.putReturning(db, values, ["repository_id", "name"], ["branches", "updated_at"]);
    setRule(db, id, "wait_timer", waitTimer > 0 && { waitTimer });
    const rule = setRule(db, id, "required_reviewers", reviewers.length > 0 && { preventSelfReview });
    if (rule) {
      environmentReviewers.delete(db, { rule_id: rule.id });
      for (const [position, reviewer] of reviewers.entries()) {
        const [user, team] = "userId" in reviewer ? [reviewer.userId, null] : [null, reviewer.teamId];
        environmentReviewers.insert(db, { rule_id: rule.id, position, user_id: user, team_id: team });
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
    environmentRules.delete(db, { environment_id: environmentId, type });
    return undefined;
  }
  const { waitTimer = null, preventSelfReview = null } = settings;
  return environmentRules.putReturning(
    db,
    { environment_id: environmentId, type, wait_timer: waitTimer, prevent_self_review: preventSelfReview },
    ["environment_id", "type"],
  );
}

/** Deletes an environment with its secrets and variables. */
export function deleteEnvironment(db: Database, { id }: Environment): void {
  environments.delete(db, { id });
}

/** Returns the reviewers of a rule in the order they were given. */
export function environmentReviewersOf(db: Database, ruleId: number): EnvironmentReviewer[] {
  return environmentReviewers
    .all(db, { rule_id: ruleId }, "position")
    .flatMap(({ user_id, team_id }): EnvironmentReviewer[] => {
      if (user_id !== null) return [{ userId: user_id }];
      return team_id === null ? [] : [{ teamId: team_id }];
    });
}
