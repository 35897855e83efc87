import type { CustomPattern } from "../state/custom-patterns.ts";

/** Renders a custom secret scanning pattern. */
export function renderCustomPattern(pattern: CustomPattern) {
  const { configuration_id: _, setting, version, must_match, must_not_match, ...fields } = pattern;
  return {
    ...fields,
    push_protection_enabled: setting === "enabled",
    must_match: must_match.length > 0 ? must_match : null,
    must_not_match: must_not_match.length > 0 ? must_not_match : null,
    custom_pattern_version: version,
  };
}
