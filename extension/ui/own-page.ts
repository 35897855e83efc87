import { type ComponentChild, render } from "preact";
import { DEFAULT_SETTINGS } from "../settings.ts";
import { ask } from "./ask.ts";
import { language, speak, t } from "./words.ts";
import { wordsOf } from "./words-of.ts";

/** Draws a page of the extension's own, in the language and the theme that the person chose. */
export async function drawOwnPage(title: "name", draw: () => ComponentChild): Promise<void> {
  // Where even that can't be told, what the page asks next says why.
  const { settings } = await ask("settings", {}).catch(() => ({ settings: DEFAULT_SETTINGS }));
  speak(await wordsOf(settings.language));
  const { documentElement: root } = document;
  root.lang = language();
  root.dataset["theme"] = settings.theme;
  document.title = t(title);
  const app = document.getElementById("app");
  if (app) render(draw(), app);
}
