import { html } from "hono/html";
import { full, short } from "./counts.ts";
import type { Html } from "./html.ts";
import { type IconName, icon } from "./icons.ts";

/** A link among others of which one is where the visitor is. */
export interface Tab {
  readonly id: string;
  readonly name: string;
  readonly icon: IconName;
  readonly address: string;
  readonly count?: number | undefined;
}

/** @param label what they are tabs of. @param current the id of the one that is shown */
export function tabs(label: string, current: string, all: readonly Tab[]): Html {
  return html`<nav class="UnderlineNav" aria-label="${label}">
    <ul class="UnderlineNav-body">
      ${all.map(
        (tab) => html`<li>
          <a
            id="${tab.id}-tab"
            class="UnderlineNav-item${tab.id === current ? " selected" : ""}"
            href="${tab.address}"
            ${tab.id === current ? html`aria-current="page"` : ""}
            >${icon(tab.icon)} <span>${tab.name}</span>
            ${tab.count === undefined ? "" : html`<span class="Counter" title="${full(tab.count)}">${short(tab.count)}</span>`}</a
          >
        </li>`,
      )}
    </ul>
  </nav>`;
}
