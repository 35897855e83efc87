/** Kinds of contribution that an advisory credits (source: openapi). */
export const CREDIT_TYPES = [
  "analyst",
  "finder",
  "reporter",
  "coordinator",
  "remediation_developer",
  "remediation_reviewer",
  "remediation_verifier",
  "tool",
  "sponsor",
  "other",
] as const;

/** Package ecosystems (source: openapi). */
export const ECOSYSTEMS = [
  "rubygems",
  "npm",
  "pip",
  "maven",
  "nuget",
  "composer",
  "go",
  "rust",
  "erlang",
  "actions",
  "pub",
  "other",
  "swift",
] as const;
