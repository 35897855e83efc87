import { EVENT_PERMISSIONS } from "../deliveries/subscriptions.ts";
import { createApp, createInstallation, findApp, type Permissions } from "../state/apps.ts";
import { allPermissions } from "../state/tokens.ts";
import type { Planting } from "./planting.ts";
import type { Of } from "./schema.ts";
import { checkEvents, plantAppHook } from "./sections/hooks.ts";

function permissionsOf(told: Of<"apps">["permissions"]): Permissions {
  if (told !== "all") return told;
  const forEvents = Object.fromEntries(EVENT_PERMISSIONS.map((key) => [key, "write" as const]));
  return { ...allPermissions("repository", "organization"), ...forEvents };
}

/** An app with its webhook, and where it is installed. */
export function plantApp(planting: Planting, slug: string, told: Of<"apps">): void {
  const { db } = planting;
  const created = planting.at(told.created);
  const times = { created_at: created, updated_at: created };
  const permissions = permissionsOf(told.permissions);
  planting.free(findApp(db, slug), ["apps", slug]);
  checkEvents("app", told.events, ["apps", slug, "events"]);
  const app = createApp(db, {
    ...{ slug, name: told.name ?? slug, client_id: told.client_id ?? `Iv1.${slug}` },
    ...{ owner_id: planting.account(told.owner, ["apps", slug, "owner"]).id, description: told.description ?? null },
    ...{ external_url: told.url, permissions, events: told.events, ...times },
  });
  for (const [login, { repositories, suspended_by, ...installation }] of Object.entries(told.installations)) {
    const path = ["apps", slug, "installations", login];
    createInstallation(
      db,
      {
        ...{ app_id: app.id, account_id: planting.account(login, path).id, events: told.events, ...times },
        repository_selection: repositories === "all" ? "all" : "selected",
        permissions: installation.permissions ? permissionsOf(installation.permissions) : permissions,
        suspended_at: suspended_by === undefined ? null : created,
        suspended_by: planting.userId(suspended_by, [...path, "suspended_by"]),
      },
      repositories === "all"
        ? []
        : repositories.map((name, index) => planting.repository(name, [...path, "repositories", index]).id),
    );
  }
  if (told.hook) plantAppHook(planting, app, told.hook, ["apps", slug, "hook"]);
}
