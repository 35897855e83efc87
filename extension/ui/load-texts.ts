import * as z from "zod/mini";
import type { Language } from "../settings.ts";

const MessagesFile = z.record(z.string(), z.object({ message: z.string() }));

/** Loads the texts of a language; undefined for the browser's own language, which `browser.i18n` provides. */
export async function loadTexts(language: "auto" | Language): Promise<Record<string, string> | undefined> {
  if (language === "auto") return undefined;
  const file = await fetch(new URL(`/_locales/${language}/messages.json`, location.href));
  const messages = z.parse(MessagesFile, await file.json());
  const texts = Object.entries(messages).map(([key, { message }]) => [key, message] as const);
  return { ...Object.fromEntries(texts), "@@ui_locale": language };
}
