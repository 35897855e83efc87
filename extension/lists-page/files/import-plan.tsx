import { useMemo, useState } from "preact/hooks";
import type { FileSummary } from "../../lists/files/parse-file.ts";
import { type ListImportPlan, planFilters } from "../../lists/files/plan-import.ts";
import { type JobEstimate, MAX_JOB_ITEMS, type NewJob } from "../../lists/job.ts";
import type { WantedState } from "../../lists/wanted-state.ts";
import { formatNumber, t, tn } from "../../locales/i18n.ts";
import type { Problem } from "../../model/problem.ts";
import { callWorker, toProblem } from "../../ui/call-worker.ts";
import { useEstimate } from "../bulk/use-estimate.ts";
import { mergeUserData } from "../change-user-data.ts";
import { formatDuration } from "../format-dates.ts";
import { useListsPage } from "../page-context.ts";
import { countChanges } from "./count-changes.ts";
import { problemText } from "./problem-text.ts";

/** A parsed file and its import plan. */
export interface ImportedFile {
  readonly name: string;
  readonly rowCount: number;
  readonly summary: FileSummary;
  readonly plan: ListImportPlan;
}

/** Preview of an import, with a button that starts it. */
export function ImportPlanView({ file, done }: { readonly file: ImportedFile; readonly done: () => void }) {
  const { plan, rowCount, summary } = file;
  const { items } = plan;
  const { live } = useListsPage();
  const filters = useMemo(
    () => planFilters(summary.filters ?? [], live.account, live.savedFilters),
    [summary, live.savedFilters],
  );
  const importUserData = async () => {
    await mergeUserData(live.account, plan.annotated, filters);
  };
  const hasUserData = plan.annotated.length > 0 || filters.length > 0;
  return (
    <div class="plan">
      <h3>{t("planOf", file.name)}</h3>
      {summary.unreadLine !== undefined && (
        <p class="problem">{t("fileLine", summary.unreadLine, t("fileTooManyRows", formatNumber(MAX_JOB_ITEMS)))}</p>
      )}
      <ul class="facts">
        <li>{tn("linesRead", rowCount)}</li>
        {countChanges(items).map(([title, count]) => (
          <li key={title} class="change">
            {tn(title, count)}
          </li>
        ))}
        <Losses items={items} />
        {plan.unchanged.length > 0 && <li>{tn("planUnchanged", plan.unchanged.length)}</li>}
        {plan.unknown.length > 0 && <li>{tn("planUnknown", plan.unknown.length)}</li>}
        {plan.missing.length > 0 && <li class="wait">{tn("planMissing", plan.missing.length)}</li>}
        {plan.unspecified.length > 0 && <li class="wait">{tn("planUnspecified", plan.unspecified.length)}</li>}
        {plan.annotated.length > 0 && <li class="change">{tn("planAnnotated", plan.annotated.length)}</li>}
        {filters.length > 0 && <li class="change">{tn("planFilters", filters.length)}</li>}
        {plan.unlisted.length > 0 && <li class="wait">{tn("planUnlisted", plan.unlisted.length)}</li>}
        {plan.overLimit.length > 0 && <li class="wait">{tn("planOverLimit", plan.overLimit.length)}</li>}
      </ul>
      {summary.problemCount > 0 && <FileProblems {...summary} />}
      {items.length === 0 && hasUserData ? (
        <ImportUserData importUserData={importUserData} done={done} />
      ) : items.length === 0 ? (
        <p>{t("reasonNothingToDo")}</p>
      ) : items.length > MAX_JOB_ITEMS ? (
        <p class="problem">{tn("tooManyAtOnce", items.length)}</p>
      ) : (
        <StartImport items={items} importUserData={importUserData} done={done} />
      )}
    </div>
  );
}

/** Says what the file's dates cannot do, and what an import loses and undo cannot restore. */
function Losses({ items }: { readonly items: ListImportPlan["items"] }) {
  const changes = (wanted: (state: WantedState) => boolean) => items.some((item) => wanted(item.wanted));
  return (
    <>
      {changes((wanted) => "starred" in wanted && wanted.starred) && <li class="wait">{t("importDatesStars")}</li>}
      {changes((wanted) => "starred" in wanted && !wanted.starred) && <li class="wait">{t("unstarLosesDates")}</li>}
      {changes((wanted) => "watch" in wanted) && <li class="wait">{t("customWatchLost")}</li>}
    </>
  );
}

/** Button that imports tags, notes and filters of a file that changes nothing else. */
function ImportUserData({
  importUserData,
  done,
}: {
  readonly importUserData: () => Promise<void>;
  readonly done: () => void;
}) {
  const { notify } = useListsPage();
  const [hasFailed, setFailed] = useState(false);
  async function start() {
    try {
      await importUserData();
      notify(t("userDataImported"));
      done();
    } catch {
      setFailed(true);
    }
  }
  return (
    <>
      {hasFailed && (
        <p class="problem" role="alert">
          {t("annotationNotSaved")}
        </p>
      )}
      <div class="actions">
        <button type="button" onClick={done}>
          {t("cancel")}
        </button>
        <button type="button" class="primary" onClick={() => void start()}>
          {t("importUserData")}
        </button>
      </div>
    </>
  );
}

function StartImport({
  items,
  importUserData,
  done,
}: {
  readonly items: ListImportPlan["items"];
  readonly importUserData: () => Promise<void>;
  readonly done: () => void;
}) {
  const { live, navigate } = useListsPage();
  const job = useMemo<NewJob>(() => ({ account: live.account, action: "import", items }), [items]);
  const { estimate, problem: estimateProblem } = useEstimate(job);
  const [failed, setFailed] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const problem = failed ?? estimateProblem;
  async function startJob() {
    setBusy(true);
    setFailed(undefined);
    try {
      await importUserData();
      await callWorker("jobs-start", { job });
      done();
      navigate({ view: "jobs" });
    } catch (error) {
      setFailed(toProblem(error));
      setBusy(false);
    }
  }
  return (
    <>
      <EstimateText estimate={estimate} />
      {problem && (
        <p class="problem" role="alert">
          {problem.text}
        </p>
      )}
      <div class="actions">
        <button type="button" onClick={done}>
          {t("cancel")}
        </button>
        <button type="button" class="primary" disabled={!estimate || isBusy} onClick={() => void startJob()}>
          {tn("importNow", items.length)}
        </button>
      </div>
    </>
  );
}

function EstimateText({ estimate }: { readonly estimate: JobEstimate | undefined }) {
  if (!estimate) return <p class="dim">{t("calculating")}</p>;
  return (
    <p class="dim">
      {t("estimatedTime", formatDuration(estimate.seconds))}{" "}
      {estimate.jobsAhead > 0 && tn("jobsAhead", estimate.jobsAhead)} {t("canBeUndone")}
    </p>
  );
}

function FileProblems({ problems, problemCount }: FileSummary) {
  return (
    <details open={problemCount <= 5}>
      <summary class="problem">{tn("linesWrong", problemCount)}</summary>
      <ul class="failed">
        {problems.map((problem) => (
          <li key={`${problem.line} ${problem.kind}`}>{problemText(problem)}</li>
        ))}
        {problemCount > problems.length && <li class="dim">{tn("andMore", problemCount - problems.length)}</li>}
      </ul>
    </details>
  );
}
