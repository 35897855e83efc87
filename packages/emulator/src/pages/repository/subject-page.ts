import { html } from "hono/html";
import type { Html } from "../layout/html.ts";
import { type RepositoryPageRequest, renderRepositoryPage } from "./repository-layout.ts";

/** The content of a page about one subject. */
export interface Subject {
  readonly title: string;
  /** Name and value of each fact; those without a value are omitted. */
  readonly facts: readonly (readonly [name: string, value: Html | string | null])[];
  readonly body?: Html | "";
}

/** Renders a simple page about a subject of a repository: its title, facts and a body. */
export function subjectPage(request: RepositoryPageRequest, { title, facts, body = "" }: Subject): Html {
  const rows = facts.flatMap(([name, value]) =>
    value === null ? [] : [html`<li><span class="dim">${name}:</span> ${value}</li>`],
  );
  return renderRepositoryPage(
    request,
    `${title} · ${request.root.slice(1)}`,
    "none",
    html`<h1>${title}</h1>
        <ul>${rows}</ul>
        ${body}`,
  );
}
