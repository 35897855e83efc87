import { useMemo } from "preact/hooks";
import { needsWatchCheck } from "../../lists/gathering.ts";
import { t, tn } from "../../locales/i18n.ts";
import { Alert } from "../../ui/alert.tsx";
import { callWorker } from "../../ui/call-worker.ts";
import { useResponse } from "../../ui/use-response.ts";
import { formatDuration } from "../format-dates.ts";
import { useListsPage } from "../page-context.ts";
import { useAction } from "../use-action.ts";
import { isGathering } from "./gathering-text.ts";

/** Button that checks the watch states of all repositories that were not checked since the last refresh, with its cost. */
export function CheckAll() {
  const { live } = useListsPage();
  const { gathering, entries } = live;
  const { run, problem } = useAction();
  const count = useMemo(() => {
    const { startedAt } = gathering;
    return startedAt === null ? 0 : [...entries.values()].filter((entry) => needsWatchCheck(entry, startedAt)).length;
  }, [entries, gathering.startedAt]);
  const { response: seconds } = useResponse("lists-estimate-checks", count > 0 ? { count } : undefined, [count]);
  if (count === 0 || seconds === undefined || gathering.watchUnavailable || isGathering(gathering)) return null;
  const checkAll = () => run(() => callWorker("lists-check-all", { account: live.account }));
  return (
    <>
      <button type="button" onClick={checkAll}>
        {t("checkAllWatches", tn("callCount", count), formatDuration(seconds))}
      </button>
      <Alert text={problem} />
    </>
  );
}
