import type { ComponentChildren } from "preact";
import { t } from "../locales/i18n.ts";
import { Alert } from "../ui/alert.tsx";
import { ModalDialog } from "./dialog.tsx";
import { DialogActions } from "./dialog-actions.tsx";

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
        <Alert text={problem} />
        <DialogActions cancel={close} label={t("optSave")} isDisabled={!isValid} />
      </form>
    </ModalDialog>
  );
}
