import { html } from "hono/html";
import { type Account, getAccount } from "../state/accounts.ts";
import { openPullRequests, type PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { countStars } from "../state/stars.ts";
import { countWatchers } from "../state/subscriptions.ts";
import type { World } from "../world.ts";
import { type Html, layout } from "./layout.ts";

/** The head of every page of a repository: name and tabs. Its id is where a forge's own pages have it. */
export function repositoryHeader(world: World, owner: Account, repository: Repository, tab: "code" | "pulls"): Html {
  const path = `/${owner.login}/${repository.name}`;
  const open = openPullRequests(world.db, repository.id).length;
  const current = (name: string) => (name === tab ? html`aria-current="page"` : "");
  return html`<header id="repository-container-header">
    <h1>
      ${owner.login} / <strong><a href="${path}">${repository.name}</a></strong
      ><span class="pill">${repository.private ? "Private" : "Public"}</span>
    </h1>
    <nav class="tabs" aria-label="Repository">
      <a href="${path}" ${current("code")}>Code</a>
      <a href="${path}#pull-requests" ${current("pulls")}>Pull requests <span class="pill">${open}</span></a>
    </nav>
  </header>`;
}

/** `/{owner}/{repo}` */
export function repositoryPage(world: World, owner: Account, repository: Repository): Html {
  const stars = countStars(world.db, repository.id);
  const watchers = countWatchers(world.db, repository.id);
  const pulls = openPullRequests(world.db, repository.id);
  const path = `/${owner.login}/${repository.name}`;
  return layout(
    `${owner.login}/${repository.name}`,
    html`${repositoryHeader(world, owner, repository, "code")}
      <main>
        <div class="box" id="pull-requests">
          <header>Open pull requests</header>
          ${pulls.length === 0 ? html`<div class="dim">None.</div>` : pulls.map((pull) => pullRequestRow(world, path, pull))}
        </div>
        <aside aria-label="About">
          <section>
            <h2>About</h2>
            <p>${repository.description}</p>
            <ul>
              <li><strong id="star-count">${stars}</strong> <span class="dim">${stars === 1 ? "star" : "stars"}</span></li>
              <li>
                <strong id="watcher-count">${watchers}</strong> <span class="dim">watching</span>
              </li>
            </ul>
          </section>
          <section>
            <h2>Languages</h2>
            <span class="dim">${repository.language ?? "None yet"}</span>
          </section>
        </aside>
      </main>`,
  );
}

function pullRequestRow(world: World, path: string, pull: PullRequest): Html {
  const author = getAccount(world.db, pull.user_id);
  return html`<div>
    <a href="${path}/pull/${pull.number}"><strong>${pull.title}</strong></a>
    <div class="dim">#${pull.number} by ${author.login}</div>
  </div>`;
}
