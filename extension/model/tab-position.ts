/** Positions of the overlay's tab on pages that have no room for the overlay. */
export const TAB_POSITIONS = ["start", "end", "hidden"] as const;
export type TabPosition = (typeof TAB_POSITIONS)[number];
