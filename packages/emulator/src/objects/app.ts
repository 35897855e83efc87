import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import { type App, apps, botLogin } from "../state/apps.ts";
import { WORKFLOW_APP_CREATED, WORKFLOW_APP_ID, workflowAppSlug } from "../state/workflow-app.ts";
import { nodeId, profilePath, renderUser, userObject } from "./user.ts";

/** Renders an app. */
export function renderApp(context: EmulatorContext, app: App) {
  return {
    id: app.id,
    client_id: app.client_id,
    slug: app.slug,
    node_id: nodeId("App", app.id),
    owner: renderUser(context, getAccount(context.db, app.owner_id)),
    name: app.name,
    description: app.description ?? "",
    external_url: app.external_url,
    html_url: appPageUrl(context, app.slug),
    created_at: app.created_at,
    updated_at: app.updated_at,
    permissions: app.permissions,
    events: app.events,
  };
}

/** Finds an app by its slug, including the service's own, and renders it. */
export function findAppObject(context: EmulatorContext, slug: string) {
  const app = apps.find(context.db, { slug });
  if (app) return renderApp(context, app);
  return slug.toLowerCase() === workflowAppSlug(context.dialect) ? renderWorkflowApp(context) : undefined;
}

/** Finds an app by its id, including the service's own, and renders it. */
export function findAppById(context: EmulatorContext, id: number) {
  if (id === WORKFLOW_APP_ID) return renderWorkflowApp(context);
  const app = apps.find(context.db, { id });
  return app && renderApp(context, app);
}

/** Renders the service's own app that runs workflows. */
export function renderWorkflowApp(context: EmulatorContext) {
  const slug = workflowAppSlug(context.dialect);
  const owner = { id: 0, login: context.dialect.mediaTypeVendor, type: "Organization", site_admin: false } as const;
  return {
    id: WORKFLOW_APP_ID,
    slug,
    node_id: nodeId("App", WORKFLOW_APP_ID),
    owner: userObject(context, owner),
    name: "Actions",
    description: "Runs workflows.",
    external_url: context.webUrl,
    html_url: appPageUrl(context, slug),
    created_at: WORKFLOW_APP_CREATED,
    updated_at: WORKFLOW_APP_CREATED,
    permissions: { actions: "write", checks: "write", metadata: "read" } as const,
    events: [],
  };
}

/** Returns the URL of an app's page, which is also that of its bot. */
const appPageUrl = ({ webUrl }: EmulatorContext, slug: string) =>
  `${webUrl}/${profilePath({ login: botLogin(slug), type: "Bot" })}`;
