import { useMemo, useState } from "preact/hooks";
import type { NewJob } from "../../lists/job.ts";
import type { Action } from "../../lists/wanted.ts";
import type { Problem } from "../../messages/problem.ts";
import { ask, problemIn } from "../../ui/ask.ts";
import { t, tn } from "../../ui/words.ts";
import { hostOf } from "../account-name.ts";
import { Dialog } from "../dialog.tsx";
import { usePage } from "../page-context.ts";
import { ACTIONS } from "./actions.ts";
import { EstimateLines } from "./estimate-lines.tsx";
import { useEstimate } from "./use-estimate.ts";

/** So many are named. */
const NAMED = 200;

/** Says exactly what will be done, to how many, how long that takes, and that there is a way back; then does it. */
export function ConfirmAction({
  action,
  ids,
  hidden,
  close,
}: {
  readonly action: Action;
  readonly ids: readonly number[];
  /** How many of them the filters hide. */
  readonly hidden: number;
  readonly close: (begun: boolean) => void;
}) {
  const { account, live } = usePage();
  // What was asked about is what is done, whatever is selected meanwhile.
  const [job] = useState<NewJob>(() => ({ account: live.account, action, ids }));
  const { estimate, problem: unknown } = useEstimate(job);
  const [failed, setFailed] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const names = useMemo(
    () => ids.flatMap((id) => live.entries.get(id) ?? []).map(({ owner, name }) => `${owner}/${name}`),
    [ids],
  );
  const about = ACTIONS.find((one) => one.action === action);
  if (!about) return null;
  const count = estimate?.writes ?? ids.length;
  const isNothing = estimate?.writes === 0;
  const problem = failed ?? unknown;
  async function begin() {
    setBusy(true);
    setFailed(undefined);
    try {
      await ask("jobs-start", { job });
      close(true);
    } catch (error) {
      setFailed(problemIn(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={t("confirmAsk", tn(about.title, count))} close={() => close(false)}>
      <p class="dim">
        {t("accountOn", account.login, hostOf(account))} · {t(about.means)}
      </p>
      <ul class="facts">
        {estimate ? <EstimateLines estimate={estimate} /> : !problem && <li>{t("reckoning")}</li>}
        {hidden > 0 && <li class="wait">{tn("ofThemHidden", hidden)}</li>}
      </ul>
      {problem && (
        <p class="problem" role="alert">
          {problem.text}
        </p>
      )}
      <details>
        <summary>{t("whichOnes")}</summary>
        <ul class="names">
          {names.slice(0, NAMED).map((name) => (
            <li key={name}>{name}</li>
          ))}
          {names.length > NAMED && <li class="dim">{tn("andMore", names.length - NAMED)}</li>}
        </ul>
      </details>
      <div class="answers">
        <button type="button" onClick={() => close(false)}>
          {t("cancel")}
        </button>
        <button type="button" class="primary" disabled={!estimate || isNothing || isBusy} onClick={() => void begin()}>
          {isNothing ? t("nothingToDo") : tn(about.title, count)}
        </button>
      </div>
    </Dialog>
  );
}
