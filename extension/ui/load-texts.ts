import { hasType } from "@forgehand/core/schema";
import type { Language } from "../settings.ts";

const MessagesFile = { type: "record", of: { type: "object", fields: { message: "string" } } } as const;

/** Loads the texts of a language; undefined for the browser's own language, which `browser.i18n` provides. */
export async function loadTexts(language: "auto" | Language): Promise<Record<string, string> | undefined> {
  if (language === "auto") return undefined;
  const file = await fetch(new URL(`/_locales/${language}/messages.json`, location.href));
  const messages: unknown = await file.json();
  if (!hasType(MessagesFile, messages)) throw new Error(`The texts of the language ${language} are not valid.`);
  const texts = Object.entries(messages).map(([key, { message }]) => [key, message] as const);
  return { ...Object.fromEntries(texts), "@@ui_locale": language };
}
