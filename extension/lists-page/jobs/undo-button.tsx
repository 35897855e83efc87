import { useState } from "preact/hooks";
import type { Job } from "../../lists/job.ts";
import { t, tn } from "../../ui/words.ts";
import { Dialog } from "../dialog.tsx";
import { UndoIcon } from "../icons.tsx";
import type { JobAsks } from "./use-job-asks.ts";

/** Takes a whole job back, once somebody has said yes to that. */
export function UndoButton({
  job,
  asks,
  title,
}: {
  readonly job: Job;
  readonly asks: JobAsks;
  readonly title: string;
}) {
  const [isAsking, setAsking] = useState(false);
  if (job.undoneBy !== null) return <span class="dim">{t("wasUndone")}</span>;
  if (job.counts.done === 0) return null;
  return (
    <>
      <button type="button" disabled={asks.isBusy} aria-label={t("undoJob", title)} onClick={() => setAsking(true)}>
        <UndoIcon />
        {t("undo")}
      </button>
      {isAsking && (
        <Dialog title={t("undoAsk", title)} close={() => setAsking(false)}>
          <ul class="facts">
            <li>{tn("undoBrings", job.counts.done)}</li>
            <li>{t("undoSpares")}</li>
          </ul>
          <div class="answers">
            <button type="button" onClick={() => setAsking(false)}>
              {t("cancel")}
            </button>
            <button
              type="button"
              class="primary"
              onClick={() => {
                setAsking(false);
                asks.send("jobs-undo");
              }}
            >
              {t("undo")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
