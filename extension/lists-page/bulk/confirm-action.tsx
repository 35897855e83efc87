import { useMemo, useState } from "preact/hooks";
import type { JobEstimate, NewJob } from "../../lists/job.ts";
import type { BulkAction } from "../../lists/wanted-state.ts";
import { t, tn } from "../../locales/i18n.ts";
import { Alert } from "../../ui/alert.tsx";
import { callWorker } from "../../ui/call-worker.ts";
import { useResponse } from "../../ui/use-response.ts";
import { ModalDialog } from "../dialog.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { hostOf } from "../find-account.ts";
import { formatDuration } from "../format-dates.ts";
import { useListsPage } from "../page-context.ts";
import { useAction } from "../use-action.ts";
import { BULK_ACTIONS } from "./bulk-actions.ts";

/** Maximum number of repositories listed by name. */
const MAX_NAMES = 200;

/**
 * Shows what an action will change, how many repositories and how long it takes, and starts it once the user confirms.
 */
export function ConfirmAction({
  action,
  ids,
  hidden,
  close,
}: {
  readonly action: BulkAction;
  readonly ids: readonly number[];
  /** Number of selected repositories hidden by the filters. */
  readonly hidden: number;
  readonly close: (isStarted: boolean) => void;
}) {
  const { account, live } = useListsPage();
  // The selection at the time of the request, unaffected by later changes.
  const [job] = useState<NewJob>(() => ({ account: live.account, action, ids }));
  const { response: estimate, problem: estimateProblem } = useResponse("jobs-estimate", { job }, [job]);
  const start = useAction();
  const names = useMemo(
    () => ids.flatMap((id) => live.entries.get(id) ?? []).map(({ owner, name }) => `${owner}/${name}`),
    [ids],
  );
  const bulkAction = BULK_ACTIONS.find((candidate) => candidate.action === action);
  if (!bulkAction) return null;
  const count = estimate?.writes ?? ids.length;
  const isNothing = estimate?.writes === 0;
  const problem = start.problem ?? estimateProblem?.text;
  const startJob = async () => {
    await callWorker("jobs-start", { job });
    close(true);
  };
  return (
    <ModalDialog title={t("confirmAsk", tn(bulkAction.title, count))} close={() => close(false)}>
      <p class="dim">
        {t("accountOn", account.login, hostOf(account))} · {t(bulkAction.description)}
      </p>
      <ul class="facts">
        {estimate ? <EstimateLines estimate={estimate} /> : !problem && <li>{t("calculating")}</li>}
        {hidden > 0 && <li class="wait">{tn("ofThemHidden", hidden)}</li>}
        {!isNothing && <Losses action={action} />}
      </ul>
      <Alert text={problem} />
      <details>
        <summary>{t("whichOnes")}</summary>
        <ul class="names">
          {names.slice(0, MAX_NAMES).map((name) => (
            <li key={name}>{name}</li>
          ))}
          {names.length > MAX_NAMES && <li class="dim">{tn("andMore", names.length - MAX_NAMES)}</li>}
        </ul>
      </details>
      <DialogActions
        cancel={() => close(false)}
        label={isNothing ? t("nothingToDo") : tn(bulkAction.title, count)}
        isDisabled={!estimate || isNothing || start.isBusy}
        confirm={() => start.run(startJob)}
      />
    </ModalDialog>
  );
}

/** Says what an action loses and undo cannot restore. */
function Losses({ action }: { readonly action: BulkAction }) {
  if (action === "star") return null;
  return <li class="wait">{t(action === "unstar" ? "unstarLosesDates" : "customWatchLost")}</li>;
}

function EstimateLines({ estimate }: { readonly estimate: JobEstimate }) {
  const { writes, already, checks, seconds, jobsAhead } = estimate;
  return (
    <>
      {writes > 0 && <li>{tn("willBeChanged", writes)}</li>}
      {already > 0 && <li>{tn("alreadyInState", already)}</li>}
      {checks > 0 && <li>{tn("checkedFirst", checks)}</li>}
      {writes > 0 && <li>{t("estimatedTime", formatDuration(seconds))}</li>}
      {jobsAhead > 0 && <li>{tn("jobsAhead", jobsAhead)}</li>}
      {writes > 0 && <li>{t("canBeUndone")}</li>}
    </>
  );
}
