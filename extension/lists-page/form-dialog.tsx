import type { ComponentChildren } from "preact";
import { t } from "../locales/i18n.ts";
import { ModalDialog } from "./dialog.tsx";

/** A dialog with fields that are saved together. */
export function FormDialog({
  title,
  problem,
  isValid = true,
  save,
  close,
  children,
}: {
  readonly title: string;
  /** Reason why the fields were not saved. */
  readonly problem: string | undefined;
  readonly isValid?: boolean;
  readonly save: () => void;
  readonly close: () => void;
  readonly children: ComponentChildren;
}) {
  return (
    <ModalDialog title={title} close={close}>
      <form
        class="annotation"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) save();
        }}
      >
        {children}
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="dialog-actions">
          <button type="button" onClick={close}>
            {t("cancel")}
          </button>
          <button type="submit" class="primary" disabled={!isValid}>
            {t("optSave")}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
