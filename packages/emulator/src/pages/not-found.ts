import type { Context } from "hono";
import { html } from "hono/html";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Html } from "./layout/html.ts";
import { addressWith, type PageRequest, readPageRequest } from "./page-request.ts";
import { renderHtmlPage } from "./render-html-page.ts";

/** Responds with the 404 page, also for what the user cannot see. */
export function notFound(context: EmulatorContext, c: Context): Response | Promise<Response> {
  return c.html(notFoundPage(readPageRequest(context, c)), 404);
}

function notFoundPage(request: PageRequest): Html {
  const hint = request.user
    ? html`<p>It may be private, without access for ${request.user.login}.</p>`
    : html`<p>
        It may be private:
        <a href="/login?return_to=${encodeURIComponent(addressWith(request, {}))}">sign in</a> to see private pages that you can access.
      </p>`;
  return renderHtmlPage(
    request,
    "Page not found",
    html`<main>
      <div class="container narrow blankslate">
        <p class="missing-number" aria-hidden="true">404</p>
        <h1>This page doesn't exist</h1>
        ${hint}
      </div>
    </main>`,
  );
}
