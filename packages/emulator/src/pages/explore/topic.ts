import { html } from "hono/html";
import { visibleRepositories } from "../../callers/visible.ts";
import { allOf, type Condition } from "../../state/condition.ts";
import { queryPage } from "../../state/database.ts";
import { type Repository, repositories } from "../../state/repositories.ts";
import { pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { emptyState, pager, pageWindow } from "../layout/paging.ts";
import type { PageRequest } from "../page-request.ts";
import { renderHtmlPage } from "../render-html-page.ts";
import {
  descriptionParagraph,
  ownerAndName,
  repositoryFacts,
  repositoryLink,
  topicLinks,
  visibilityLabel,
} from "../repository/repository-row.ts";

/** Renders `/topics/{topic}`: repositories with the topic, most stars first. */
export function topicPage(request: PageRequest, topic: string): Html {
  const hasTopic: Condition = {
    sql: "EXISTS (SELECT 1 FROM json_each(r.topics) t WHERE t.value = ? COLLATE NOCASE)",
    values: [topic],
  };
  const visibleWithTopic = allOf([visibleRepositories(request.caller), hasTopic]);
  const query = `r.* FROM repositories r LEFT JOIN star_counts s ON s.repository_id = r.id WHERE ${visibleWithTopic.sql}
    ORDER BY s.stars DESC, r.id`;
  const { rows, total } = queryPage(
    request.context.db,
    repositories,
    query,
    visibleWithTopic.values,
    pageWindow(request),
  );
  return renderHtmlPage(
    request,
    `${topic} · Topics`,
    html`<main>
      <div class="container narrow">
        <div class="page-title">
          <h1>${topic}</h1>
          <span class="dim">${pluralize(total, "repository", "repositories")} with this topic</span>
        </div>
        ${
          rows.length === 0
            ? emptyState(
                request,
                total,
                "No repository has this topic",
                "Repositories with this topic that you can see are listed here.",
              )
            : rows.map((repository) => topicRow(request, repository))
        }
        ${pager(request, total)}
      </div>
    </main>`,
  );
}

function topicRow(request: PageRequest, repository: Repository): Html {
  return html`<article class="border rounded color-shadow-small color-bg-subtle my-4 topic-row">
    <div class="px-3">
      <div class="d-flex flex-justify-between my-3">
        <div class="d-flex flex-auto">
          <h2 class="f3 color-fg-muted text-normal lh-condensed row-title">
            ${repositoryLink(request, repository, ownerAndName(request, repository))}
          </h2>
        </div>
        ${repository.private || repository.archived ? visibilityLabel(repository) : ""}
      </div>
    </div>
    <div class="color-bg-default rounded-bottom-2">
      ${descriptionParagraph(repository)} ${topicLinks(repository)} ${repositoryFacts(request, repository)}
    </div>
  </article>`;
}
