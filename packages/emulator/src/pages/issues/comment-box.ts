import { html } from "hono/html";
import { getAccount } from "../../state/accounts.ts";
import { avatarImage } from "../layout/avatar.ts";
import type { Html } from "../layout/html.ts";
import { markdown } from "../layout/markdown.ts";
import type { PageRequest } from "../page-request.ts";
import { userLink } from "../repository/repository-layout.ts";

/** Renders a link to the author, which a deleted account doesn't have. */
export const authorLink = (request: PageRequest, userId: number | null): Html =>
  userId === null ? html`<strong>A deleted account</strong>` : userLink(request, userId);

/** Renders a comment in a discussion. */
export function commentBox(request: PageRequest, id: string, userId: number | null, action: Html, body: string): Html {
  const avatar = userId === null ? "" : avatarImage(getAccount(request.context.db, userId).login, 24);
  return html`<article class="TimelineItem timeline-comment Box" id="${id}">
    <h3 class="timeline-comment-header Box-header">${avatar} <span>${authorLink(request, userId)} ${action}</span></h3>
    <div class="comment-body markdown-body js-comment-body">
      ${body.trim() === "" ? html`<p class="dim"><em>No description provided.</em></p>` : markdown(body)}
    </div>
  </article>`;
}
