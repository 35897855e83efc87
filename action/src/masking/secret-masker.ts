import { maskCommands } from "./mask-commands.ts";
import { maskedForms } from "./masked-forms.ts";
import { createRedactor } from "./redactor.ts";

/** Hides secrets: the runner masks them in its log, and this process replaces them in everything that it writes. */
export interface SecretMasker {
  /** Hides a secret from now on, in all its forms. */
  readonly mask: (secret: string | Uint8Array) => void;
  /** Replaces all secrets that have been masked so far. */
  readonly redact: (text: string) => string;
}

/**
 * Creates a masker that knows no secrets yet.
 * @param write writes workflow commands to standard output
 */
export function createSecretMasker(write: (commands: string) => void): SecretMasker {
  const { add, redact } = createRedactor();
  return {
    mask(secret) {
      const newForms = maskedForms(secret).filter(add);
      if (newForms.length > 0) write(maskCommands(newForms));
    },
    redact,
  };
}
