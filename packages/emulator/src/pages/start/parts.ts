import { html } from "hono/html";
import type { RowPage } from "../../state/database.ts";
import { formatCount, pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";

/** Maximum number of rows per table. */
export const MAX_ROWS = 50;

/** Renders a table's caption: how many rows there are and how many are not shown. */
export function tableCaption({ rows, total }: RowPage<unknown>, singular: string, plural: string): Html {
  const all = pluralize(total, singular, plural);
  const rest = total - rows.length;
  return html`<caption>${rest > 0 ? `The first ${rows.length} of ${all}; ${formatCount(rest)} more.` : `${all}.`}</caption>`;
}

/**
 * Renders a section of the page.
 * @param id anchor of the section
 */
export function section(id: string, title: string, content: Html): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}

/**
 * Renders a table that scrolls horizontally in narrow windows.
 * @param id id of the section's title
 */
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

/**
 * Renders a button that copies the text of another element.
 * @param label what is copied, for the accessible name
 */
export function copyButton(id: string, label: string): Html {
  return html`<button type="button" class="copy" data-copies="${id}" aria-label="Copy ${label}">Copy</button>`;
}

/** Renders a command line with a copy button. */
export function commandLine(id: string, label: string, text: string): Html {
  return html`<div class="line"><pre><code id="${id}">${text}</code></pre>${copyButton(id, label)}</div>`;
}

/** Renders a time in UTC. */
export function exactTime(time: string | number | Date): Html {
  const iso = new Date(time).toISOString();
  return html`<time class="once" datetime="${iso}">${iso.slice(0, 19).replace("T", " ")}</time>`;
}
