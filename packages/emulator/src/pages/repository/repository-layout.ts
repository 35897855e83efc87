import { html } from "hono/html";
import { canSeeRepository } from "../../callers/permission.ts";
import { profilePath } from "../../objects/user.ts";
import { type Account, getAccount } from "../../state/accounts.ts";
import { type Repository, repositoryOf } from "../../state/repositories.ts";
import { countForks } from "../../state/repository-lists.ts";
import { countStars } from "../../state/stars.ts";
import { countWatchers } from "../../state/subscriptions.ts";
import { formatCompactCount, formatCount } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon } from "../layout/icons.ts";
import { tabs } from "../layout/tabs.ts";
import type { PageRequest } from "../page-request.ts";
import { countPulls } from "../pulls/find-pulls.ts";
import { ownerAndName, repositoryLink, visibilityLabel } from "./repository-row.ts";

export interface RepositoryPageRequest extends PageRequest {
  readonly owner: Account;
  readonly repository: Repository;
  /** `/owner/name` */
  readonly root: string;
}

/** Renders the header of a repository's pages: name, counts and tabs. Ids are those of GitHub's pages. */
function repositoryHeader(request: RepositoryPageRequest, tab: "code" | "pull-requests" | "none"): Html {
  const { context, owner, repository, root } = request;
  const { db } = context;
  const counter = (name: string, picture: IconName, path: string, id: string, count: number) =>
    html`<li>
      <a class="btn btn-sm" href="${root}/${path}"
        >${icon(picture)} ${name} <span id="${id}" class="Counter" title="${formatCount(count)}">${formatCompactCount(count)}</span></a
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
    ${forkNote(request)}
    ${tabs("Repository", tab, [
      { id: "code", name: "Code", icon: "code", address: root },
      {
        id: "pull-requests",
        name: "Pull requests",
        icon: "git-pull-request",
        address: `${root}/pulls`,
        count: countPulls(db, repository.id, "open"),
      },
    ])}
  </div>`;
}

/** Renders the fork's parent, if the user can see it. */
function forkNote(request: RepositoryPageRequest): Html | "" {
  const { context, caller, repository } = request;
  if (repository.parent_id === null) return "";
  const parent = repositoryOf(context.db, repository.parent_id);
  if (!canSeeRepository(context, caller, parent)) return "";
  return html`<p class="fork-note">forked from ${repositoryLink(request, parent, ownerAndName(request, parent))}</p>`;
}

/** Renders a page of a repository, with its header. */
export function repositoryLayout(
  request: RepositoryPageRequest,
  tab: "code" | "pull-requests" | "none",
  content: Html,
): Html {
  const archived = request.repository.archived
    ? html`<p class="flash">${icon("archive")} This repository has been archived by its owner. It can only be read.</p>`
    : "";
  return html`<main>
    ${repositoryHeader(request, tab)}
    <turbo-frame id="repo-content-turbo-frame" target="_top">
      <div class="container">${archived}${content}</div>
    </turbo-frame>
  </main>`;
}

export function userLink({ context }: PageRequest, userId: number): Html {
  const account = getAccount(context.db, userId);
  const { login } = account;
  return html`<a class="person" href="/${profilePath(account)}" data-hovercard-type="user">${login}</a>`;
}
