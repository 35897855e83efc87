import type { Retry } from "./contract/definition.ts";

// Apart from the classes of errors, because bundles of the client load these texts on demand.

/**
 * Advice for a write with an unknown outcome: a retry could execute it twice. Browsers resend requests on their own when
 * a reused connection is lost, so there it can already have been executed several times. Undefined for reads.
 */
export function unknownOutcomeAdvice(retry: Retry): string | undefined {
  if (retry === "safe") return undefined;
  const isRepeatable = retry !== "idempotent" && /^Mozilla\//.test(globalThis.navigator?.userAgent);
  const times = isRepeatable ? ", even several times, since browsers resend requests" : "";
  return `It may have taken effect anyway${times}: check before you retry`;
}

/** Joins the parts of a message into sentences, each with a final period. */
export function joinSentences(...parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined && part !== "")
    .map((part) => (/[.!?]$/.test(part ?? "") ? part : `${part}.`))
    .join(" ");
}
