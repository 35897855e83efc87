import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";

/** A modal dialog. Escape closes it without confirming. */
export function ModalDialog({
  title,
  close,
  children,
}: {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      // While it is open, nothing else can receive the focus.
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
      restoreFocus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        // The parent component unmounts the dialog.
        event.preventDefault();
        close();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

/** Moves the focus to the main element if the focused element was removed, so that Tab continues from there. */
export function useRestoreFocus(): void {
  useEffect(() => () => restoreFocus(), []);
}

function restoreFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector("main")?.focus({ preventScroll: true });
  });
}
