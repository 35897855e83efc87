import { useState } from "preact/hooks";
import type { Job } from "../../lists/job.ts";
import { t, tn } from "../../locales/i18n.ts";
import { ModalDialog } from "../dialog.tsx";
import { UndoIcon } from "../icons.tsx";
import type { JobCommands } from "./use-job-commands.ts";

/** Undoes a whole job after a confirmation. */
export function UndoButton({
  job,
  commands,
  title,
}: {
  readonly job: Job;
  readonly commands: JobCommands;
  readonly title: string;
}) {
  const [isConfirming, setConfirming] = useState(false);
  if (job.undoneBy !== null) return <span class="dim">{t("wasUndone")}</span>;
  if (job.counts.done === 0) return null;
  return (
    <>
      <button
        type="button"
        disabled={commands.isBusy}
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
          </ul>
          <div class="dialog-actions">
            <button type="button" onClick={() => setConfirming(false)}>
              {t("cancel")}
            </button>
            <button
              type="button"
              class="primary"
              onClick={() => {
                setConfirming(false);
                commands.send("jobs-undo");
              }}
            >
              {t("undo")}
            </button>
          </div>
        </ModalDialog>
      )}
    </>
  );
}
