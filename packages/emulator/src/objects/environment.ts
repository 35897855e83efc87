import { getAccount } from "../state/accounts.ts";
import { type Environment, type EnvironmentRule, type Reviewer, reviewersOf, rulesOf } from "../state/environments.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { getTeam } from "../state/teams.ts";
import type { World } from "../world.ts";
import { renderTeam } from "./team.ts";
import { nodeId, renderUser } from "./user.ts";

/** A deployment environment with what protects it (public description). */
export function renderEnvironment(world: World, repository: Repository, environment: Environment) {
  const { db, apiUrl, webUrl } = world;
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
    protection_rules: rulesOf(db, environment.id).map((rule) => renderRule(world, rule)),
    deployment_branch_policy:
      branches === "all"
        ? null
        : { protected_branches: branches === "protected", custom_branch_policies: branches === "custom" },
  };
}

function renderRule(world: World, { id, type, wait_timer, prevent_self_review }: EnvironmentRule) {
  const rule = { id, node_id: nodeId("Gate", id), type };
  switch (type) {
    case "wait_timer":
      return { ...rule, wait_timer: wait_timer ?? 0 };
    case "required_reviewers": {
      const reviewers = reviewersOf(world.db, id).flatMap((reviewer) => renderReviewer(world, reviewer));
      return { ...rule, prevent_self_review: prevent_self_review ?? false, reviewers };
    }
    default:
      return rule;
  }
}

function renderReviewer(world: World, reviewer: Reviewer) {
  if ("userId" in reviewer) return { type: "User", reviewer: renderUser(world, getAccount(world.db, reviewer.userId)) };
  const team = getTeam(world.db, reviewer.teamId);
  return team ? { type: "Team", reviewer: renderTeam(world, team) } : [];
}
