import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { AccountSummary } from "../messages/accounts.ts";
import type { Say } from "../ui/view.ts";
import type { LiveLists } from "./live-lists.ts";
import type { Place } from "./place.ts";
import type { Go } from "./use-place.ts";

/** What all of the page knows. */
export interface PageFacts {
  readonly place: Place;
  readonly go: Go;
  readonly account: AccountSummary;
  readonly live: LiveLists;
  /** Can this account's token change what it watches, as far as is known? */
  readonly canWatch: boolean;
  /** When the page was opened, in milliseconds since 1970: by that, ages are told. */
  readonly now: number;
  readonly say: Say;
}

const Context = createContext<PageFacts | undefined>(undefined);

export const PageFactsProvider = Context.Provider;

export function usePage(): PageFacts {
  const facts = useContext(Context);
  if (!facts) throw new Error("Only within the lists page.");
  return facts;
}
