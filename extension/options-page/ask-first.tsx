import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../ui/words.ts";

/** A button that asks first, in its own place, before it does what can't be taken back. */
export function AskFirst({
  label,
  name = label,
  question,
  yes,
  disabled = false,
  act,
  children,
}: {
  readonly label: string;
  /** What it is called where its label alone says too little. */
  readonly name?: string;
  readonly question: string;
  readonly yes: string;
  readonly disabled?: boolean;
  readonly act: () => Promise<unknown>;
  /** What has to be filled in first. */
  readonly children?: ComponentChildren;
}) {
  const [asking, setAsking] = useState(false);
  const no = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    // The focus goes where it does no harm, and back.
    if (asking) no.current?.focus();
    else if (wasAsking.current) opener.current?.focus();
    wasAsking.current = asking;
  }, [asking]);
  if (!asking) {
    return (
      <button ref={opener} type="button" class="careful" aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  }
  const sure = async () => {
    await act();
    setAsking(false);
  };
  return (
    <fieldset
      class="ask-first"
      onKeyDown={({ key }) => {
        if (key === "Escape") setAsking(false);
      }}
    >
      <legend>{question}</legend>
      {children}
      <div class="buttons">
        <button type="button" class="careful" disabled={disabled} onClick={() => void sure()}>
          {yes}
        </button>
        <button ref={no} type="button" onClick={() => setAsking(false)}>
          {t("keepIt")}
        </button>
      </div>
    </fieldset>
  );
}
