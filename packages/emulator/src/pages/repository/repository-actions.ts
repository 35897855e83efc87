import { html } from "hono/html";
import { countForks } from "../../state/repository-lists.ts";
import { countStars, isStarred } from "../../state/stars.ts";
import { countWatchers, getSubscription } from "../../state/subscriptions.ts";
import { formatCompactCount, formatCount } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { type IconName, icon } from "../layout/icons.ts";
import { addressWith } from "../page-request.ts";
import type { RepositoryPageRequest } from "./repository-layout.ts";

/** Renders the page's own Watch, Fork and Star, with their counts. Signed-out users are led to the sign-in page. */
export function repositoryActions(request: RepositoryPageRequest): readonly Html[] {
  const { context, repository, root, user } = request;
  const { db } = context;
  const counter = (id: string, count: number) =>
    html`<span id="${id}" class="Counter" title="${formatCount(count)}">${formatCompactCount(count)}</span>`;
  const stars = countStars(db, repository.id);
  const isStarredByUser = user !== undefined && isStarred(db, repository.id, user.id);
  const subscription = user && getSubscription(db, repository.id, user.id);
  const watching = subscription === undefined ? "Watch" : subscription.ignored ? "Stop ignoring" : "Unwatch";
  return [
    actionForm(request, subscription ? "unsubscribe" : "subscribe", {
      picture: "eye",
      testId: "watch-button",
      text: html`${watching} ${counter("repo-notifications-counter", countWatchers(db, repository.id))}`,
    }),
    html`<a class="btn btn-sm" data-testid="fork-button" href="${root}/forks"
      >${icon("repo-forked")} Fork ${counter("repo-network-counter", countForks(db, repository.id))}</a
    >`,
    actionForm(request, isStarredByUser ? "unstar" : "star", {
      picture: "star",
      testId: "star-button",
      text: isStarredByUser
        ? html`Starred ${counter("repo-stars-counter-unstar", stars)}`
        : html`Star ${counter("repo-stars-counter-star", stars)}`,
    }),
  ];
}

interface ActionButton {
  readonly picture: IconName;
  readonly testId: string;
  readonly text: Html;
}

function actionForm(request: RepositoryPageRequest, action: string, { picture, testId, text }: ActionButton): Html {
  const content = html`${icon(picture)} ${text}`;
  const returnPath = addressWith(request, {});
  if (!request.user) {
    return html`<a class="btn btn-sm" data-testid="${testId}" href="/login?return_to=${encodeURIComponent(returnPath)}">${content}</a>`;
  }
  return html`<form action="${request.root}/${action}" method="post">
    <input type="hidden" name="return_to" value="${returnPath}" />
    <button class="btn btn-sm" data-testid="${testId}" type="submit">${content}</button>
  </form>`;
}
