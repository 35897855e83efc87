import { isScoped } from "@forgehand/core/contract";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import { allOf, type Condition } from "../state/condition.ts";
import { enterpriseAccountsQuery } from "../state/repositories.ts";
import { securedOrganizationsQuery } from "../state/security-managers.ts";
import { teamIdsQuery } from "../state/teams.ts";
import type { Token } from "../state/tokens.ts";
import type { Caller } from "./caller.ts";
import { hasRole } from "./roles.ts";

// The rules of `permission.ts` as SQL conditions for queries over repositories, which are named `r`.

/** Returns the condition for repositories that a caller can see, the list equivalent of `canSeeRepository`. */
export function visibleRepositories({ token, user, app }: Caller): Condition {
  if (app)
    return publicOr({ sql: "r.owner_id IN (SELECT account_id FROM installations WHERE app_id = ?)", values: [app.id] });
  if (!token) return PUBLIC;
  if (token.kind === "workflow" || token.kind === "installation") return publicOr(allOf(tokenConditions(token)));
  return user ? publicOr(allOf([...tokenConditions(token), grantedTo(user.id)])) : PUBLIC;
}

/** Returns the condition for repositories that a token gives access to, regardless of its user's grants. */
export function allowedByToken(token: Token | undefined): Condition {
  return token ? publicOr(allOf(tokenConditions(token))) : PUBLIC;
}

const PUBLIC: Condition = { sql: "r.private = 0", values: [] };

function publicOr({ sql, values }: Condition): Condition {
  return { sql: `(r.private = 0 OR ${sql})`, values };
}

/** Returns the restrictions that a token imposes on its user's access. */
function tokenConditions(token: Token): Condition[] {
  const { repository_ids, resource_owner_id, app_id } = token;
  return [
    ...(repository_ids
      ? [{ sql: "r.id IN (SELECT value FROM json_each(?))", values: [JSON.stringify(repository_ids)] }]
      : []),
    ...(token.kind === "workflow" ? [{ sql: "r.id = ?", values: [token.repository_id] }] : []),
    ...(token.kind === "installation" ? [installed("i.id", token.installation_id)] : []),
    ...(token.kind === "user-access" && app_id !== null ? [installed("i.app_id", app_id)] : []),
    ...(resource_owner_id === null ? [] : [{ sql: "r.owner_id = ?", values: [resource_owner_id] }]),
    ...(isScoped(token.kind) && !token.scopes.includes("repo") ? [{ sql: "FALSE", values: [] }] : []),
  ];
}

function installed(column: "i.id" | "i.app_id", id: number | null): Condition {
  const sql = `EXISTS (SELECT 1 FROM installations i WHERE ${column} = ? AND i.account_id = r.owner_id
    AND i.suspended_at IS NULL AND (i.repository_selection = 'all' OR EXISTS (SELECT 1 FROM installation_repositories s
      WHERE s.installation_id = i.id AND s.repository_id = r.id)))`;
  return { sql, values: [id] };
}

/** Returns the condition for repositories that a user was granted access to in any way. */
export function grantedTo(userId: number): Condition {
  const sql = `r.owner_id = ?
    OR r.owner_id IN (SELECT m.organization_id FROM members m JOIN accounts o ON o.id = m.organization_id
      WHERE m.user_id = ? AND (m.role = 'admin' OR o.base_permission <> 'none'))
    OR r.owner_id IN (${securedOrganizationsQuery("?")})
    OR r.internal = 1 AND r.owner_id IN (${enterpriseAccountsQuery("?")})
    OR EXISTS (SELECT 1 FROM collaborators c WHERE c.repository_id = r.id
      AND (c.user_id = ? OR c.team_id IN (${teamIdsQuery("?")})))`;
  return { sql, values: Array.from({ length: 7 }, () => userId) };
}

/**
 * Returns the condition for an organization's teams `t` that a caller can see: owners see all teams, members see those
 * that are not secret and their own.
 */
export function visibleTeams(context: EmulatorContext, caller: Caller, organization: Account): Condition {
  const resources = { repository: undefined, organization, enterprise: undefined, subject: undefined };
  if (hasRole(context, "organization-owner", caller, resources)) return allOf([]);
  if (!hasRole(context, "organization-member", caller, resources)) return { sql: "FALSE", values: [] };
  const sql = "(t.privacy = 'closed' OR t.id IN (SELECT team_id FROM team_members WHERE user_id = ?))";
  return { sql, values: [caller.user?.id ?? null] };
}
