import { html } from "hono/html";
import { licenseOf } from "../../objects/license.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { countForks } from "../../state/repository-lists.ts";
import { countStars } from "../../state/stars.ts";
import { counted, short } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { languageMark } from "../layout/language.ts";
import { moment } from "../layout/moment.ts";
import type { Visit } from "../visit.ts";

// Each row has one link that leads to its repository, and none that leads into it: whoever puts a control into a row knows
// which repository it is for.

/** The link to a repository, by whatever it is to be called there. */
export function repositoryLink({ world }: Visit, repository: Repository, text: Html | string): Html {
  const name = fullNameOf(world.db, repository);
  return html`<a href="/${name}" itemprop="name codeRepository" data-hovercard-type="repository" data-hovercard-url="/${name}/hovercard"
    >${text}</a
  >`;
}

/** `owner / name` */
export function spelledOut({ world }: Visit, repository: Repository): Html {
  const [owner = "", name = ""] = fullNameOf(world.db, repository).split("/");
  return html`<span class="text-normal">${owner} / </span>${name}`;
}

/** What a repository is to those who see it: public or private, archived, a template. */
export function visibility({ private: isPrivate, archived, settings }: Repository): string {
  const kind = settings.is_template ? " template" : archived ? " archive" : "";
  return `${isPrivate ? "Private" : "Public"}${kind}`;
}

export function visibilityLabel(repository: Repository): Html {
  return html`<span class="Label Label--secondary">${visibility(repository)}</span>`;
}

/** What a repository is about; nothing where nobody said. */
export function descriptionOf({ description }: Repository): Html | "" {
  return description ? html`<p class="row-description" itemprop="description">${description}</p>` : "";
}

/** Topics, each with what else is about it. */
export function topicsOf({ topics }: Repository): Html | "" {
  if (topics.length === 0) return "";
  return html`<div class="topics-row-container">
    ${topics.map(
      (topic) => html`<a class="topic-tag topic-tag-link" href="/topics/${encodeURIComponent(topic)}">${topic}</a> `,
    )}
  </div>`;
}

/** What is known of a repository in short: language, stars, forks, license, when it changed. */
export function repositoryFacts(visit: Visit, repository: Repository): Html {
  const { db } = visit.world;
  const stars = countStars(db, repository.id);
  const forks = countForks(db, repository.id);
  const license = licenseOf(visit.world, repository);
  return html`<div class="row-facts">
    ${repository.language === null ? "" : html`<span>${languageMark(repository.language)}</span>`}
    <span title="${counted(stars, "star")}">${icon("star")} <span class="sr-only">Stars: </span>${short(stars)}</span>
    ${
      forks === 0
        ? ""
        : html`<span title="${counted(forks, "fork")}"
            >${icon("repo-forked")} <span class="sr-only">Forks: </span>${short(forks)}</span
          >`
    }
    ${license === null ? "" : html`<span>${icon("law")} ${license.name}</span>`}
    <span>Updated ${moment(visit.now, repository.pushed_at)}</span>
  </div>`;
}
