import { useState } from "preact/hooks";
import { type ListsDatabase, openListsDatabase } from "../lists/database.ts";
import { useSignalEffect } from "../ui/use-signal-effect.ts";
import { type LiveLists, subscribeToLists } from "./live-lists.ts";

let opening: Promise<ListsDatabase> | undefined;

/** Returns the database connection, opening it once. */
export function listsDatabase(): Promise<ListsDatabase> {
  opening ??= openListsDatabase().then((listsDatabase) => {
    // The database was deleted or upgraded; reopen it on the next call.
    listsDatabase.addEventListener("close", () => {
      opening = undefined;
    });
    return listsDatabase;
  });
  return opening;
}

/** Returns an account's current data; undefined until it is read, an error if it cannot be read. */
export function useLiveLists(account: string | undefined): LiveLists | Error | undefined {
  const [current, setCurrent] = useState<LiveLists | Error>();
  useSignalEffect(
    (signal) => {
      if (account === undefined) return;
      const fail = (error: unknown) => {
        if (!signal.aborted) setCurrent(error instanceof Error ? error : new Error(String(error)));
      };
      void listsDatabase()
        .then((listsDatabase) => subscribeToLists(listsDatabase, account, setCurrent, signal))
        .catch(fail);
    },
    [account],
  );
  // Ignores the data of the previous account.
  return current instanceof Error || current?.account === account ? current : undefined;
}
