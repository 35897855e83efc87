import { browser } from "wxt/browser";
import { hostPattern } from "../host/host-pattern.ts";

/** Results by match pattern, valid until the browser reports a change. */
const grantCache = new Map<string, Promise<boolean>>();

/** Whether the extension has permission for a host and its API. The user can revoke it in the browser's settings. */
export async function hasHostPermission({ origin, apiUrl }: { readonly origin: string; readonly apiUrl: string }) {
  const grants = await Promise.all([origin, apiUrl].map((url) => isGranted(hostPattern(url))));
  return grants.every(Boolean);
}

function isGranted(pattern: string): Promise<boolean> {
  const granted = grantCache.get(pattern) ?? browser.permissions.contains({ origins: [pattern] });
  grantCache.set(pattern, granted);
  return granted;
}

/** Watches for permission changes. Must be called synchronously when the worker starts. */
export function watchPermissions(onChange: () => void): void {
  const handleChange = () => {
    grantCache.clear();
    onChange();
  };
  browser.permissions.onAdded.addListener(handleChange);
  browser.permissions.onRemoved.addListener(handleChange);
}

/**
 * Removes all permissions that the manifest does not require.
 * @returns the match patterns that the browser did not remove
 */
export async function removeOptionalPermissions(): Promise<string[]> {
  await browser.permissions.remove({ permissions: ["notifications"] }).catch(() => false);
  // Separately, because the browser removes all of them or none.
  for (const origin of await optionalOrigins())
    await browser.permissions.remove({ origins: [origin] }).catch(() => false);
  return optionalOrigins();
}

async function optionalOrigins(): Promise<string[]> {
  const required = new Set(browser.runtime.getManifest().host_permissions ?? []);
  const { origins = [] } = await browser.permissions.getAll();
  return origins.filter((origin) => !required.has(origin));
}
