/**
 * Axe rules whose result depends on colors: the only ones that dark mode can break in a page that passes in light mode.
 */
export const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Options of axe for pages with controls, by color scheme. */
export const CONTROL_AXE_OPTIONS = {
  light: { rules: { "label-content-name-mismatch": { enabled: true } } },
  dark: { runOnly: COLOR_RULES },
};
