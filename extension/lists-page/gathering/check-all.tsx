import { useEffect, useMemo, useState } from "preact/hooks";
import { needsWatchCheck } from "../../lists/gathering.ts";
import { t, tn } from "../../locales/i18n.ts";
import type { Problem } from "../../model/problem.ts";
import { callWorker, toProblem } from "../../ui/call-worker.ts";
import { formatDuration } from "../format-dates.ts";
import { useListsPage } from "../page-context.ts";
import { isGathering } from "./gathering-text.ts";

/** Button that checks the watch states of all repositories that were not checked since the last refresh, with its cost. */
export function CheckAll() {
  const { live } = useListsPage();
  const { gathering, entries } = live;
  const [problem, setProblem] = useState<Problem>();
  const count = useMemo(() => {
    const { startedAt } = gathering;
    return startedAt === null ? 0 : [...entries.values()].filter((entry) => needsWatchCheck(entry, startedAt)).length;
  }, [entries, gathering.startedAt]);
  const seconds = useCheckEstimate(count);
  if (count === 0 || seconds === undefined || gathering.watchUnavailable || isGathering(gathering)) return null;
  const checkAll = () => {
    setProblem(undefined);
    callWorker("lists-check-all", { account: live.account }).catch((error: unknown) => setProblem(toProblem(error)));
  };
  return (
    <>
      <button type="button" onClick={checkAll}>
        {t("checkAllWatches", tn("callCount", count), formatDuration(seconds))}
      </button>
      {problem && (
        <p class="problem" role="alert">
          {problem.text}
        </p>
      )}
    </>
  );
}

/** Returns how long checking some repositories takes, in seconds; undefined until it is known. */
function useCheckEstimate(count: number): number | undefined {
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    let isCurrent = true;
    if (count > 0) {
      callWorker("lists-estimate-checks", { count }).then(
        (estimated) => isCurrent && setSeconds(estimated),
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [count]);
  return seconds;
}
