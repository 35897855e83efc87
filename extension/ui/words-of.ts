import * as z from "zod/mini";
import type { Language } from "../settings.ts";

const Messages = z.record(z.string(), z.object({ message: z.string() }));

/** The words of a language; undefined for the browser's own, which speaks for itself. */
export async function wordsOf(language: "auto" | Language): Promise<Record<string, string> | undefined> {
  if (language === "auto") return undefined;
  const file = await fetch(new URL(`/_locales/${language}/messages.json`, location.href));
  const messages = z.parse(Messages, await file.json());
  const words = Object.entries(messages).map(([key, { message }]) => [key, message] as const);
  return { ...Object.fromEntries(words), "@@ui_locale": language };
}
