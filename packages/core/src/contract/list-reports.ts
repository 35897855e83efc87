import { readProperty } from "../internal/read-property.ts";
import type { Paging } from "./definition.ts";

// Functions that the data of lists refers to, if they have what the functions read.

/** Properties of the whole list that its pages report; undefined if no page did. */
export interface ListReport {
  totalCount: number | undefined;
  incompleteResults: boolean | undefined;
  repositorySelection: string | undefined;
}

/** Records what a page that wraps its items reports about the whole list. */
export function recordReport(report: ListReport, page: unknown): void {
  const totalCount = readProperty(page, "total_count");
  const isIncomplete = readProperty(page, "incomplete_results");
  const selection = readProperty(page, "repository_selection");
  if (typeof totalCount === "number") report.totalCount = totalCount;
  // One page that timed out makes the whole list incomplete.
  if (typeof isIncomplete === "boolean") report.incompleteResults ||= isIncomplete;
  if (typeof selection === "string") report.repositorySelection = selection;
}

/**
 * Returns whether the service cut a list off: a filter was set, and the maximum number of items for it arrived.
 * @param last number of items on the last page
 * @param items number of items on all pages read
 */
export function isCutOff(
  { truncated, perPage }: Paging,
  input: Readonly<Record<string, unknown>>,
  last: number,
  items: number,
  totalCount = 0,
): boolean {
  if (!truncated?.filters.some((name) => input[name] !== undefined)) return false;
  const { page, per_page: size } = input;
  // Reading may have started at a later page.
  const isNumbered = typeof page === "number" && typeof size === "number" && perPage && last > 0;
  const itemsBefore = isNumbered ? (page - 1) * Math.min(size, perPage.maximum) : 0;
  return totalCount > truncated.items || Math.max(items, itemsBefore + last) >= truncated.items;
}
