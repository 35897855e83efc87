import { html } from "hono/html";
import { visibleTo } from "../../callers/visible.ts";
import { allOf, type Condition } from "../../state/condition.ts";
import { readPart } from "../../state/database.ts";
import { Repository } from "../../state/repositories.ts";
import { counted } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { nothing, pager, windowOf } from "../layout/paging.ts";
import { pageFor } from "../page-for.ts";
import {
  descriptionOf,
  repositoryFacts,
  repositoryLink,
  spelledOut,
  topicsOf,
  visibilityLabel,
} from "../repository/row.ts";
import type { Visit } from "../visit.ts";

/** `/topics/{topic}`: the repositories that are about it, those with the most stars first. */
export function topicPage(visit: Visit, topic: string): Html {
  const about: Condition = {
    sql: "EXISTS (SELECT 1 FROM json_each(r.topics) t WHERE t.value = ? COLLATE NOCASE)",
    values: [topic],
  };
  const wanted = allOf([visibleTo(visit.caller), about]);
  const query = `r.* FROM repositories r LEFT JOIN star_counts s ON s.repository_id = r.id WHERE ${wanted.sql}
    ORDER BY s.stars DESC, r.id`;
  const { rows, total } = readPart(visit.world.db, Repository, query, wanted.values, windowOf(visit));
  return pageFor(
    visit,
    `${topic} · Topics`,
    html`<main>
      <div class="container narrow">
        <div class="page-title">
          <h1>${topic}</h1>
          <span class="dim">${counted(total, "repository", "repositories")} with this topic</span>
        </div>
        ${
          rows.length === 0
            ? nothing(visit, total, "No repository has this topic", "Those that there are to be seen are listed here.")
            : rows.map((repository) => topicRow(visit, repository))
        }
        ${pager(visit, total)}
      </div>
    </main>`,
  );
}

function topicRow(visit: Visit, repository: Repository): Html {
  return html`<article class="border rounded color-shadow-small color-bg-subtle my-4 topic-row">
    <div class="px-3">
      <div class="d-flex flex-justify-between my-3">
        <div class="d-flex flex-auto">
          <h2 class="f3 color-fg-muted text-normal lh-condensed row-title">
            ${repositoryLink(visit, repository, spelledOut(visit, repository))}
          </h2>
        </div>
        ${repository.private || repository.archived ? visibilityLabel(repository) : ""}
      </div>
    </div>
    <div class="color-bg-default rounded-bottom-2">
      ${descriptionOf(repository)} ${topicsOf(repository)} ${repositoryFacts(visit, repository)}
    </div>
  </article>`;
}
