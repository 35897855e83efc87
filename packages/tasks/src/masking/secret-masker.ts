import { maskedForms } from "./masked-forms.ts";
import { createRedactor } from "./redactor.ts";

/** Hides secrets: this process replaces them in everything that it writes, and a runner can mask them in its log. */
export interface SecretMasker {
  /** Hides a secret from now on, in all its forms. */
  readonly mask: (secret: string | Uint8Array) => void;
  /** Replaces all secrets that have been masked so far. */
  readonly redact: (text: string) => string;
}

/**
 * Creates a masker that knows no secrets yet.
 * @param onForms called with the forms of a new secret, such as its lines and its encodings
 */
export function createSecretMasker(onForms: (forms: readonly string[]) => void = () => undefined): SecretMasker {
  const { add, redact } = createRedactor();
  return {
    mask(secret) {
      const newForms = maskedForms(secret).filter(add);
      if (newForms.length > 0) onForms(newForms);
    },
    redact,
  };
}
