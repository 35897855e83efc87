import { html } from "hono/html";
import type { Account } from "../../state/accounts.ts";
import { labelsOf } from "../../state/labels.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { fullNameOf, type Repository, repositoryOf } from "../../state/repositories.ts";
import { avatarImage } from "../layout/avatar.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import type { PageRequest } from "../page-request.ts";
import { labelBadge, stateSummary } from "../pulls/pull-row.ts";
import { stateIcon } from "../pulls/pull-state.ts";
import { starButton } from "../repository/repository-actions.ts";
import {
  descriptionParagraph,
  ownerAndName,
  repositoryFacts,
  repositoryLink,
  topicLinks,
  visibilityLabel,
} from "../repository/repository-row.ts";

/** Renders a result with the markup of GitHub's search page. */
function result(picture: Html, title: Html, details: Html, action: Html | "" = ""): Html {
  return html`<div class="search-result">
    <div class="row-main">
      <h3 class="row-title" aria-level="2">${picture}
        <div class="search-title">${title}</div>
      </h3>
      ${details}
    </div>
    ${action}
  </div>`;
}

export function repositoryResult(request: PageRequest, repository: Repository): Html {
  const owner = fullNameOf(request.context.db, repository).split("/")[0] ?? "";
  const details = html`${descriptionParagraph(repository)} ${topicLinks(repository)} ${repositoryFacts(request, repository)}`;
  const label = repository.private || repository.archived ? visibilityLabel(repository) : "";
  const title = html`${repositoryLink(request, repository, ownerAndName(request, repository))} ${label}`;
  return result(avatarImage(owner, 20), title, details, starButton(request, repository));
}

export function pullResult(request: PageRequest, pull: PullRequest): Html {
  const { db } = request.context;
  const name = fullNameOf(db, repositoryOf(db, pull.repository_id));
  const title = html`<a href="/${name}/pull/${pull.number}" data-hovercard-type="pull_request">${pull.title}</a>`;
  return result(
    html`<span class="row-state">${stateIcon(pull)}</span>`,
    title,
    html`<div class="row-facts">
      <span>${name} #${pull.number}</span> <span>${stateSummary(request, pull)}</span>
      ${labelsOf(db, pull.issue_id).map(labelBadge)}
    </div>`,
  );
}

export function userResult({ login, name, bio, description, location, type }: Account): Html {
  const about = bio ?? description;
  const kind = type === "Organization" ? html` <span class="Label Label--secondary">Organization</span>` : "";
  const displayName = name ? html` <span class="dim">${name}</span>` : "";
  return result(
    avatarImage(login, 20),
    html`<a href="/${login}" data-hovercard-type="user">${login}</a>${displayName}${kind}`,
    html`${about ? html`<p class="row-description">${about}</p>` : ""}
      ${location ? html`<div class="row-facts"><span>${icon("location")} ${location}</span></div>` : ""}`,
  );
}
