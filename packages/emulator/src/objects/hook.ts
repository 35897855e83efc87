import type { Account } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { newestDelivery } from "../state/deliveries.ts";
import type { Hook } from "../state/hooks.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import type { World } from "../world.ts";

/** What a webhook belongs to that operations manage. */
export type HookPlace =
  | { readonly kind: "repository"; readonly repository: Repository }
  | { readonly kind: "organization"; readonly organization: Account };

/** A webhook of either, as it belongs there. */
export function renderHook(world: World, place: HookPlace, hook: Hook) {
  return place.kind === "repository"
    ? renderRepositoryHook(world, place.repository, hook)
    : renderOrganizationHook(world, place.organization, hook);
}

/** A webhook of a repository, with how its receiver last answered (public description). */
export function renderRepositoryHook(world: World, repository: Repository, hook: Hook) {
  const { db, apiUrl } = world;
  const url = `${apiUrl}/repos/${fullNameOf(db, repository)}/hooks/${hook.id}`;
  return {
    type: "Repository",
    ...hookFields(hook, url),
    test_url: `${url}/test`,
    last_response: lastResponse(db, hook),
  };
}

/** A webhook of an organization (public description). */
export function renderOrganizationHook(world: World, organization: Account, hook: Hook) {
  return {
    type: "Organization",
    ...hookFields(hook, `${world.apiUrl}/orgs/${organization.login}/hooks/${hook.id}`),
  };
}

function hookFields(hook: Hook, url: string) {
  return {
    id: hook.id,
    name: "web",
    active: hook.active,
    events: hook.events,
    config: {
      url: hook.url,
      content_type: hook.content_type,
      insecure_ssl: hook.insecure_ssl,
      ...(hook.secret === null ? {} : { secret: "********" }),
    },
    created_at: hook.created_at,
    updated_at: hook.updated_at,
    url,
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`,
  };
}

/** How the newest attempt went. */
function lastResponse(db: Database, hook: Hook) {
  const newest = newestDelivery(db, hook.id);
  if (!newest) return { code: null, status: "unused", message: null };
  const status = newest.status === "OK" ? "active" : "misconfigured";
  return { code: newest.status_code || null, status, message: newest.status };
}
