import type { Html } from "./layout/html.ts";
import { layout } from "./layout/layout.ts";
import { hasUnreadNotifications } from "./notifications/has-unread.ts";
import { addressWith, type PageRequest } from "./page-request.ts";
import type { PageFrame } from "./site-header/page-frame.ts";

/** Values of the frame that depend on the kind of page. */
export type PageKind = Pick<PageFrame, "query" | "repository" | "routePattern">;

/** Renders a complete page for a request. */
export function renderHtmlPage(request: PageRequest, title: string, content: Html, kind: PageKind = {}): Html {
  const { context, user } = request;
  return layout(title, content, {
    markup: context.markup,
    colorMode: request.colorMode,
    login: user?.login ?? null,
    hasUnread: hasUnreadNotifications(request),
    currentAddress: addressWith(request, {}),
    ...kind,
  });
}
