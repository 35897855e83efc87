import overlay from "../locales/en/overlay.json" with { type: "json" };
import reviewers from "../locales/en/reviewers.json" with { type: "json" };
import rows from "../locales/en/rows.json" with { type: "json" };
import type { Settings } from "../settings.ts";
import { speak } from "../ui/words.ts";
import { wordsOf } from "../ui/words-of.ts";
import { readSettings } from "./settings.ts";

/** What is drawn on a forge's pages: other words need not go there. */
const DRAWN = Object.keys({ ...overlay, ...reviewers, ...rows });

let spoken: Promise<void> | undefined;

/** Has the worker speak the person's language; the first time it asks which. */
export function speakLanguage(language?: Settings["language"]): Promise<void> {
  if (language !== undefined || !spoken) spoken = begin(language);
  return spoken;
}

async function begin(language?: Settings["language"]): Promise<void> {
  speak(await wordsOf(language ?? (await readSettings()).language));
}

/** The words that a forge's pages need of a language that is not the browser's own. */
export async function overlayWords(language: Settings["language"]): Promise<Record<string, string> | undefined> {
  const words = await wordsOf(language);
  if (!words) return undefined;
  return Object.fromEntries(["@@ui_locale", ...DRAWN].map((key) => [key, words[key] ?? ""]));
}
