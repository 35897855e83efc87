import { html } from "hono/html";
import { countWatchers, getCustomSubscription, SUBSCRIBABLE_EVENTS, subscriptions } from "../../state/subscriptions.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { addressWith } from "../page-request.ts";
import { buttonCounter, signInButton } from "./repository-actions.ts";
import type { RepositoryPageRequest } from "./repository-layout.ts";

/** Renders the page's own Watch button, with the menu in which the user chooses what to be notified of. */
export function watchMenu(request: RepositoryPageRequest): Html {
  const { context, repository, root, user } = request;
  const { db } = context;
  const counter = buttonCounter("repo-notifications-counter", countWatchers(db, repository.id));
  if (!user) return signInButton(request, "watch-button", html`${icon("eye")} Watch ${counter}`);
  const subscription = subscriptions.find(db, { repository_id: repository.id, user_id: user.id });
  const custom = getCustomSubscription(db, repository.id, user.id);
  const current = custom ? "custom" : subscription ? (subscription.ignored ? "ignore" : "subscribed") : "included";
  const name = { custom: "Unwatch", subscribed: "Unwatch", ignore: "Stop ignoring", included: "Watch" }[current];
  const choice = (value: string, text: string) =>
    html`<button class="btn btn-sm" type="submit" name="do" value="${value}" aria-pressed="${value === current}">${text}</button> `;
  return html`<button class="btn btn-sm" data-testid="watch-button" type="button" popovertarget="watch-menu"
      >${icon("eye")} ${name} ${counter}</button
    >
    <div id="watch-menu" class="user-menu" popover>
      <form action="${root}/subscription" method="post" role="group" aria-label="Notifications">
        <input type="hidden" name="return_to" value="${addressWith(request, {})}" />
        ${choice("included", "Participating and @mentions")} ${choice("subscribed", "All activity")} ${choice("ignore", "Ignore")}
        ${SUBSCRIBABLE_EVENTS.map(
          (event) =>
            html`<label
              ><input type="checkbox" name="thread_types" value="${event}" ${custom?.includes(event) ? html`checked` : ""} /> ${event.replace(/([a-z])([A-Z])/, "$1 $2")}</label
            > `,
        )}
        ${choice("custom", "Custom")}
      </form>
    </div>`;
}
