import { countEnded, hasEnded, type Job } from "../../lists/job.ts";
import { jobStateText, jobTitle, outcomeText } from "../../lists/job-text.ts";
import { reasonText } from "../../lists/reason-text.ts";
import { formatNumber, t } from "../../locales/i18n.ts";
import { formatTime } from "../../ui/format-time.ts";
import { Countdown, useNow } from "../countdown.tsx";
import { formatDateTime, formatDuration } from "../format-dates.ts";
import { CrossIcon } from "../icons.tsx";
import { ProgressBar } from "../progress-bar.tsx";
import { Failures } from "./failures.tsx";
import { UndoButton } from "./undo-button.tsx";
import { useJobCommands } from "./use-job-commands.ts";

/** A job: progress, wait state, results and the available commands. */
export function JobCard({
  job,
  isBrief = false,
  dismiss,
}: {
  readonly job: Job;
  /** Whether failures are omitted because they are shown elsewhere. */
  readonly isBrief?: boolean;
  /** Hides a job that is only shown because it has just ended. */
  readonly dismiss?: () => void;
}) {
  const commands = useJobCommands(job.id);
  const title = jobTitle(job);
  const isEnded = hasEnded(job);
  return (
    <article class={`job ${job.state}`} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span class="state">{jobStateText(job.state)}</span>
        <time class="dim" dateTime={new Date(job.createdAt).toISOString()}>
          {formatDateTime(job.createdAt)}
        </time>
        {dismiss && (
          <button type="button" class="bare" aria-label={t("hideJob", title)} title={t("hide")} onClick={dismiss}>
            <CrossIcon />
          </button>
        )}
      </header>
      {!isEnded && <ProgressBar value={countEnded(job.counts)} max={job.counts.total} label={title} />}
      <div class="facts-line">
        {!isEnded && <p>{t("ofAll", formatNumber(countEnded(job.counts)), formatNumber(job.counts.total))}</p>}
        {isEnded && <p>{outcomeText(job) || t("nothingChanged")}</p>}
        {job.state === "running" && job.eta !== null && <Eta at={job.eta} />}
        {job.waiting && (
          <p class="wait">
            {reasonText(job.waiting.reason)} <Countdown wait={job.waiting} />
          </p>
        )}
        {!isEnded && <p class="dim">{outcomeText(job)}</p>}
        <JobButtons job={job} commands={commands} title={title} />
      </div>
      {job.state === "paused" && job.reason && (
        <p class="problem" role="alert">
          {reasonText(job.reason)}
        </p>
      )}
      {commands.problem && (
        <p class="problem" role="alert">
          {commands.problem.text}
        </p>
      )}
      {!isBrief && <Failures job={job} />}
    </article>
  );
}

/** Estimated end of a job, as a duration and a time of day. */
export function Eta({ at }: { readonly at: number }) {
  const now = useNow(5000);
  return (
    <p class="dim">
      {t("timeLeft", formatDuration((at - now) / 1000))} · {t("doneAt", formatTime(at))}
    </p>
  );
}

function JobButtons({
  job,
  commands,
  title,
}: {
  readonly job: Job;
  readonly commands: ReturnType<typeof useJobCommands>;
  readonly title: string;
}) {
  const { state } = job;
  const canPause = state === "running" || state === "waiting" || state === "queued";
  const canCancel = canPause || state === "paused";
  const isStopping = state === "pausing" || state === "cancelling";
  return (
    <div class="actions">
      {canPause && (
        <button
          type="button"
          disabled={commands.isBusy}
          aria-label={t("pauseJob", title)}
          onClick={() => commands.send("jobs-pause")}
        >
          {t("pause")}
        </button>
      )}
      {state === "paused" && (
        <button
          type="button"
          class="primary"
          disabled={commands.isBusy}
          aria-label={t("resumeJob", title)}
          onClick={() => commands.send("jobs-resume")}
        >
          {t("resume")}
        </button>
      )}
      {(canCancel || isStopping) && (
        <button
          type="button"
          disabled={commands.isBusy || isStopping}
          aria-label={t("cancelJob", title)}
          onClick={() => commands.send("jobs-cancel")}
        >
          {t("cancel")}
        </button>
      )}
      {hasEnded(job) && <UndoButton job={job} commands={commands} title={title} />}
    </div>
  );
}
