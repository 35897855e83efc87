import { useCallback, useEffect, useState } from "preact/hooks";
import type { AccountName } from "../messages/accounts.ts";
import type { PopupAsks } from "../messages/popup.ts";
import type { Problem } from "../messages/problem.ts";
import { ask, problemIn } from "../ui/ask.ts";
import { type AboutAccount, lastAnswer } from "./last-answer.ts";

/** What is known of an account, and why it is not newer. */
export interface Answered<T extends AboutAccount> {
  readonly answer: PopupAsks[T]["answer"] | undefined;
  readonly problem: Problem | undefined;
  readonly again: () => void;
}

/** Asks about an account, showing meanwhile what the last popup was told. */
export function useAnswer<T extends AboutAccount>(what: T, { origin, login }: AccountName): Answered<T> {
  const [answer, setAnswer] = useState<PopupAsks[T]["answer"]>();
  const [problem, setProblem] = useState<Problem>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let current = true;
    const account = { origin, login };
    const asked = ask<AboutAccount>(what, account);
    let told = false;
    void lastAnswer(what, account).then((last) => current && !told && last !== undefined && setAnswer(() => last));
    asked.then(
      (answer) => {
        told = true;
        if (!current) return;
        setAnswer(() => answer);
        setProblem(undefined);
      },
      (error: unknown) => current && setProblem(problemIn(error)),
    );
    return () => {
      current = false;
    };
  }, [what, origin, login, turn]);
  return { answer, problem, again: useCallback(() => setTurn((turn) => turn + 1), []) };
}
