import { html } from "hono/html";
import { visibleRepositories } from "../../callers/visible.ts";
import type { Account } from "../../state/accounts.ts";
import { type NotificationThread, threadCounts, threadsOf } from "../../state/notification-threads.ts";
import { fullNameOf, repositoryOf } from "../../state/repositories.ts";
import { formatCount, pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { emptyState, pager, pageWindow } from "../layout/paging.ts";
import { relativeTime } from "../layout/relative-time.ts";
import { addressWith, type PageRequest } from "../page-request.ts";
import { renderHtmlPage } from "../render-html-page.ts";
import { type NotificationQuery, readNotificationQuery } from "./notification-query.ts";
import { describeSubject } from "./thread-subject.ts";

/** Renders `/notifications` of the signed-in user, filtered by a query such as `is:unread repo:acme/widgets`. */
export function notificationsPage(request: PageRequest, user: Account): Html {
  const { context, caller, query } = request;
  const text = query.get("query") ?? "";
  const { isUnread, isParticipating, repository } = readNotificationQuery(context.db, text);
  const filter = { userId: user.id, all: !isUnread, participating: isParticipating, repositoryId: repository };
  const { rows, total } = threadsOf(context.db, filter, visibleRepositories(caller), pageWindow(request));
  return renderHtmlPage(
    request,
    "Notifications",
    html`<main>
      <div class="container">
        <div class="page-title">
          <h1>Notifications</h1>
          <span class="dim">${pluralize(total, "notification")}</span>
        </div>
        <div class="Layout Layout--sidebar-first">
          <nav class="filters" aria-label="Filters">${filters(request, user, { isUnread, isParticipating, repository })}</nav>
          <div class="Layout-main">
            <form class="list-filter" action="/notifications" method="get" role="search" aria-label="Notifications">
              <input class="form-control" type="search" name="query" value="${text}" aria-label="Filter notifications" placeholder="Filter notifications" />
              <button class="btn" type="submit">Search</button>
            </form>
            <div class="Box">
              <div class="Box-header">
                <h2>${isUnread ? "Unread" : "All"}</h2>
                ${repository === undefined && !isParticipating ? markForm(request, "all", "Mark all as read") : ""}
              </div>
              ${
                rows.length === 0
                  ? emptyState(request, total, "All caught up", "Notifications are listed here.")
                  : html`<ul class="js-notifications-list">${rows.map((thread) => threadRow(request, thread))}</ul>`
              }
            </div>
            ${pager(request, total)}
          </div>
        </div>
      </div>
    </main>`,
  );
}

function filters(request: PageRequest, user: Account, shown: NotificationQuery): Html {
  const { context, caller } = request;
  const link = (name: string, query: string, isCurrent: boolean, count?: number) => {
    const address = query === "" ? "/notifications" : `/notifications?query=${encodeURIComponent(query)}`;
    return html`<li>
      <a href="${address}" ${isCurrent ? html`aria-current="page"` : ""}
        >${name} ${count === undefined ? "" : html`<span class="Counter row-end">${formatCount(count)}</span>`}</a
      >
    </li>`;
  };
  const isAny = shown.repository === undefined && !shown.isParticipating;
  const repositories = threadCounts(context.db, user.id, visibleRepositories(caller)).map(
    ({ repository_id, count }) => {
      const name = fullNameOf(context.db, repositoryOf(context.db, repository_id));
      return link(name, `repo:${name}`, shown.repository === repository_id, count);
    },
  );
  return html`<ul>
      ${link("All", "", isAny && !shown.isUnread)} ${link("Unread", "is:unread", isAny && shown.isUnread)}
      ${link("Participating", "reason:participating", shown.isParticipating)}
    </ul>
    ${
      repositories.length === 0
        ? ""
        : html`<h2 class="sidebar-heading">Repositories</h2>
            <ul>${repositories}</ul>`
    }`;
}

function threadRow(request: PageRequest, thread: NotificationThread): Html {
  const { context, now } = request;
  const { picture, title, path, number } = describeSubject(context, thread);
  const name = fullNameOf(context.db, repositoryOf(context.db, thread.repository_id));
  return html`<li class="Box-row notifications-list-item ${thread.unread ? "notification-unread" : "notification-read"}" data-notification-id="${thread.id}">
    <span class="row-state">${icon(picture)}</span>
    <div class="row-main">
      <p class="dim">${name} ${number}</p>
      <h3 class="row-title">
        ${thread.unread ? html`<span class="sr-only">Unread: </span>` : ""}<a class="Link--primary markdown-title" href="${path}">${title}</a>
      </h3>
    </div>
    <span class="dim row-end">${thread.reason.replaceAll("_", " ")} · ${relativeTime(now, thread.updated_at)}</span>
    ${thread.unread ? markForm(request, String(thread.id), html`Mark as read<span class="sr-only">: ${title}</span>`) : ""}
  </li>`;
}

/** Renders the button that marks a thread, or all of them, as read. */
function markForm(request: PageRequest, threads: string, text: Html | string): Html {
  return html`<form class="row-end" action="/notifications/mark" method="post">
    <input type="hidden" name="return_to" value="${addressWith(request, {})}" />
    <button class="btn btn-sm" type="submit" name="thread" value="${threads}">${text}</button>
  </form>`;
}
