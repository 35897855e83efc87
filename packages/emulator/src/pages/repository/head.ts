import { html } from "hono/html";
import { isVisible } from "../../callers/reach.ts";
import { type Account, getAccount } from "../../state/accounts.ts";
import { type Repository, repositoryOf } from "../../state/repositories.ts";
import { countForks } from "../../state/repository-lists.ts";
import { countStars } from "../../state/stars.ts";
import { countWatchers } from "../../state/subscriptions.ts";
import { full, short } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon } from "../layout/icons.ts";
import { tabs } from "../layout/tabs.ts";
import { countPulls } from "../pulls/find-pulls.ts";
import type { Visit } from "../visit.ts";
import { repositoryLink, spelledOut, visibilityLabel } from "./row.ts";

/** A repository that somebody looks at. */
export interface RepositoryVisit extends Visit {
  readonly owner: Account;
  readonly repository: Repository;
  /** `/owner/name` */
  readonly root: string;
}

/** The head of every page of a repository: name, counts and tabs. Its ids are those that a forge's own pages have. */
function repositoryHead(visit: RepositoryVisit, tab: "code" | "pull-requests" | "none"): Html {
  const { world, owner, repository, root } = visit;
  const { db } = world;
  const counter = (name: string, picture: IconName, path: string, id: string, count: number) =>
    html`<li>
      <a class="btn btn-sm" href="${root}/${path}"
        >${icon(picture)} ${name} <span id="${id}" class="Counter" title="${full(count)}">${short(count)}</span></a
      >
    </li>`;
  return html`<div id="repository-container-header">
    <div class="repository-title">
      <div id="repo-title-component">
        ${icon(repository.private ? "lock" : "repo")}
        <span class="author"><a href="/${owner.login}" rel="author">${owner.login}</a></span>
        <span class="path-divider">/</span>
        <strong itemprop="name"><a href="${root}">${repository.name}</a></strong>
        ${visibilityLabel(repository)}
      </div>
      <ul class="pagehead-actions">
        ${counter("Watchers", "eye", "watchers", "repo-notifications-counter", countWatchers(db, repository.id))}
        ${counter("Forks", "repo-forked", "forks", "repo-network-counter", countForks(db, repository.id))}
        ${counter("Stars", "star", "stargazers", "repo-stars-counter-star", countStars(db, repository.id))}
      </ul>
    </div>
    ${forkNote(visit)}
    ${tabs("Repository", tab, [
      { id: "code", name: "Code", icon: "code", address: root },
      {
        ...{ id: "pull-requests", name: "Pull requests", icon: "git-pull-request", address: `${root}/pulls` },
        count: countPulls(db, repository.id, "open"),
      },
    ])}
  </div>`;
}

/** What it was forked from, where that may be seen. */
function forkNote(visit: RepositoryVisit): Html | "" {
  const { world, caller, repository } = visit;
  if (repository.parent_id === null) return "";
  const parent = repositoryOf(world.db, repository.parent_id);
  if (!isVisible(world, caller, parent)) return "";
  return html`<p class="fork-note">forked from ${repositoryLink(visit, parent, spelledOut(visit, parent))}</p>`;
}

/** A page of a repository, below its head. */
export function withinRepository(visit: RepositoryVisit, tab: "code" | "pull-requests" | "none", content: Html): Html {
  const archived = visit.repository.archived
    ? html`<p class="flash">${icon("archive")} This repository has been archived by its owner. It can only be read.</p>`
    : "";
  return html`<main>
    ${repositoryHead(visit, tab)}
    <turbo-frame id="repo-content-turbo-frame" target="_top">
      <div class="container">${archived}${content}</div>
    </turbo-frame>
  </main>`;
}

/** Whose login it is, as a link. */
export function personLink({ world }: Visit, userId: number): Html {
  const { login } = getAccount(world.db, userId);
  return html`<a class="person" href="/${login}" data-hovercard-type="user">${login}</a>`;
}
