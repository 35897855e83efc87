import { useEffect, useState } from "preact/hooks";
import { type Lists, openLists } from "../lists/database.ts";
import { type LiveLists, liveLists } from "./live-lists.ts";

let opening: Promise<Lists> | undefined;

/** What lists and jobs are kept in, opened once. */
export function lists(): Promise<Lists> {
  opening ??= openLists().then((lists) => {
    // Whoever took everything away closed it.
    lists.addEventListener("close", () => {
      opening = undefined;
    });
    return lists;
  });
  return opening;
}

/** An account's lists as they are now; undefined until they are read, an error where they can't be. */
export function useLists(account: string | undefined): LiveLists | Error | undefined {
  const [now, setNow] = useState<LiveLists | Error>();
  useEffect(() => {
    if (account === undefined) return;
    const away = new AbortController();
    const fail = (error: unknown) => {
      if (!away.signal.aborted) setNow(error instanceof Error ? error : new Error(String(error)));
    };
    void lists()
      .then((lists) => liveLists(lists, account, setNow, away.signal))
      .catch(fail);
    return () => away.abort();
  }, [account]);
  // What is left of another account is none of this one's.
  return now instanceof Error || now?.account === account ? now : undefined;
}
