import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import {
  type Environment,
  type EnvironmentReviewer,
  type EnvironmentRule,
  environmentReviewersOf,
  environmentRules,
} from "../state/environments.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { teams } from "../state/teams.ts";
import { renderTeam } from "./team.ts";
import { nodeId, renderUser } from "./user.ts";

/** Renders a deployment environment with its protection rules. */
export function renderEnvironment(context: EmulatorContext, repository: Repository, environment: Environment) {
  const { db, apiUrl, webUrl } = context;
  const fullName = fullNameOf(db, repository);
  const name = encodeURIComponent(environment.name);
  const { branches } = environment;
  return {
    id: environment.id,
    node_id: nodeId("Environment", environment.id),
    name: environment.name,
    url: `${apiUrl}/repos/${fullName}/environments/${name}`,
    html_url: `${webUrl}/${fullName}/deployments/activity_log?environments_filter=${name}`,
    created_at: environment.created_at,
    updated_at: environment.updated_at,
    // The default; only a web page changes it.
    can_admins_bypass: true,
    protection_rules: environmentRules
      .all(db, { environment_id: environment.id }, "id")
      .map((rule) => renderRule(context, rule)),
    deployment_branch_policy:
      branches === "all"
        ? null
        : { protected_branches: branches === "protected", custom_branch_policies: branches === "custom" },
  };
}

function renderRule(context: EmulatorContext, { id, type, wait_timer, prevent_self_review }: EnvironmentRule) {
  const rule = { id, node_id: nodeId("Gate", id), type };
  switch (type) {
    case "wait_timer":
      return { ...rule, wait_timer: wait_timer ?? 0 };
    case "required_reviewers": {
      const reviewers = environmentReviewersOf(context.db, id).flatMap((reviewer) => renderReviewer(context, reviewer));
      return { ...rule, prevent_self_review: prevent_self_review ?? false, reviewers };
    }
    default:
      return rule;
  }
}

function renderReviewer(context: EmulatorContext, reviewer: EnvironmentReviewer) {
  if ("userId" in reviewer)
    return { type: "User", reviewer: renderUser(context, getAccount(context.db, reviewer.userId)) };
  const team = teams.find(context.db, { id: reviewer.teamId });
  return team ? { type: "Team", reviewer: renderTeam(context, team) } : [];
}
