import { html } from "hono/html";
import type { Account } from "../../state/accounts.ts";
import { labelsOf } from "../../state/labels.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { fullNameOf, type Repository, repositoryOf } from "../../state/repositories.ts";
import { avatarOf } from "../layout/avatar.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { labelMark, whatHappened } from "../pulls/row.ts";
import { stateSign } from "../pulls/state.ts";
import {
  descriptionOf,
  repositoryFacts,
  repositoryLink,
  spelledOut,
  topicsOf,
  visibilityLabel,
} from "../repository/row.ts";
import type { Visit } from "../visit.ts";

/** A result, in the shape of a forge's own. */
function result(picture: Html, title: Html, more: Html): Html {
  return html`<div class="search-result">
    <div class="row-main">
      <h3 class="row-title" aria-level="2">${picture}
        <div class="search-title">${title}</div>
      </h3>
      ${more}
    </div>
  </div>`;
}

export function repositoryResult(visit: Visit, repository: Repository): Html {
  const owner = fullNameOf(visit.world.db, repository).split("/")[0] ?? "";
  const more = html`${descriptionOf(repository)} ${topicsOf(repository)} ${repositoryFacts(visit, repository)}`;
  const label = repository.private || repository.archived ? visibilityLabel(repository) : "";
  const title = html`${repositoryLink(visit, repository, spelledOut(visit, repository))} ${label}`;
  return result(avatarOf(owner, 20), title, more);
}

export function pullResult(visit: Visit, pull: PullRequest): Html {
  const { db } = visit.world;
  const name = fullNameOf(db, repositoryOf(db, pull.repository_id));
  const title = html`<a href="/${name}/pull/${pull.number}" data-hovercard-type="pull_request">${pull.title}</a>`;
  return result(
    html`<span class="row-state">${stateSign(pull)}</span>`,
    title,
    html`<div class="row-facts">
      <span>${name} #${pull.number}</span> <span>${whatHappened(visit, pull)}</span>
      ${labelsOf(db, pull.issue_id).map(labelMark)}
    </div>`,
  );
}

export function userResult({ login, name, bio, description, location, type }: Account): Html {
  const about = bio ?? description;
  const kind = type === "Organization" ? html` <span class="Label Label--secondary">Organization</span>` : "";
  const called = name ? html` <span class="dim">${name}</span>` : "";
  return result(
    avatarOf(login, 20),
    html`<a href="/${login}" data-hovercard-type="user">${login}</a>${called}${kind}`,
    html`${about ? html`<p class="row-description">${about}</p>` : ""}
      ${location ? html`<div class="row-facts"><span>${icon("location")} ${location}</span></div>` : ""}`,
  );
}
