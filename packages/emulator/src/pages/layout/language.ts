import { html } from "hono/html";
import type { Html } from "./html.ts";

/** The colours that people know languages by; others have one made from their name. */
const COLOURS: Readonly<Record<string, string>> = {
  ...{
    TypeScript: "#3178c6",
    JavaScript: "#f1e05a",
    Python: "#3572a5",
    Go: "#00add8",
    Rust: "#dea584",
    Java: "#b07219",
  },
  ...{ Ruby: "#701516", PHP: "#4f5d95", C: "#555555", "C++": "#f34b7d", "C#": "#178600", Shell: "#89e051" },
  ...{ HTML: "#e34c26", CSS: "#663399", Kotlin: "#a97bff", Swift: "#f05138" },
};

/** A hue of a name's own. */
export function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
}

/** A small disc. Colours stand in attributes of drawings: the pages' policy lets no style in. */
export function disc(colour: string, name: string): Html {
  return html`<svg class="${name}" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    <circle cx="6" cy="6" r="5.5" fill="${colour}" stroke="rgb(128 128 128 / 0.35)" />
  </svg>`;
}

export function languageMark(language: string): Html {
  const colour = Object.hasOwn(COLOURS, language) ? COLOURS[language] : undefined;
  return html`${disc(colour ?? `hsl(${hueOf(language)} 50% 50%)`, "repo-language-color")}
    <span itemprop="programmingLanguage">${language}</span>`;
}
