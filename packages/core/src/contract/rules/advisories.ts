import type { InputRule } from "../definition.ts";

/** The severity is given either as a level or as a CVSS vector (source: openapi). */
export const SEVERITY_RULE: InputRule = {
  fields: ["severity", "cvss_vector_string"],
  message: "severity and cvss_vector_string must not be given together",
  isMet: ({ severity, cvss_vector_string: vector }) => (severity ?? null) === null || (vector ?? null) === null,
};
