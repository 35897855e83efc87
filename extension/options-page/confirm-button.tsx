import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../locales/i18n.ts";

/** A button for irreversible actions that replaces itself with a confirmation. */
export function ConfirmButton({
  label,
  name = label,
  question,
  confirmLabel,
  disabled = false,
  action,
  children,
}: {
  readonly label: string;
  /** Accessible name, if the label is not specific enough. */
  readonly name?: string;
  readonly question: string;
  readonly confirmLabel: string;
  readonly disabled?: boolean;
  readonly action: () => Promise<unknown>;
  /** Fields shown in the confirmation. */
  readonly children?: ComponentChildren;
}) {
  const [isConfirming, setConfirming] = useState(false);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    // Moves the focus to the cancel button, and back afterwards.
    if (isConfirming) cancelButton.current?.focus();
    else if (wasConfirming.current) opener.current?.focus();
    wasConfirming.current = isConfirming;
  }, [isConfirming]);
  if (!isConfirming) {
    return (
      <button ref={opener} type="button" class="careful" aria-label={name} onClick={() => setConfirming(true)}>
        {label}
      </button>
    );
  }
  const confirm = async () => {
    await action();
    setConfirming(false);
  };
  return (
    <fieldset
      class="ask-first"
      onKeyDown={({ key }) => {
        if (key === "Escape") setConfirming(false);
      }}
    >
      <legend>{question}</legend>
      {children}
      <div class="buttons">
        <button type="button" class="careful" disabled={disabled} onClick={() => void confirm()}>
          {confirmLabel}
        </button>
        <button ref={cancelButton} type="button" onClick={() => setConfirming(false)}>
          {t("keepIt")}
        </button>
      </div>
    </fieldset>
  );
}
