import type { Client, Clock, explainAccess } from "@forgehand/core";
import type { ListsChange } from "../../lists/channel.ts";
import type { Lists } from "../../lists/database.ts";
import type { Progress } from "./progress.ts";

/** What gathering needs of the world around it. */
export interface Gatherer {
  readonly lists: Lists;
  readonly clock: Clock;
  /** A client whose answers are kept, and what its token is, as `explainAccess` takes it. @throws Unavailable */
  readonly connect: (account: string) => Promise<{ readonly client: Client; readonly token: TokenFacts }>;
  readonly tell: (change: ListsChange) => void;
  /** Keeps the worker from being ended, until what it gives is called. */
  readonly stayAwake: () => () => void;
  /** Has the worker started at that time, should it have ended by then. */
  readonly wakeAt: (time: number) => void;
}

export type TokenFacts = Pick<Parameters<typeof explainAccess>[1], "kind" | "token" | "dialect">;

/** One gathering, between two waits. */
export interface Gather {
  readonly lists: Lists;
  readonly account: string;
  readonly client: Client;
  readonly token: TokenFacts;
  readonly clock: Clock;
  /** Which gathering it is: when it was begun. */
  readonly run: number;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}
