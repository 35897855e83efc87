import { browser } from "wxt/browser";
import { applyAccountChanges } from "./accounts-changed.ts";
import { watchPermissions } from "./host-permission.ts";
import { LOCK_ALARM, lockIfExpired } from "./lock-session.ts";

/** The page that is opened once, after installation. */
const WELCOME_PAGE = "/welcome.html";

/**
 * Adds the listeners for installation, alarms, permissions and policies. Must be called synchronously when the worker
 * starts.
 */
export function addLifecycleListeners(): void {
  // Session storage contains the passphrase's key. Nothing is stored locally, but content scripts could use it to
  // communicate with each other. Firefox restricts session storage by default and lacks this method.
  for (const area of [browser.storage.session, browser.storage.local]) {
    if ("setAccessLevel" in area) void area.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
  }
  watchPermissions(() => void applyAccountChanges());
  browser.storage.onChanged.addListener((_, area) => {
    // The administrator's policy changed.
    if (area === "managed") void applyAccountChanges();
  });
  browser.alarms.onAlarm.addListener(async ({ name }) => {
    if (name === LOCK_ALARM && (await lockIfExpired())) await applyAccountChanges();
  });
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === "install") void browser.tabs.create({ url: browser.runtime.getURL(WELCOME_PAGE) });
  });
}
