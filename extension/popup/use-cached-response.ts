import { useCallback, useState } from "preact/hooks";
import type { PopupMessages } from "../messages/popup.ts";
import type { AccountRef } from "../model/account-ref.ts";
import type { Problem } from "../model/problem.ts";
import { callWorker, toProblem } from "../ui/call-worker.ts";
import { useSignalEffect } from "../ui/use-signal-effect.ts";
import { type CachedMessageKind, readCachedResponse } from "./response-cache.ts";

/** The latest response about an account, and the problem of the last request. */
export interface LoadedResponse<T extends CachedMessageKind> {
  readonly response: PopupMessages[T]["response"] | undefined;
  readonly problem: Problem | undefined;
  readonly reload: () => void;
}

/** Requests data about an account and shows the cached response in the meantime. */
export function useCachedResponse<T extends CachedMessageKind>(
  kind: T,
  { origin, login }: AccountRef,
): LoadedResponse<T> {
  const [response, setResponse] = useState<PopupMessages[T]["response"]>();
  const [problem, setProblem] = useState<Problem>();
  const [reloadCount, setReloadCount] = useState(0);
  useSignalEffect(
    (signal) => {
      const account = { origin, login };
      let hasResponded = false;
      void readCachedResponse(kind, account).then(
        (last) => !signal.aborted && !hasResponded && last !== undefined && setResponse(() => last),
      );
      callWorker<CachedMessageKind>(kind, account).then(
        (response) => {
          hasResponded = true;
          if (signal.aborted) return;
          setResponse(() => response);
          setProblem(undefined);
        },
        (error: unknown) => signal.aborted || setProblem(toProblem(error)),
      );
    },
    [kind, origin, login, reloadCount],
  );
  return { response, problem, reload: useCallback(() => setReloadCount((reloadCount) => reloadCount + 1), []) };
}
