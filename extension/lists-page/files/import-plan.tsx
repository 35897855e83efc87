import { useMemo, useState } from "preact/hooks";
import type { FileProblem } from "../../lists/files/parse.ts";
import type { ImportPlan } from "../../lists/files/plan.ts";
import type { JobEstimate, NewJob } from "../../lists/job.ts";
import type { Problem } from "../../messages/problem.ts";
import { ask, problemIn } from "../../ui/ask.ts";
import { t, tn } from "../../ui/words.ts";
import { useEstimate } from "../bulk/use-estimate.ts";
import { usePage } from "../page-context.ts";
import { aboutTime } from "../spans-of-time.ts";
import { planLines } from "./plan-lines.ts";
import { problemText } from "./problem-text.ts";

/** A file that was read, and what would come of it. */
export interface ReadFile {
  readonly name: string;
  readonly rows: number;
  readonly problems: readonly FileProblem[];
  readonly plan: ImportPlan;
}

/** As many as one job may have. */
const MOST = 50_000;
/** So many lines that are wrong are shown. */
const SHOWN = 50;

/** What would come of a file, and the button that does it. */
export function ImportPlanShown({ file, done }: { readonly file: ReadFile; readonly done: () => void }) {
  const { plan, problems, rows } = file;
  const { items } = plan;
  return (
    <div class="plan">
      <h3>{t("planOf", file.name)}</h3>
      <ul class="facts">
        <li>{tn("linesRead", rows)}</li>
        {planLines(items).map(([title, count]) => (
          <li key={title} class="change">
            {tn(title, count)}
          </li>
        ))}
        {plan.already.length > 0 && <li>{tn("areSoAlready", plan.already.length)}</li>}
        {plan.unknown.length > 0 && <li>{tn("lookedAtFirst", plan.unknown.length)}</li>}
        {plan.missing.length > 0 && <li class="wait">{tn("planMissing", plan.missing.length)}</li>}
        {plan.silent.length > 0 && <li class="wait">{tn("planSilent", plan.silent.length)}</li>}
      </ul>
      {problems.length > 0 && <FileProblems problems={problems} />}
      {items.length === 0 ? (
        <p>{t("reasonNothingToDo")}</p>
      ) : items.length > MOST ? (
        <p class="problem">{tn("tooManyAtOnce", items.length)}</p>
      ) : (
        <Begin items={items} done={done} />
      )}
    </div>
  );
}

function Begin({ items, done }: { readonly items: ImportPlan["items"]; readonly done: () => void }) {
  const { live, go } = usePage();
  const job = useMemo<NewJob>(() => ({ account: live.account, action: "import", items }), [items]);
  const { estimate, problem: unknown } = useEstimate(job);
  const [failed, setFailed] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const problem = failed ?? unknown;
  async function begin() {
    setBusy(true);
    setFailed(undefined);
    try {
      await ask("jobs-start", { job });
      done();
      go({ view: "jobs" });
    } catch (error) {
      setFailed(problemIn(error));
      setBusy(false);
    }
  }
  return (
    <>
      <Cost estimate={estimate} />
      {problem && (
        <p class="problem" role="alert">
          {problem.text}
        </p>
      )}
      <div class="actions">
        <button type="button" onClick={done}>
          {t("cancel")}
        </button>
        <button type="button" class="primary" disabled={!estimate || isBusy} onClick={() => void begin()}>
          {tn("importNow", items.length)}
        </button>
      </div>
    </>
  );
}

function Cost({ estimate }: { readonly estimate: JobEstimate | undefined }) {
  if (!estimate) return <p class="dim">{t("reckoning")}</p>;
  return (
    <p class="dim">
      {t("takesSo", aboutTime(estimate.seconds))} {estimate.ahead > 0 && tn("jobsAhead", estimate.ahead)}{" "}
      {t("canBeUndone")}
    </p>
  );
}

function FileProblems({ problems }: { readonly problems: readonly FileProblem[] }) {
  return (
    <details open={problems.length <= 5}>
      <summary class="problem">{tn("linesWrong", problems.length)}</summary>
      <ul class="failed">
        {problems.slice(0, SHOWN).map((problem) => (
          <li key={`${problem.line} ${problem.kind}`}>{problemText(problem)}</li>
        ))}
        {problems.length > SHOWN && <li class="dim">{tn("andMore", problems.length - SHOWN)}</li>}
      </ul>
    </details>
  );
}
