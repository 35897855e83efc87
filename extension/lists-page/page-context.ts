import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { AccountSummary } from "../messages/accounts.ts";
import type { Notify } from "../ui/view.ts";
import type { ListsRoute } from "./lists-route.ts";
import type { LiveLists } from "./live-lists.ts";
import type { Selection } from "./selection.ts";
import type { Navigate } from "./use-route.ts";

/** Values shared by all components of the page. */
export interface ListsPageContext {
  readonly route: ListsRoute;
  readonly navigate: Navigate;
  readonly account: AccountSummary;
  readonly live: LiveLists;
  /** Whether the account's token can change subscriptions, as far as known. */
  readonly canWatch: boolean;
  /** Time at which the page was opened, in milliseconds since 1970. Ages are relative to it. */
  readonly now: number;
  readonly notify: Notify;
  /** The selected repositories. */
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
}

const Context = createContext<ListsPageContext | undefined>(undefined);

export const ListsPageProvider = Context.Provider;

export function useListsPage(): ListsPageContext {
  const context = useContext(Context);
  if (!context) throw new Error("useListsPage must be used within ListsPageProvider.");
  return context;
}
