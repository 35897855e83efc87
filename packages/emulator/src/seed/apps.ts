import { EVENT_PERMISSIONS } from "../deliveries/subscriptions.ts";
import { accounts } from "../state/accounts.ts";
import { apps, botLogin, createApp, createInstallation, type GrantedPermissions } from "../state/apps.ts";
import { allPermissions } from "../state/tokens.ts";
import { readPermissions } from "./grants.ts";
import type { SeedEntry } from "./schema.ts";
import { checkEvents, insertAppHook } from "./sections/hooks.ts";
import type { SeedContext } from "./seed-context.ts";
import type { SeedPath } from "./seed-error.ts";

function permissionsOf(
  context: SeedContext,
  input: SeedEntry<"apps">["permissions"],
  path: SeedPath,
): GrantedPermissions {
  if (input !== "all") return readPermissions(context, input, path);
  const forEvents = Object.fromEntries(EVENT_PERMISSIONS.map((key) => [key, "write" as const]));
  return { ...allPermissions("repository", "organization"), ...forEvents };
}

/** Inserts an app with its webhook and installations. */
export function insertApp(context: SeedContext, slug: string, input: SeedEntry<"apps">): void {
  const { db } = context;
  const created = context.toTimestamp(input.created);
  const times = { created_at: created, updated_at: created };
  const permissions = permissionsOf(context, input.permissions, ["apps", slug, "permissions"]);
  context.assertUnused(apps.find(db, { slug }) ?? accounts.find(db, { login: botLogin(slug) }), ["apps", slug]);
  checkEvents("app", input.events, ["apps", slug, "events"]);
  const app = createApp(db, {
    slug,
    name: input.name ?? slug,
    client_id: input.client_id ?? `Iv1.${slug}`,
    owner_id: context.account(input.owner, ["apps", slug, "owner"]).id,
    description: input.description ?? null,
    external_url: input.url,
    permissions,
    events: input.events,
    ...times,
  });
  for (const [login, { repositories, suspended_by, ...installation }] of Object.entries(input.installations)) {
    const path = ["apps", slug, "installations", login];
    createInstallation(
      db,
      {
        app_id: app.id,
        account_id: context.account(login, path).id,
        events: input.events,
        ...times,
        repository_selection: repositories === "all" ? "all" : "selected",
        permissions: installation.permissions
          ? permissionsOf(context, installation.permissions, [...path, "permissions"])
          : permissions,
        suspended_at: suspended_by === undefined ? null : created,
        suspended_by: context.userId(suspended_by, [...path, "suspended_by"]),
      },
      repositories === "all"
        ? []
        : repositories.map((name, index) => context.repository(name, [...path, "repositories", index]).id),
    );
  }
  if (input.hook) insertAppHook(context, app, input.hook, ["apps", slug, "hook"]);
}
