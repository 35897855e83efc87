import { html } from "hono/html";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import type { PageFrame } from "./page-frame.ts";

/**
 * Renders the link to the user's notifications.
 * @param style class of the header's links
 */
export function notificationsLink({ hasUnread }: PageFrame, style: string): Html {
  const label = hasUnread ? "You have unread notifications" : "You have no unread notifications";
  return html`<a class="${style} notification-indicator" href="/notifications" aria-label="${label}"
    >${icon("inbox")}${hasUnread ? html`<span class="mail-status unread"></span>` : ""}</a
  >`;
}
