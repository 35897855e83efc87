import { isScoped } from "@forgehand/core/contract";
import type { Account } from "../state/accounts.ts";
import { allOf, type Condition } from "../state/condition.ts";
import { securedQuery } from "../state/security-managers.ts";
import { teamIdsQuery } from "../state/teams.ts";
import type { Token } from "../state/tokens.ts";
import type { World } from "../world.ts";
import type { Caller } from "./caller.ts";
import { hasRole } from "./roles.ts";

// What `reach.ts` says of one repository, as conditions of queries over many, each named `r`.

/** The repositories that a caller may know of: `isVisible`, for lists. */
export function visibleTo({ token, user, app }: Caller): Condition {
  if (app)
    return publicOr({ sql: "r.owner_id IN (SELECT account_id FROM installations WHERE app_id = ?)", values: [app.id] });
  if (!token) return PUBLIC;
  if (token.kind === "workflow" || token.kind === "installation") return publicOr(allOf(limitsOf(token)));
  return user ? publicOr(allOf([...limitsOf(token), givenTo(user.id)])) : PUBLIC;
}

/** Of the repositories that somebody was given, those that the token lets through. */
export function letThrough(token: Token | undefined): Condition {
  return token ? publicOr(allOf(limitsOf(token))) : PUBLIC;
}

const PUBLIC: Condition = { sql: "r.private = 0", values: [] };

function publicOr({ sql, values }: Condition): Condition {
  return { sql: `(r.private = 0 OR ${sql})`, values };
}

/** What a token leaves of what its owner may see. */
function limitsOf(token: Token): Condition[] {
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

/** What somebody was given, in any way. */
function givenTo(userId: number): Condition {
  const sql = `r.owner_id = ?
    OR r.owner_id IN (SELECT m.organization_id FROM members m JOIN accounts o ON o.id = m.organization_id
      WHERE m.user_id = ? AND (m.role = 'admin' OR o.base_permission <> 'none'))
    OR r.owner_id IN (${securedQuery("?")})
    OR EXISTS (SELECT 1 FROM collaborators c WHERE c.repository_id = r.id
      AND (c.user_id = ? OR c.team_id IN (${teamIdsQuery("?")})))`;
  return { sql, values: Array.from({ length: 6 }, () => userId) };
}

/** The teams `t` of an organization that a caller may know of: owners all, members those that are not secret, and their own. */
export function visibleTeams(world: World, caller: Caller, organization: Account): Condition {
  const named = { repository: undefined, organization, enterprise: undefined, subject: undefined };
  if (hasRole(world, "organization-owner", caller, named)) return allOf([]);
  if (!hasRole(world, "organization-member", caller, named)) return { sql: "FALSE", values: [] };
  const sql = "(t.privacy = 'closed' OR t.id IN (SELECT team_id FROM team_members WHERE user_id = ?))";
  return { sql, values: [caller.user?.id ?? null] };
}
