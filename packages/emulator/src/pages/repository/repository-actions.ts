import { html } from "hono/html";
import { fullNameOf, type Repository, repositories } from "../../state/repositories.ts";
import { countStars, stars } from "../../state/stars.ts";
import { formatCompactCount, formatCount } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { addressWith, type PageRequest } from "../page-request.ts";
import type { RepositoryPageRequest } from "./repository-layout.ts";
import { watchMenu } from "./watch-menu.ts";

/** Renders the page's own Watch, Fork and Star, with their counts. */
export function repositoryActions(request: RepositoryPageRequest): readonly Html[] {
  const { context, repository, root } = request;
  const { db } = context;
  const isStarredByUser = hasStarred(request, repository);
  const counterId = isStarredByUser ? "repo-stars-counter-unstar" : "repo-stars-counter-star";
  return [
    watchMenu(request),
    html`<a class="btn btn-sm" data-testid="fork-button" href="${root}/forks"
      >${icon("repo-forked")} Fork ${buttonCounter("repo-network-counter", repositories.count(db, { parent_id: repository.id }))}</a
    >`,
    starButton(request, repository, buttonCounter(counterId, countStars(db, repository.id))),
  ];
}

/**
 * Renders the site's own Star button of a repository.
 * @param counter number of stars; in lists it is elsewhere
 */
export function starButton(request: PageRequest, repository: Repository, counter: Html | "" = ""): Html {
  const isStarredByUser = hasStarred(request, repository);
  const name = fullNameOf(request.context.db, repository);
  const content = html`${icon("star")} ${isStarredByUser ? "Starred" : "Star"} ${counter || html`<span class="sr-only">${name}</span>`}`;
  if (!request.user) return signInButton(request, "star-button", content);
  return html`<form action="/${name}/${isStarredByUser ? "unstar" : "star"}" method="post">
    <input type="hidden" name="return_to" value="${addressWith(request, {})}" />
    <button class="btn btn-sm" data-testid="star-button" type="submit">${content}</button>
  </form>`;
}

const hasStarred = ({ context, user }: PageRequest, { id }: Repository) =>
  user !== undefined && stars.has(context.db, { repository_id: id, user_id: user.id });

export const buttonCounter = (id: string, count: number): Html =>
  html`<span id="${id}" class="Counter" title="${formatCount(count)}">${formatCompactCount(count)}</span>`;

/** Renders an action of a signed-out user, which leads to the sign-in page. */
export function signInButton(request: PageRequest, testId: string, content: Html): Html {
  const address = `/login?return_to=${encodeURIComponent(addressWith(request, {}))}`;
  return html`<a class="btn btn-sm" data-testid="${testId}" href="${address}">${content}</a>`;
}
