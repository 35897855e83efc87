import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../messages/problem.ts";
import { trusted } from "./trusted.ts";
import type { View } from "./view.ts";
import { language, t } from "./words.ts";

/** Why something is not known or was not done, with what helps. A limit is a clock: when it ends, it looks again by itself. */
export function ProblemNote({
  name,
  problem,
  retry,
  view,
}: {
  /** What it is about. */
  readonly name: string;
  readonly problem: Problem | undefined;
  readonly retry: () => Promise<void>;
  readonly view: View;
}) {
  const [, setNow] = useState(0);
  const until = problem?.until;
  useEffect(() => {
    if (until === undefined) return;
    const timer = setInterval(() => {
      if (Date.now() < until) return setNow(Date.now());
      clearInterval(timer);
      void retry();
    }, 1000);
    return () => clearInterval(timer);
  }, [until, retry]);
  if (!problem) return null;
  const { kind, text } = problem;
  const open = kind === "account" ? "options" : kind === "locked" ? "unlock" : undefined;
  return (
    <p class={kind === "limit" ? "problem waits" : "problem"} role={kind === "limit" ? "status" : "alert"}>
      <strong>{name}:</strong> {text}
      {until !== undefined && <time class="clock">{clockOf(until - Date.now())}</time>}
      {open && (
        <button type="button" onClick={trusted(() => view.open(open))}>
          {t(open === "options" ? "openOptions" : "unlock")}
        </button>
      )}
      {kind !== "permission" && kind !== "outdated" && until === undefined && (
        <button type="button" onClick={trusted(() => void retry())}>
          {t("tryAgain")}
        </button>
      )}
    </p>
  );
}

/** `4:07` */
function clockOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = new Intl.NumberFormat(language(), { minimumIntegerDigits: 2 });
  return `${Math.floor(seconds / 60)}:${two.format(seconds % 60)}`;
}
