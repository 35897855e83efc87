import { browser } from "wxt/browser";
import { hostPattern } from "../host/pattern.ts";

/** Answers that hold until the browser says that they changed. */
const known = new Map<string, Promise<boolean>>();

/** May Forgehand work on a host and call its API? The person may take that back in the browser's own settings. */
export async function mayWorkOn({ origin, apiUrl }: { readonly origin: string; readonly apiUrl: string }) {
  const answers = await Promise.all([origin, apiUrl].map((url) => isGranted(hostPattern(url))));
  return answers.every(Boolean);
}

function isGranted(pattern: string): Promise<boolean> {
  const answer = known.get(pattern) ?? browser.permissions.contains({ origins: [pattern] });
  known.set(pattern, answer);
  return answer;
}

/** To be called at each start of the worker, at once. @param changed hears of permissions that came or went */
export function followPermissions(changed: () => void): void {
  const forget = () => {
    known.clear();
    changed();
  };
  browser.permissions.onAdded.addListener(forget);
  browser.permissions.onRemoved.addListener(forget);
}

/** Gives back every permission for a host that the manifest doesn't ask for. */
export async function giveBackPermissions(): Promise<void> {
  const required = new Set(browser.runtime.getManifest().host_permissions ?? []);
  const { origins = [] } = await browser.permissions.getAll();
  const optional = origins.filter((origin) => !required.has(origin));
  if (optional.length > 0) await browser.permissions.remove({ origins: optional }).catch(() => false);
}
