import { html } from "hono/html";
import { readCommit } from "../../git/commit.ts";
import { licenseOf } from "../../objects/license.ts";
import { findRef, listRefs } from "../../state/git.ts";
import { countForks } from "../../state/repository-lists.ts";
import { countStars } from "../../state/stars.ts";
import { countWatchers } from "../../state/subscriptions.ts";
import { counted, full } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { languageMark } from "../layout/language.ts";
import { pageFor } from "../page-for.ts";
import { folder, readme, storeOf } from "./contents.ts";
import { type RepositoryVisit, withinRepository } from "./head.ts";
import { topicsOf } from "./row.ts";

/** `/{owner}/{repo}` */
export function repositoryPage(visit: RepositoryVisit): Html {
  const { repository, root } = visit;
  const name = root.slice(1);
  const title = repository.description ? `${name}: ${repository.description}` : name;
  return pageFor(
    visit,
    title,
    withinRepository(
      visit,
      "code",
      html`<h1 class="sr-only">${name}</h1>
        ${refs(visit)}
        <div class="Layout">
          <div class="Layout-main">
            <h2 class="sr-only">Files</h2>
            ${files(visit)}
          </div>
          <aside class="Layout-sidebar" aria-label="About this repository">${about(visit)}</aside>
        </div>`,
    ),
    { repository },
  );
}

/** The branch that is shown, and how many others there are. */
function refs(visit: RepositoryVisit): Html {
  const store = storeOf(visit);
  const branches = listRefs(store, "refs/heads/").length;
  const tags = listRefs(store, "refs/tags/").length;
  return html`<p class="refs">
    <span class="commit-ref">${icon("git-branch")} ${visit.repository.default_branch}</span>
    <span class="dim">${icon("git-branch")} ${counted(branches, "branch", "branches")}</span>
    <span class="dim">${icon("tag")} ${counted(tags, "tag")}</span>
  </p>`;
}

function files(visit: RepositoryVisit): Html {
  const store = storeOf(visit);
  const ref = visit.repository.default_branch;
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
  return html`${folder(visit, { ref, commit, path: [] }, tree)} ${readme(visit, tree)}`;
}

function about(visit: RepositoryVisit): Html {
  const { world, repository } = visit;
  const { db } = world;
  const { description, homepage, language } = repository;
  const license = licenseOf(world, repository);
  const stars = countStars(db, repository.id);
  const watchers = countWatchers(db, repository.id);
  const forks = countForks(db, repository.id);
  return html`<section class="sidebar-section">
      <h2>About</h2>
      ${description ? html`<p>${description}</p>` : html`<p class="dim"><em>No description provided.</em></p>`}
      ${homepage ? html`<p>${icon("link")} ${outside(homepage)}</p>` : ""} ${topicsOf(repository)}
      <ul class="facts">
        ${license ? html`<li>${icon("law")} ${license.name}</li>` : ""}
        <li>${icon("star")} <strong id="star-count">${stars}</strong> ${stars === 1 ? "star" : "stars"}</li>
        <li>${icon("eye")} <strong id="watcher-count">${watchers}</strong> watching</li>
        <li>${icon("repo-forked")} <strong>${full(forks)}</strong> ${forks === 1 ? "fork" : "forks"}</li>
      </ul>
    </section>
    <section class="sidebar-section">
      <h2>Languages</h2>
      <p>${language === null ? html`<span class="dim">None yet</span>` : languageMark(language)}</p>
    </section>`;
}

/** Somebody's own address, as a link only where following it can do no harm. */
export function outside(address: string): Html {
  if (!/^https?:\/\//i.test(address)) return html`${address}`;
  return html`<a href="${address}" rel="nofollow noopener">${address.replace(/^https?:\/\/|\/$/gi, "")}</a>`;
}
