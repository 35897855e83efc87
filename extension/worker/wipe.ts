import { browser } from "wxt/browser";
import { replaceAllAccounts } from "./account-store.ts";
import { clearClients } from "./clients.ts";
import { removeOptionalPermissions } from "./host-permission.ts";
import { loadLanguage } from "./language.ts";
import { deleteBulkData } from "./lists/bulk-services.ts";
import { updateSites } from "./sites.ts";

/** Deletes all data and permissions, as after a new installation. */
export async function wipe(): Promise<void> {
  // Tokens are deleted first, so that a later failure cannot keep them.
  await replaceAllAccounts([], undefined);
  clearClients();
  await deleteBulkData();
  await Promise.all([browser.storage.local.clear(), browser.storage.session.clear(), browser.alarms.clearAll()]);
  await removeOptionalPermissions();
  await loadLanguage("auto");
  await updateSites();
}
