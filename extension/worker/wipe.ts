import { browser } from "wxt/browser";
import { replaceAllAccounts } from "./account-store.ts";
import { clearClients } from "./clients.ts";
import { removeOptionalPermissions } from "./host-permission.ts";
import { loadLanguage } from "./language.ts";
import { deleteBulkData } from "./lists/bulk-services.ts";
import { updateSites } from "./sites.ts";
import { clearState } from "./state-database.ts";

/**
 * Deletes all data and permissions, as after a new installation.
 * @returns the match patterns of hosts to which the browser still gives access
 */
export async function wipe(): Promise<string[]> {
  // Tokens are deleted first, so that a later failure cannot keep them.
  await replaceAllAccounts([], undefined);
  await deleteBulkData();
  // Jobs and gathering have stopped, so that none of them creates another client.
  clearClients();
  await clearState();
  await Promise.all([browser.storage.session.clear(), browser.alarms.clearAll()]);
  const keptHosts = await removeOptionalPermissions();
  await loadLanguage("auto");
  await updateSites();
  return keptHosts;
}
