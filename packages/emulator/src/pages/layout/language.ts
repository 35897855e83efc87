import { html } from "hono/html";
import type { Html } from "./html.ts";

/** Colors of well-known languages. Other languages get a color derived from their name. */
const LANGUAGE_COLORS: Readonly<Record<string, string>> = {
  TypeScript: "#3178c6",
  JavaScript: "#f1e05a",
  Python: "#3572a5",
  Go: "#00add8",
  Rust: "#dea584",
  Java: "#b07219",
  Ruby: "#701516",
  PHP: "#4f5d95",
  C: "#555555",
  "C++": "#f34b7d",
  "C#": "#178600",
  Shell: "#89e051",
  HTML: "#e34c26",
  CSS: "#663399",
  Kotlin: "#a97bff",
  Swift: "#f05138",
};

/** Returns a hue derived from a name. */
export function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
}

/** Renders a colored dot. The color is an SVG attribute, because the content security policy forbids inline styles. */
export function colorDot(color: string, name: string): Html {
  return html`<svg class="${name}" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    <circle cx="6" cy="6" r="5.5" fill="${color}" stroke="rgb(128 128 128 / 0.35)" />
  </svg>`;
}

export function languageLabel(language: string): Html {
  const color = Object.hasOwn(LANGUAGE_COLORS, language) ? LANGUAGE_COLORS[language] : undefined;
  return html`${colorDot(color ?? `hsl(${hueOf(language)} 50% 50%)`, "repo-language-color")}
    <span itemprop="programmingLanguage">${language}</span>`;
}
