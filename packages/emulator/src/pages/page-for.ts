import { fullNameOf, type Repository } from "../state/repositories.ts";
import type { Html } from "./layout/html.ts";
import { type Frame, layout } from "./layout/layout.ts";
import { addressWith, type Visit } from "./visit.ts";

/** A whole page for whoever visits it. @param repository which one it is about */
export function pageFor(
  visit: Visit,
  title: string,
  content: Html,
  { repository, query }: { readonly repository?: Repository; readonly query?: string } = {},
): Html {
  const frame: Frame = {
    login: visit.user?.login ?? null,
    here: addressWith(visit, {}),
    ...(query === undefined ? {} : { query }),
    ...(repository ? { repository: fullNameOf(visit.world.db, repository) } : {}),
  };
  return layout(title, content, frame);
}
