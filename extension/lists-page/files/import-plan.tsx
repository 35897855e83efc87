import { useMemo, useState } from "preact/hooks";
import type { FileProblem, FileProblemKind, FileSummary } from "../../lists/files/parse-file.ts";
import { type ListImportPlan, planFilters } from "../../lists/files/plan-import.ts";
import { type ImportedItem, type JobEstimate, MAX_JOB_ITEMS, type NewJob } from "../../lists/job.ts";
import type { WantedState } from "../../lists/wanted-state.ts";
import { formatNumber, t, tn } from "../../locales/i18n.ts";
import type { PluralTextKey, TextKey } from "../../locales/text-keys.ts";
import { Alert } from "../../ui/alert.tsx";
import { callWorker } from "../../ui/call-worker.ts";
import { useResponse } from "../../ui/use-response.ts";
import { mergeUserData } from "../change-user-data.ts";
import { DialogActions } from "../dialog-actions.tsx";
import { formatDuration } from "../format-dates.ts";
import { useListsPage } from "../page-context.ts";
import { useAction } from "../use-action.ts";

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
      <Alert text={hasFailed ? t("annotationNotSaved") : undefined} />
      <DialogActions style="actions" cancel={done} label={t("importUserData")} confirm={() => void start()} />
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
  const { response: estimate, problem } = useResponse("jobs-estimate", { job }, [job]);
  const start = useAction();
  const startJob = async () => {
    await importUserData();
    await callWorker("jobs-start", { job });
    done();
    navigate({ view: "jobs" });
  };
  return (
    <>
      <EstimateText estimate={estimate} />
      <Alert text={start.problem ?? problem?.text} />
      <DialogActions
        style="actions"
        cancel={done}
        label={tn("importNow", items.length)}
        isDisabled={!estimate || start.isBusy}
        confirm={() => start.run(startJob)}
      />
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

const PROBLEM_TEXTS = {
  "invalid-json": "fileNoJson",
  "missing-list": "fileNoList",
  "missing-column": "fileNoColumn",
  "unclosed-quote": "fileUnclosedQuote",
  "invalid-repository": "fileNoRepository",
  "other-host": "fileOtherHost",
  "invalid-star": "fileNoStar",
  "invalid-watch": "fileNoWatch",
  "invalid-tag": "fileTag",
  "too-many-tags": "fileTooManyTags",
  "invalid-note": "fileNote",
  "invalid-filter": "fileFilter",
  duplicate: "fileTwice",
  empty: "fileEmpty",
} as const satisfies Readonly<Record<FileProblemKind, TextKey>>;

/** Translates a problem in a file, with its line. */
function problemText({ line, kind, value }: FileProblem): string {
  return t("fileLine", line, t(PROBLEM_TEXTS[kind], value));
}

/** Counts the items of a plan by kind of change, most frequent first. */
function countChanges(items: readonly ImportedItem[]): (readonly [title: PluralTextKey, count: number])[] {
  const counts = new Map<PluralTextKey, number>();
  for (const { wanted } of items) {
    const title = changeTitle(wanted);
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** Text key for the title of a change to several repositories. */
function changeTitle(wanted: WantedState): PluralTextKey {
  if ("starred" in wanted) return wanted.starred ? "jobStar" : "jobUnstar";
  if (wanted.watch === "not-watching") return "jobUnwatch";
  return wanted.watch === "watching" ? "jobWatch" : "jobIgnore";
}
