import type { Theme } from "../settings.ts";

/** The page's attribute with its color mode; its `auto` follows the system like the page's styles. */
const COLOR_MODE = "data-color-mode";

/** Attributes of `<html>` that pages use to change their colors. */
const COLOR_ATTRIBUTES = [COLOR_MODE, "data-light-theme", "data-dark-theme", "class", "style"];

/**
 * Calls back with the theme that matches the page's colors, now and after each change.
 * @param theme the user's setting; `auto` follows the page
 */
export function observeTheme(theme: Theme, onChange: (theme: "light" | "dark") => void, signal: AbortSignal): void {
  if (theme !== "auto") {
    onChange(theme);
    return;
  }
  let shown: "light" | "dark" | undefined;
  const update = () => {
    const current = readPageTheme();
    if (current !== shown) onChange(current);
    shown = current;
  };
  const observer = new MutationObserver(update);
  observer.observe(document.documentElement, { attributeFilter: COLOR_ATTRIBUTES });
  signal.addEventListener("abort", () => observer.disconnect());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", update, { signal });
  update();
}

/** Reads whether the page is light or dark, which need not be the system's setting. */
function readPageTheme(): "light" | "dark" {
  const mode = document.documentElement.getAttribute(COLOR_MODE);
  if (mode === "light" || mode === "dark") return mode;
  // `normal` and `light` are light; a page that supports both follows the system.
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  if (!scheme.includes("dark")) return scheme.includes("light") || mode === null ? "light" : systemTheme();
  return scheme.includes("light") ? systemTheme() : "dark";
}

const systemTheme = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
