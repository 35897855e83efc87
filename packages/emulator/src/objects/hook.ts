import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { newestDelivery } from "../state/deliveries.ts";
import type { Hook } from "../state/hooks.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";

/** The repository or organization whose webhooks an operation manages. */
export type HookScope =
  | { readonly kind: "repository"; readonly repository: Repository }
  | { readonly kind: "organization"; readonly organization: Account };

/** Renders a repository's or an organization's webhook. */
export function renderHook(context: EmulatorContext, scope: HookScope, hook: Hook) {
  return scope.kind === "repository"
    ? renderRepositoryHook(context, scope.repository, hook)
    : renderOrganizationHook(context, scope.organization, hook);
}

/** Renders a repository's webhook with its last response. */
export function renderRepositoryHook(context: EmulatorContext, repository: Repository, hook: Hook) {
  const { db, apiUrl } = context;
  const url = `${apiUrl}/repos/${fullNameOf(db, repository)}/hooks/${hook.id}`;
  return {
    type: "Repository",
    ...hookFields(hook, url),
    test_url: `${url}/test`,
    last_response: lastResponse(db, hook),
  };
}

/** Renders an organization's webhook. */
export function renderOrganizationHook(context: EmulatorContext, organization: Account, hook: Hook) {
  return {
    type: "Organization",
    ...hookFields(hook, `${context.apiUrl}/orgs/${organization.login}/hooks/${hook.id}`),
  };
}

function hookFields(hook: Hook, url: string) {
  return {
    id: hook.id,
    name: "web",
    active: hook.active,
    events: hook.events,
    config: renderHookConfig(hook),
    created_at: hook.created_at,
    updated_at: hook.updated_at,
    url,
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`,
  };
}

/** Renders a webhook's configuration with its secret masked. */
export function renderHookConfig({ url, content_type, insecure_ssl, secret }: Hook) {
  return { url, content_type, insecure_ssl, ...(secret === null ? {} : { secret: "********" }) };
}

/** Returns the result of the newest delivery. */
function lastResponse(db: Database, hook: Hook) {
  const newest = newestDelivery(db, hook.id);
  if (!newest) return { code: null, status: "unused", message: null };
  const status = newest.status === "OK" ? "active" : "misconfigured";
  return { code: newest.status_code || null, status, message: newest.status };
}
