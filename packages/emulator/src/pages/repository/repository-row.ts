import { html } from "hono/html";
import { renderLicense } from "../../objects/license.ts";
import { fullNameOf, type Repository, repositories, visibilityOf } from "../../state/repositories.ts";
import { countStars } from "../../state/stars.ts";
import { formatCompactCount, pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { languageLabel } from "../layout/language.ts";
import { relativeTime } from "../layout/relative-time.ts";
import type { PageRequest } from "../page-request.ts";

// Each row has exactly one link to its repository and none to pages below it, so that extensions can tell which
// repository a row is for.

export function repositoryLink({ context }: PageRequest, repository: Repository, text: Html | string): Html {
  const name = fullNameOf(context.db, repository);
  return html`<a href="/${name}" itemprop="name codeRepository" data-hovercard-type="repository" data-hovercard-url="/${name}/hovercard"
    >${text}</a
  >`;
}

/** `owner / name` */
export function ownerAndName({ context }: PageRequest, repository: Repository): Html {
  const [owner = "", name = ""] = fullNameOf(context.db, repository).split("/");
  return html`<span class="text-normal">${owner} / </span>${name}`;
}

const VISIBILITY_TEXTS = { public: "Public", private: "Private", internal: "Internal" };

/** Returns the text of the visibility label: the visibility, and whether it is archived or a template. */
export function visibilityText(repository: Repository): string {
  const kind = repository.settings.is_template ? " template" : repository.archived ? " archive" : "";
  return `${VISIBILITY_TEXTS[visibilityOf(repository)]}${kind}`;
}

export function visibilityLabel(repository: Repository): Html {
  return html`<span class="Label Label--secondary">${visibilityText(repository)}</span>`;
}

/** Renders the description, if there is one. */
export function descriptionParagraph({ description }: Repository): Html | "" {
  return description ? html`<p class="row-description" itemprop="description">${description}</p>` : "";
}

/** Renders the topics as links to their pages. */
export function topicLinks({ topics }: Repository): Html | "" {
  if (topics.length === 0) return "";
  return html`<div class="topics-row-container">
    ${topics.map(
      (topic) => html`<a class="topic-tag topic-tag-link" href="/topics/${encodeURIComponent(topic)}">${topic}</a> `,
    )}
  </div>`;
}

/** Renders language, stars, forks, license and time of the last push. */
export function repositoryFacts(request: PageRequest, repository: Repository): Html {
  const { db } = request.context;
  const stars = countStars(db, repository.id);
  const forks = repositories.count(db, { parent_id: repository.id });
  const license = renderLicense(request.context, repository);
  return html`<div class="row-facts">
    ${repository.language === null ? "" : html`<span>${languageLabel(repository.language)}</span>`}
    <span title="${pluralize(stars, "star")}">${icon("star")} <span class="sr-only">Stars: </span>${formatCompactCount(stars)}</span>
    ${
      forks === 0
        ? ""
        : html`<span title="${pluralize(forks, "fork")}"
            >${icon("repo-forked")} <span class="sr-only">Forks: </span>${formatCompactCount(forks)}</span
          >`
    }
    ${license === null ? "" : html`<span>${icon("law")} ${license.name}</span>`}
    <span>Updated ${relativeTime(request.now, repository.pushed_at)}</span>
  </div>`;
}
