import { html } from "hono/html";
import { readCommit } from "../../git/commit.ts";
import { encodePath } from "../../objects/content.ts";
import { renderLicense } from "../../objects/license.ts";
import { findRef, listRefs } from "../../state/git-store.ts";
import { latestRelease, releases } from "../../state/releases.ts";
import { repositories } from "../../state/repositories.ts";
import { countStars } from "../../state/stars.ts";
import { countWatchers } from "../../state/subscriptions.ts";
import { formatCount, pluralize } from "../layout/counts.ts";
import { externalLink } from "../layout/external-link.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { languageLabel } from "../layout/language.ts";
import { relativeTime } from "../layout/relative-time.ts";
import { folderListing, readmeSection, storeOf } from "./contents.ts";
import { repositoryActions } from "./repository-actions.ts";
import { type RepositoryPageRequest, renderRepositoryPage } from "./repository-layout.ts";
import { topicLinks } from "./repository-row.ts";

/** Renders `/{owner}/{repo}`. */
export function repositoryPage(request: RepositoryPageRequest): Html {
  const { repository, root } = request;
  const name = root.slice(1);
  const title = repository.description ? `${name}: ${repository.description}` : name;
  return renderRepositoryPage(
    request,
    title,
    "code",
    html`<h1 class="sr-only">${name}</h1>
        <div class="Layout">
          <div class="Layout-main">
            <div class="file-navigation">${refSummary(request)} ${codeMenu(request)}</div>
            <h2 class="sr-only">Files</h2>
            ${fileSection(request)}
          </div>
          <aside class="Layout-sidebar" aria-label="About this repository">${aboutSection(request)}</aside>
        </div>`,
  );
}

/** Renders the default branch and the numbers of branches and tags. */
function refSummary(request: RepositoryPageRequest): Html {
  const store = storeOf(request);
  const branches = listRefs(store, "refs/heads/").length;
  const tags = listRefs(store, "refs/tags/").length;
  return html`<p class="refs">
    <span class="commit-ref">${icon("git-branch")} ${request.repository.default_branch}</span>
    <span class="dim">${icon("git-branch")} ${pluralize(branches, "branch", "branches")}</span>
    <span class="dim">${icon("tag")} ${pluralize(tags, "tag")}</span>
  </p>`;
}

/** Renders the green menu with the address for git. */
function codeMenu({ context, root }: RepositoryPageRequest): Html {
  return html`<button class="btn btn-primary" type="button" popovertarget="code-menu">${icon("code")} Code</button>
    <div id="code-menu" class="user-menu" popover><p>Clone with HTTPS</p><code>${context.webUrl}${root}.git</code></div>`;
}

function fileSection(request: RepositoryPageRequest): Html {
  const store = storeOf(request);
  const ref = request.repository.default_branch;
  const commit = findRef(store, `refs/heads/${ref}`);
  if (commit === undefined) {
    return html`<div class="Box">
      <div class="blankslate">
        <h2>This repository is empty</h2>
        <p>Nothing was pushed to it yet.</p>
      </div>
    </div>`;
  }
  const { tree } = readCommit(store, commit);
  return html`${folderListing(request, { ref, commit, path: [] }, tree)} ${readmeSection(request, tree)}`;
}

function aboutSection(request: RepositoryPageRequest): Html {
  const { context, repository } = request;
  const { db } = context;
  const { description, homepage, language } = repository;
  const license = renderLicense(context, repository);
  const stars = countStars(db, repository.id);
  const watchers = countWatchers(db, repository.id);
  const forks = repositories.count(db, { parent_id: repository.id });
  return html`<section class="sidebar-section">
      <h2>About</h2>
      ${description ? html`<p>${description}</p>` : html`<p class="dim"><em>No description provided.</em></p>`}
      ${request.context.markup === "2026" ? html`<div class="sidebar-actions">${repositoryActions(request)}</div>` : ""}
      ${homepage ? html`<p>${icon("link")} ${externalLink(homepage)}</p>` : ""} ${topicLinks(repository)}
      <ul class="facts">
        ${license ? html`<li>${icon("law")} ${license.name}</li>` : ""}
        <li>${icon("star")} <strong id="star-count">${stars}</strong> ${stars === 1 ? "star" : "stars"}</li>
        <li>${icon("eye")} <strong id="watcher-count">${watchers}</strong> watching</li>
        <li>${icon("repo-forked")} <strong>${formatCount(forks)}</strong> ${forks === 1 ? "fork" : "forks"}</li>
      </ul>
    </section>
    ${releaseSection(request)}
    <section class="sidebar-section">
      <h2>Languages</h2>
      <p>${language === null ? html`<span class="dim">None yet</span>` : languageLabel(language)}</p>
    </section>`;
}

/** Renders the number of releases and the latest one. */
function releaseSection({ context, repository, root, now }: RepositoryPageRequest): Html {
  const { db } = context;
  const count = releases.count(db, { repository_id: repository.id, draft: false });
  const latest = latestRelease(db, repository.id);
  return html`<section class="sidebar-section">
    <h2><a class="Link--primary" href="${root}/releases">Releases</a> <span class="Counter">${formatCount(count)}</span></h2>
    ${
      latest
        ? html`<p>
            ${icon("tag")} <a href="${root}/releases/tag/${encodePath(latest.tag_name)}">${latest.name || latest.tag_name}</a>
            <span class="Label">Latest</span> <span class="dim">${relativeTime(now, latest.published_at ?? latest.created_at)}</span>
          </p>`
        : html`<p class="dim">No releases published</p>`
    }
  </section>`;
}
