import { hasType, objectOf } from "@forgehand/core/schema";
import { browser } from "wxt/browser";
import { t } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";
import type { PartialControlStates } from "../../model/control-states.ts";
import type { Account } from "../accounts.ts";
import type { MessageSubject } from "../message-subject.ts";

/** Names of events that can be watched separately, by their names on GitHub's pages. */
const EVENT_TEXTS: ReadonlyMap<string, TextKey> = new Map([
  ["Issue", "customIssues"],
  ["PullRequest", "customPulls"],
  ["Release", "customReleases"],
  ["Discussion", "customDiscussions"],
  ["SecurityAlert", "customAlerts"],
]);

const SubscribedEvent = /* @__PURE__ */ objectOf({ name: "string", subscribed: { type: "enum", values: [true] } });

/** The page's data, which any of its scripts can have changed. It is only shown, and makes the control ask once more. */
const PageDataSchema = /* @__PURE__ */ objectOf({ login: "string", events: { type: "optional", of: "anything" } });

/** Number of subjects above which all are forgotten. */
const MAX_CHANGED = 1000;

/** Subjects that were changed since the worker started. The data in their pages is outdated. */
const changed = new Set<string>();

/** Ignores what a subject's page says from now on. */
export function forgetCustomWatching({ key }: MessageSubject): void {
  if (changed.size >= MAX_CHANGED) changed.clear();
  changed.add(key.toLowerCase());
}

/** Adds which events are watched, which the API does not report, from the subject's page. */
export async function addCustomWatching(
  states: PartialControlStates,
  { login }: Account,
  { key, tab }: MessageSubject,
): Promise<PartialControlStates> {
  const { watch } = states;
  if (!watch?.watch || watch.watch === "ignoring" || tab === undefined || changed.has(key.toLowerCase())) return states;
  const data = await readPageData(tab);
  if (!hasType(PageDataSchema, data) || data.login.toLowerCase() !== login.toLowerCase()) return states;
  const events: readonly unknown[] = Array.isArray(data.events) ? data.events : [];
  const names = events.flatMap((event) => EVENT_TEXTS.get(nameOfEvent(event)) ?? []).map((name) => t(name));
  return { ...states, watch: { ...watch, custom: names.length > 0 ? names.join(", ") : t("customSome") } };
}

/** Returns the name of an event that is watched; empty for others. */
function nameOfEvent(event: unknown): string {
  if (typeof event === "string") return event;
  return hasType(SubscribedEvent, event) ? event.name : "";
}

/** Runs in the tab. Undefined if the page does not say that watching is custom, or can't be read. */
async function readPageData(tabId: number): Promise<unknown> {
  const [injection] = await browser.scripting
    .executeScript({ target: { tabId }, func: findCustomWatching })
    .catch(() => []);
  return injection?.result;
}

/** Finds the custom watching in a page's embedded data. Can't use anything outside of it. */
function findCustomWatching(): { readonly login: string; readonly events: unknown } | null {
  const maxLength = 2_000_000;
  const maxEvents = 20;
  for (const { textContent: text } of document.querySelectorAll('script[type="application/json"]')) {
    if (!text || text.length > maxLength || !/"subscriptionType"\s*:\s*"custom"/.test(text)) continue;
    let events: unknown;
    try {
      JSON.parse(text, (key, value) => {
        if (key === "watchData" && value?.subscriptionType === "custom") events = value.subscribableThreadTypes;
        return value;
      });
    } catch {
      continue;
    }
    const login = document.querySelector("meta[name=user-login]")?.getAttribute("content") ?? "";
    return { login, events: Array.isArray(events) ? events.slice(0, maxEvents) : [] };
  }
  return null;
}
