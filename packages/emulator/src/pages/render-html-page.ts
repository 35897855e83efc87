import { fullNameOf, type Repository } from "../state/repositories.ts";
import type { Html } from "./layout/html.ts";
import { layout, type PageFrame } from "./layout/layout.ts";
import { addressWith, type PageRequest } from "./page-request.ts";

/**
 * Renders a complete page for a request.
 * @param repository the page's repository, if any
 */
export function renderHtmlPage(
  request: PageRequest,
  title: string,
  content: Html,
  { repository, query }: { readonly repository?: Repository; readonly query?: string } = {},
): Html {
  const frame: PageFrame = {
    login: request.user?.login ?? null,
    currentAddress: addressWith(request, {}),
    ...(query === undefined ? {} : { query }),
    ...(repository ? { repository: fullNameOf(request.context.db, repository) } : {}),
  };
  return layout(title, content, frame);
}
