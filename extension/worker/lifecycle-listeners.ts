import { browser } from "wxt/browser";
import { applyAccountChanges } from "./accounts-changed.ts";
import { watchPermissions } from "./host-permission.ts";
import { LOCK_ALARM, lockIfExpired } from "./lock-session.ts";
import { runTask } from "./task-gate.ts";

/** The page that is opened once, after installation. */
const WELCOME_PAGE = "/welcome.html";

/**
 * Adds the listeners for installation, alarms, permissions and policies. Must be called synchronously when the worker
 * starts.
 */
export function addLifecycleListeners(): void {
  restrictStorage();
  watchPermissions(() => void runTask(applyAccountChanges));
  browser.storage.onChanged.addListener((_, area) => {
    // The administrator's policy changed.
    if (area === "managed") void runTask(applyAccountChanges);
  });
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === LOCK_ALARM) void runTask(applyExpiry);
  });
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === "install") void browser.tabs.create({ url: browser.runtime.getURL(WELCOME_PAGE) });
  });
}

/**
 * Withholds all storage from content scripts: the session's contains the passphrase's key, the managed one an
 * administrator's policy, and in the others, which are empty, pages that control a content script could leave data.
 */
function restrictStorage(): void {
  for (const name of ["session", "local", "sync", "managed"] as const) {
    const area = name in browser.storage ? browser.storage[name] : undefined;
    // Firefox has no such method. It only withholds session storage, and Safari has no managed storage.
    if (area && "setAccessLevel" in area) void area.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
  }
}

async function applyExpiry(): Promise<void> {
  if (await lockIfExpired()) await applyAccountChanges();
}
