import { raw } from "hono/html";
import { markdownHtml } from "../../objects/file-html.ts";
import type { Html } from "./html.ts";

/** What people wrote, as a page shows it. Whatever markup they wrote is text by then. */
export async function markdown(text: string): Promise<Awaited<Html>> {
  const rendered = await markdownHtml(text);
  // A box to tick has no words of its own.
  return raw(rendered.replaceAll('type="checkbox"', 'type="checkbox" aria-label="Task"'));
}
