import type { Job } from "../../lists/job.ts";
import { endedOf, isOver, jobTitle, outcome, stateWord } from "../../lists/job-words.ts";
import { reasonText } from "../../lists/reason-words.ts";
import { timeOf } from "../../ui/times.ts";
import { numberOf, t } from "../../ui/words.ts";
import { Clock, useNow } from "../clock.tsx";
import { CrossIcon } from "../icons.tsx";
import { Meter } from "../meter.tsx";
import { aboutTime, momentOf } from "../spans-of-time.ts";
import { Failures } from "./failures.tsx";
import { UndoButton } from "./undo-button.tsx";
import { useJobAsks } from "./use-job-asks.ts";

/** A job: how far it is, what it waits for, what came of it, and all that can be done about it. */
export function JobCard({
  job,
  isBrief = false,
  dismiss,
}: {
  readonly job: Job;
  /** In few lines: its failures are told elsewhere. */
  readonly isBrief?: boolean;
  /** Takes it out of sight, where it is shown for having just ended. */
  readonly dismiss?: () => void;
}) {
  const asks = useJobAsks(job.id);
  const title = jobTitle(job);
  const isEnded = isOver(job);
  return (
    <article class={`job ${job.state}`} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span class="state">{stateWord(job.state)}</span>
        <time class="dim" dateTime={new Date(job.createdAt).toISOString()}>
          {momentOf(job.createdAt)}
        </time>
        {dismiss && (
          <button type="button" class="bare" aria-label={t("hideJob", title)} title={t("hide")} onClick={dismiss}>
            <CrossIcon />
          </button>
        )}
      </header>
      {!isEnded && <Meter at={endedOf(job)} most={job.counts.total} label={title} />}
      <div class="facts-line">
        {!isEnded && <p>{t("ofAll", numberOf(endedOf(job)), numberOf(job.counts.total))}</p>}
        {isEnded && <p>{outcome(job) || t("nothingChanged")}</p>}
        {job.state === "running" && job.eta !== null && <Eta at={job.eta} />}
        {job.waiting && (
          <p class="wait">
            {reasonText(job.waiting.why)} {job.waiting.until !== null && <Clock until={job.waiting.until} />}
          </p>
        )}
        {!isEnded && <p class="dim">{outcome(job)}</p>}
        <Buttons job={job} asks={asks} title={title} />
      </div>
      {job.state === "paused" && job.why && (
        <p class="problem" role="alert">
          {reasonText(job.why)}
        </p>
      )}
      {asks.problem && (
        <p class="problem" role="alert">
          {asks.problem.text}
        </p>
      )}
      {!isBrief && <Failures job={job} />}
    </article>
  );
}

/** When it will be done, as a span and a time. */
export function Eta({ at }: { readonly at: number }) {
  const now = useNow(5000);
  return (
    <p class="dim">
      {t("timeLeft", aboutTime((at - now) / 1000))} · {t("doneAt", timeOf(at))}
    </p>
  );
}

function Buttons({
  job,
  asks,
  title,
}: {
  readonly job: Job;
  readonly asks: ReturnType<typeof useJobAsks>;
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
          disabled={asks.isBusy}
          aria-label={t("pauseJob", title)}
          onClick={() => asks.send("jobs-pause")}
        >
          {t("pause")}
        </button>
      )}
      {state === "paused" && (
        <button
          type="button"
          class="primary"
          disabled={asks.isBusy}
          aria-label={t("resumeJob", title)}
          onClick={() => asks.send("jobs-resume")}
        >
          {t("resume")}
        </button>
      )}
      {(canCancel || isStopping) && (
        <button
          type="button"
          disabled={asks.isBusy || isStopping}
          aria-label={t("cancelJob", title)}
          onClick={() => asks.send("jobs-cancel")}
        >
          {t("cancel")}
        </button>
      )}
      {isOver(job) && <UndoButton job={job} asks={asks} title={title} />}
    </div>
  );
}
