import { html } from "hono/html";
import type { Part } from "../../state/database.ts";
import { counted, full } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";

/** How many of a kind are shown: the page is there to be looked at. */
export const SHOWN = 50;

/** What a table begins with: what is in it, and how much of it is not shown. */
export function caption({ rows, total }: Part<unknown>, one: string, many: string): Html {
  const all = counted(total, one, many);
  const rest = total - rows.length;
  return html`<caption>${rest > 0 ? `The first ${rows.length} of ${all}; ${full(rest)} more.` : `${all}.`}</caption>`;
}

/** A part of the page. @param id what links lead to it by */
export function section(id: string, title: string, content: Html): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}

/** A table that is scrolled where it is wider than the window. @param id of its section's title */
export function table(id: string, head: Html, columns: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll" role="group" tabindex="0" aria-labelledby="${id}">
    <table>
      ${head}
      <thead>
        <tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}

/** A button that copies what is in another element. @param what it is, for who doesn't see where it stands */
export function copyButton(id: string, what: string): Html {
  return html`<button type="button" class="copy" data-copies="${id}" aria-label="Copy ${what}">Copy</button>`;
}

/** A line for a terminal, to be copied. */
export function commandLine(id: string, what: string, text: string): Html {
  return html`<div class="line"><pre><code id="${id}">${text}</code></pre>${copyButton(id, what)}</div>`;
}

/** A time as people read it, by the service's clock. */
export function exactTime(time: string | number | Date): Html {
  const iso = new Date(time).toISOString();
  return html`<time class="once" datetime="${iso}">${iso.slice(0, 19).replace("T", " ")}</time>`;
}
