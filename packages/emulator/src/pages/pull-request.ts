import { html } from "hono/html";
import { type Account, getAccount } from "../state/accounts.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { requestedReviewers } from "../state/review-requests.ts";
import type { World } from "../world.ts";
import { type Html, layout } from "./layout.ts";
import { repositoryHeader } from "./repository.ts";

/** `/{owner}/{repo}/pull/{number}` */
export function pullRequestPage(world: World, owner: Account, repository: Repository, pull: PullRequest): Html {
  const author = getAccount(world.db, pull.user_id);
  const { users, teams } = requestedReviewers(world.db, pull.id);
  const reviewers = [...users.map(({ login }) => login), ...teams.map(({ slug }) => `${owner.login}/${slug}`)];
  return layout(
    `${pull.title} · Pull request #${pull.number} · ${owner.login}/${repository.name}`,
    html`${repositoryHeader(world, owner, repository, "pulls")}
      <main>
        <div id="partial-discussion-header">
          <h1>${pull.title} <span class="dim">#${pull.number}</span></h1>
          <span class="state">${stateOf(pull)}</span>
          <span class="dim"
            ><strong>${author.login}</strong> wants to merge into <code>${pull.base}</code> from
            <code>${pull.head}</code></span
          >
        </div>
        <div class="box">
          <header>
            <img class="avatar" src="/avatars/${author.login}.svg" width="24" height="24" alt="" />${author.login}
          </header>
          <div>${pull.body}</div>
        </div>
        <aside aria-label="Pull request">
          <section>
            <h2>Reviewers</h2>
            <ul id="requested-reviewers">
              ${
                reviewers.length === 0
                  ? html`<li class="dim">No reviews</li>`
                  : reviewers.map((name) => html`<li>${name} <span class="dim">awaiting review</span></li>`)
              }
            </ul>
          </section>
        </aside>
      </main>`,
  );
}

/** What has become of it, in a word. */
function stateOf({ state, draft, merged_at }: PullRequest): string {
  if (merged_at !== null) return "Merged";
  if (state === "closed") return "Closed";
  return draft ? "Draft" : "Open";
}
