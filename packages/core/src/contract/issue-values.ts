/** Colors of issue types and of field options (source: openapi). */
export const ISSUE_COLORS = ["gray", "blue", "green", "yellow", "orange", "red", "pink", "purple"] as const;

/** Types of issue fields. */
export const ISSUE_FIELD_TYPES = ["text", "date", "single_select", "multi_select", "number"] as const;

/** Visibilities of issue fields (source: openapi). */
export const ISSUE_FIELD_VISIBILITIES = ["organization_members_only", "all"] as const;

/** Contents of reactions. */
export const REACTION_CONTENTS = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"] as const;

/** Reasons for the state of an issue. */
export const STATE_REASONS = ["completed", "not_planned", "duplicate", "reopened"] as const;

/** Confidence of a suggested change. */
export const CONFIDENCE_LEVELS = ["low", "medium", "high"] as const;
