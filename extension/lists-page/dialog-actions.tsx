import { t } from "../locales/i18n.ts";

/**
 * A button that cancels and one that confirms.
 * @param confirm undefined if the second one submits a form
 */
export function DialogActions({
  cancel,
  label,
  isDisabled = false,
  confirm,
  style = "dialog-actions",
}: {
  readonly cancel: () => void;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly confirm?: () => void;
  readonly style?: "dialog-actions" | "actions";
}) {
  return (
    <div class={style}>
      <button type="button" onClick={cancel}>
        {t("cancel")}
      </button>
      <button type={confirm ? "button" : "submit"} class="primary" disabled={isDisabled} onClick={confirm}>
        {label}
      </button>
    </div>
  );
}
