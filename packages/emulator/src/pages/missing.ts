import { html } from "hono/html";
import type { Html } from "./layout/html.ts";
import { pageFor } from "./page-for.ts";
import { addressWith, type Visit } from "./visit.ts";

/** What stands where nothing is, or nothing that the visitor may see. */
export function missingPage(visit: Visit): Html {
  const hint = visit.user
    ? html`<p>It may be private, and not for ${visit.user.login} to see.</p>`
    : html`<p>
        It may be private:
        <a href="/login?return_to=${encodeURIComponent(addressWith(visit, {}))}">sign in</a> to see what is yours to see.
      </p>`;
  return pageFor(
    visit,
    "Page not found",
    html`<main>
      <div class="container narrow blankslate">
        <p class="missing-number" aria-hidden="true">404</p>
        <h1>There is no such page here</h1>
        ${hint}
      </div>
    </main>`,
  );
}
