import { readProperty } from "../../internal/read-property.ts";
import { isObject } from "../../schema/is-match.ts";

/** Returns whether all requested reviewers are listed; logins and slugs are compared case-insensitively. */
export function areReviewersRequested(output: unknown, input: Readonly<Record<string, unknown>>): boolean {
  return (
    includesAll(output, "requested_reviewers", "login", input["reviewers"]) &&
    includesAll(output, "requested_teams", "slug", input["team_reviewers"])
  );
}

function includesAll(output: unknown, list: string, key: string, wanted: unknown): boolean {
  const listed = itemsOf(output, list).map((item) => String(readProperty(item, key)).toLowerCase());
  return !Array.isArray(wanted) || wanted.every((name) => listed.includes(String(name).toLowerCase()));
}

function itemsOf(output: unknown, list: string): readonly unknown[] {
  const items = readProperty(output, list);
  return Array.isArray(items) ? items : [];
}

/** Converts the pull request to the response of the call; a single pull request omits the teams' parents. */
export function withParentsOfTeams(output: unknown): unknown {
  if (!isObject(output)) return output;
  const teams = itemsOf(output, "requested_teams").map((team) => (isObject(team) ? { parent: null, ...team } : team));
  return { ...output, requested_teams: teams };
}
