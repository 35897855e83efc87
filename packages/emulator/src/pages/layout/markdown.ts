import { raw } from "hono/html";
import { renderMarkdown } from "../../objects/render-markdown.ts";
import type { Html } from "./html.ts";

/** Renders user-written Markdown. Raw HTML in it is escaped. */
export async function markdown(text: string): Promise<Awaited<Html>> {
  const rendered = await renderMarkdown(text);
  // Task list checkboxes have no label of their own.
  return raw(rendered.replaceAll('type="checkbox"', 'type="checkbox" aria-label="Task"'));
}
