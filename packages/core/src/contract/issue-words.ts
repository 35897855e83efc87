/** The colors of an issue's types and of its fields' options (public description). */
export const COLORS = ["gray", "blue", "green", "yellow", "orange", "red", "pink", "purple"] as const;

/** What an issue field's values can be (document 3, Issue field values). */
export const FIELD_TYPES = ["text", "date", "single_select", "multi_select", "number"] as const;

/** Who sees an issue field (public description). */
export const FIELD_VISIBILITIES = ["organization_members_only", "all"] as const;
