import { useState } from "preact/hooks";
import type { Job } from "../../lists/job.ts";
import { t, tn } from "../../locales/i18n.ts";
import { callWorker } from "../../ui/call-worker.ts";
import { ModalDialog } from "../dialog.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { UndoIcon } from "../icons.tsx";
import type { Action } from "../use-action.ts";

/** Undoes a whole job after a confirmation. */
export function UndoButton({
  job,
  action,
  title,
}: {
  readonly job: Job;
  readonly action: Action;
  readonly title: string;
}) {
  const [isConfirming, setConfirming] = useState(false);
  if (job.undoneBy !== null) return <span class="dim">{t("wasUndone")}</span>;
  if (job.counts.done === 0) return null;
  return (
    <>
      <button
        type="button"
        disabled={action.isBusy}
        aria-label={t("undoJob", title)}
        onClick={() => setConfirming(true)}
      >
        <UndoIcon />
        {t("undo")}
      </button>
      {isConfirming && (
        <ModalDialog title={t("undoAsk", title)} close={() => setConfirming(false)}>
          <ul class="facts">
            <li>{tn("undoBrings", job.counts.done)}</li>
            <li>{t("undoSpares")}</li>
            {restoresStars(job) && <li class="wait">{t("undoDatesStars")}</li>}
            {job.controls.includes("watch") && <li class="wait">{t("undoLosesCustom")}</li>}
          </ul>
          <DialogActions
            cancel={() => setConfirming(false)}
            label={t("undo")}
            confirm={() => {
              setConfirming(false);
              action.run(() => callWorker("jobs-undo", { id: job.id }));
            }}
          />
        </ModalDialog>
      )}
    </>
  );
}

/** Whether undoing a job can star repositories. An import, or an undo of one, can have removed stars. */
function restoresStars({ kind, undoOf, controls }: Job): boolean {
  if (!controls.includes("star")) return false;
  return kind === "unstar" || kind === "import" || (kind === "undo" && undoOf?.kind !== "unstar");
}
