import overlay from "../locales/en/overlay.json" with { type: "json" };
import reviewers from "../locales/en/reviewers.json" with { type: "json" };
import rows from "../locales/en/rows.json" with { type: "json" };
import { setTexts } from "../locales/i18n.ts";
import type { Settings } from "../settings.ts";
import { loadTexts } from "../ui/load-texts.ts";
import { readSettings } from "./settings.ts";

/** Keys of the messages that are shown on GitHub's pages. The overlay does not need any others. */
const OVERLAY_KEYS = Object.keys({ ...overlay, ...reviewers, ...rows });

let loading: Promise<void> | undefined;

/** Sets the worker's language: the given one, or the user's setting on the first call. */
export function loadLanguage(language?: Settings["language"]): Promise<void> {
  if (language !== undefined || !loading) loading = applyLanguage(language);
  return loading;
}

async function applyLanguage(language?: Settings["language"]): Promise<void> {
  setTexts(await loadTexts(language ?? (await readSettings()).language));
}

/** Returns the overlay's messages, or undefined if the language is the browser's own. */
export async function overlayTexts(language: Settings["language"]): Promise<Record<string, string> | undefined> {
  const texts = await loadTexts(language);
  if (!texts) return undefined;
  return Object.fromEntries(["@@ui_locale", ...OVERLAY_KEYS].map((key) => [key, texts[key] ?? ""]));
}
