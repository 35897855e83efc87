import type { Markup } from "../../markup.ts";
import type { ColorMode } from "../layout/color-mode.ts";
import type { Tab } from "../layout/tabs.ts";

/** Values of the page around its content. */
export interface PageFrame {
  readonly markup: Markup;
  readonly colorMode: ColorMode;
  /** Login of the signed-in user; null if signed out. */
  readonly login: string | null;
  /** Whether the signed-in user has unread notifications. */
  readonly hasUnread: boolean;
  /** URL to return to after signing in. */
  readonly currentAddress: string;
  /** Text in the search field. */
  readonly query?: string;
  /** Kind of page, as in `meta[name=route-pattern]`: `/:user_id/:repository`. */
  readonly routePattern?: string;
  /** The repository that the page is about. */
  readonly repository?: RepositoryFrame;
}

/** Values of a repository that are outside of its pages' content. */
export interface RepositoryFrame {
  readonly owner: string;
  readonly name: string;
  readonly isPrivate: boolean;
  /** Address of its page. */
  readonly url: string;
  readonly tabs: readonly Tab[];
  /** Id of the selected tab. */
  readonly tab: string;
}
