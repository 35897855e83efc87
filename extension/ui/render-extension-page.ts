import { type ComponentChild, render } from "preact";
import { language, setTexts, t } from "../locales/i18n.ts";
import { DEFAULT_SETTINGS } from "../settings.ts";
import { callWorker } from "./call-worker.ts";
import { loadTexts } from "./load-texts.ts";

/** Renders one of the extension's own pages in the chosen language and theme. */
export async function renderExtensionPage(title: "name", createContent: () => ComponentChild): Promise<void> {
  // If the settings cannot be read, the page's next message reports why.
  const { settings } = await callWorker("settings", {}).catch(() => ({ settings: DEFAULT_SETTINGS }));
  setTexts(await loadTexts(settings.language));
  const { documentElement: root } = document;
  root.lang = language();
  root.dataset["theme"] = settings.theme;
  document.title = t(title);
  const app = document.getElementById("app");
  if (app) render(createContent(), app);
}
