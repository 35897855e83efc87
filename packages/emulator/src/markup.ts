/** Generations of GitHub's page markup that the pages can have, by the year in which github.com served them. */
export const MARKUPS = { 2022: true, 2024: true, 2026: true } as const;

export type Markup = `${keyof typeof MARKUPS}`;

export const NEWEST_MARKUP: Markup = "2026";
