import { html } from "hono/html";
import { formatCompactCount, formatCount } from "./counts.ts";
import type { Html } from "./html.ts";
import { type IconName, icon } from "./icons.ts";

/** A tab link. */
export interface Tab {
  readonly id: string;
  readonly name: string;
  readonly icon: IconName;
  readonly address: string;
  readonly count?: number | undefined;
  /** Id of the frame whose content the tab replaces; default the whole page. */
  readonly turboFrame?: string;
}

/**
 * @param label accessible name of the navigation
 * @param current id of the selected tab
 */
export function tabs(label: string, current: string, all: readonly Tab[]): Html {
  return html`<nav class="UnderlineNav" aria-label="${label}">
    <ul class="UnderlineNav-body">
      ${all.map(
        (tab) => html`<li>
          <a
            id="${tab.id}-tab"
            class="UnderlineNav-item${tab.id === current ? " selected" : ""}"
            href="${tab.address}"
            ${tab.turboFrame === undefined ? "" : html`data-turbo-frame="${tab.turboFrame}"`}
            ${tab.id === current ? html`aria-current="page"` : ""}
            >${icon(tab.icon)} <span>${tab.name}</span>
            ${tab.count === undefined ? "" : html`<span class="Counter" title="${formatCount(tab.count)}">${formatCompactCount(tab.count)}</span>`}</a
          >
        </li>`,
      )}
    </ul>
  </nav>`;
}
