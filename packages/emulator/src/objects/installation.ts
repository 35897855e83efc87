import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import { apps, type Installation } from "../state/apps.ts";
import { renderUser } from "./user.ts";

/** Renders an app installation. */
export function renderInstallation(context: EmulatorContext, installation: Installation) {
  const { db, apiUrl, webUrl } = context;
  const account = getAccount(db, installation.account_id);
  const app = apps.find(db, { id: installation.app_id });
  if (!app) throw new Error(`App ${installation.app_id} of installation ${installation.id} must exist.`);
  const settingsBase = account.type === "Organization" ? `${webUrl}/organizations/${account.login}` : webUrl;
  return {
    id: installation.id,
    account: renderUser(context, account),
    repository_selection: installation.repository_selection,
    access_tokens_url: `${apiUrl}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${apiUrl}/installation/repositories`,
    html_url: `${settingsBase}/settings/installations/${installation.id}`,
    app_id: app.id,
    client_id: app.client_id,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: installation.permissions,
    events: installation.events,
    created_at: installation.created_at,
    updated_at: installation.updated_at,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by:
      installation.suspended_by === null ? null : renderUser(context, getAccount(db, installation.suspended_by)),
    suspended_at: installation.suspended_at,
    contact_email: null,
  };
}
