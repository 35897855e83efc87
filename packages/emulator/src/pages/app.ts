import { html } from "hono/html";
import type { findAppObject } from "../objects/app.ts";
import type { Html } from "./layout/html.ts";
import type { PageRequest } from "./page-request.ts";
import { renderHtmlPage } from "./render-html-page.ts";

type AppObject = NonNullable<ReturnType<typeof findAppObject>>;

/** Renders `/apps/{slug}`, which is also the page of the app's bot. */
export function appPage(request: PageRequest, { name, description, owner }: AppObject): Html {
  return renderHtmlPage(
    request,
    name,
    html`<main>
      <div class="container narrow">
        <h1>${name}</h1>
        ${description === "" ? "" : html`<p>${description}</p>`}
        <p class="dim">An app by ${owner.login}</p>
      </div>
    </main>`,
  );
}
