import { EVENT_PERMISSIONS } from "../deliveries/subscriptions.ts";
import { accounts } from "../state/accounts.ts";
import { apps, botLogin, createApp, createInstallation, type GrantedPermissions } from "../state/apps.ts";
import { allPermissions } from "../state/tokens.ts";
import { readPermissions } from "./grants.ts";
import type { SeedEntry } from "./schema.ts";
import { checkEvents, insertAppHook } from "./sections/hooks.ts";
import type { SeedContext } from "./seed-context.ts";
import { each, eachEntry, inside } from "./seed-error.ts";

function permissionsOf(context: SeedContext, input: SeedEntry<"apps">["permissions"]): GrantedPermissions {
  if (input !== "all") return inside(["permissions"], () => readPermissions(context, input));
  const forEvents = Object.fromEntries(EVENT_PERMISSIONS.map((key) => [key, "write" as const]));
  return { ...allPermissions("repository", "organization"), ...forEvents };
}

/** Inserts an app with its webhook and installations. */
export function insertApp(context: SeedContext, slug: string, input: SeedEntry<"apps">): void {
  const { db } = context;
  const created = context.toTimestamp(input.created);
  const times = { created_at: created, updated_at: created };
  const permissions = permissionsOf(context, input.permissions);
  context.assertUnused(apps.find(db, { slug }) ?? accounts.find(db, { login: botLogin(slug) }));
  checkEvents("app", input.events);
  const app = createApp(db, {
    slug,
    name: input.name ?? slug,
    client_id: input.client_id ?? `Iv1.${slug}`,
    owner_id: context.account(input.owner, "owner").id,
    description: input.description ?? null,
    external_url: input.url,
    permissions,
    events: input.events,
    ...times,
  });
  eachEntry(["installations"], input.installations, (login, { repositories, suspended_by, ...installation }) =>
    createInstallation(
      db,
      {
        app_id: app.id,
        account_id: context.account(login).id,
        events: input.events,
        ...times,
        repository_selection: repositories === "all" ? "all" : "selected",
        permissions: installation.permissions ? permissionsOf(context, installation.permissions) : permissions,
        suspended_at: suspended_by === undefined ? null : created,
        suspended_by: context.userId(suspended_by, "suspended_by"),
      },
      repositories === "all" ? [] : each(["repositories"], repositories, (name) => context.repository(name).id),
    ),
  );
  const { hook } = input;
  if (hook) inside(["hook"], () => insertAppHook(context, app, hook));
}
