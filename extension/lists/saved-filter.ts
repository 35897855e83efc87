/** Filters, search and sort order of an account's lists under a name. */
export interface SavedFilter {
  readonly account: string;
  readonly id: string;
  readonly name: string;
  /** The route's query without account, as in links. Parts that are no longer valid are ignored. */
  readonly query: string;
}

/** Maximum number of an account's saved filters. */
export const MAX_SAVED_FILTERS = 100;
export const MAX_FILTER_NAME_LENGTH = 60;
export const MAX_QUERY_LENGTH = 2000;

/** Returns a name in its normal form, or undefined if it is empty or too long. */
export function normalizeFilterName(text: string): string | undefined {
  const name = text
    .normalize("NFC")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return name !== "" && name.length <= MAX_FILTER_NAME_LENGTH ? name : undefined;
}

/** Returns the name, with a number if another filter has it. */
export function uniqueFilterName(name: string, others: Iterable<Pick<SavedFilter, "name">>): string {
  const taken = new Set(Array.from(others, (other) => other.name.toLowerCase()));
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number++) {
    const suffix = ` (${number})`;
    const numbered = name.slice(0, MAX_FILTER_NAME_LENGTH - suffix.length) + suffix;
    if (!taken.has(numbered.toLowerCase())) return numbered;
  }
}
