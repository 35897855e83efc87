/** What somebody did for an advisory (public description). */
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

/** Where vulnerable packages come from (public description). */
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
