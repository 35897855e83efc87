import { countEnded, hasEnded, type Job } from "../../lists/job.ts";
import { jobStateText, jobTitle, outcomeText } from "../../lists/job-text.ts";
import { reasonText } from "../../lists/reason-text.ts";
import { formatNumber, t } from "../../locales/i18n.ts";
import { Alert } from "../../ui/alert.tsx";
import { callWorker } from "../../ui/call-worker.ts";
import { formatTime } from "../../ui/format-time.ts";
import { Countdown, useNow } from "../countdown.tsx";
import { formatDateTime, formatDuration } from "../format-dates.ts";
import { CrossIcon } from "../icons.tsx";
import { ProgressBar } from "../progress-bar.tsx";
import { type Action, useAction } from "../use-action.ts";
import { Failures } from "./failures.tsx";
import { UndoButton } from "./undo-button.tsx";

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
  const action = useAction();
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
        <JobButtons job={job} action={action} title={title} />
      </div>
      <Alert text={job.state === "paused" && job.reason ? reasonText(job.reason) : undefined} />
      <Alert text={action.problem} />
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

function JobButtons({ job, action, title }: { readonly job: Job; readonly action: Action; readonly title: string }) {
  const { id, state } = job;
  const canPause = state === "running" || state === "waiting" || state === "queued";
  const isStopping = state === "pausing" || state === "cancelling";
  const isPaused = state === "paused";
  const commands = [
    { kind: "jobs-pause", name: "pause", label: "pauseJob", isShown: canPause },
    { kind: "jobs-resume", name: "resume", label: "resumeJob", isShown: isPaused },
    { kind: "jobs-cancel", name: "cancel", label: "cancelJob", isShown: canPause || isPaused || isStopping },
  ] as const;
  return (
    <div class="actions">
      {commands.map(
        ({ kind, name, label, isShown }) =>
          isShown && (
            <button
              key={kind}
              type="button"
              class={name === "resume" ? "primary" : undefined}
              disabled={action.isBusy || isStopping}
              aria-label={t(label, title)}
              onClick={() => action.run(() => callWorker(kind, { id }))}
            >
              {t(name)}
            </button>
          ),
      )}
      {hasEnded(job) && <UndoButton job={job} action={action} title={title} />}
    </div>
  );
}
