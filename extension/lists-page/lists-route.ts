import type { EntryCriteria } from "../lists/filter-entries.ts";
import { ACTIVITIES, type Activity } from "../lists/groups.ts";
import { SORT_KEYS, type SortKey } from "../lists/sort-entries.ts";
import type { WatchState } from "../model/control-states.ts";
import { recordOf } from "../model/record-of.ts";
import { type IdleFilter, isIdle } from "./idle.ts";

// The route of the page, as encoded in its URL.

export const LISTS_VIEWS = ["repositories", "chart", "jobs", "files"] as const;
export type ListsView = (typeof LISTS_VIEWS)[number];

export type SortDirection = "ascending" | "descending";

/** Filters of the list; undefined values match everything. */
export interface ListsFilters extends EntryCriteria {
  readonly idle: IdleFilter | undefined;
  readonly activity: Activity | undefined;
}

export interface ListsRoute {
  /** ID of an account; undefined selects an active account, or else the first one. */
  readonly account: string | undefined;
  readonly view: ListsView;
  readonly filters: ListsFilters;
  readonly sort: SortKey;
  readonly direction: SortDirection;
  /** Subject of the chart. */
  readonly chartOf: "watching" | "starred";
}

/** URL parameter of a filter. */
interface RouteParam<T> {
  readonly name: string;
  readonly parse: (text: string) => T;
  readonly format: (value: T) => string | undefined;
}

type FilterName = keyof ListsFilters;

function enumParam<T>(name: string, values: readonly (readonly [text: string, value: T])[]): RouteParam<T | undefined> {
  return {
    name,
    parse: (text) => values.find(([key]) => key === text)?.[1],
    format: (value) => values.find(([, candidate]) => candidate === value)?.[0],
  };
}

const booleanParam = (name: string) =>
  enumParam(name, [
    ["yes", true],
    ["no", false],
  ]);

const identityPairs = <T extends string>(values: readonly T[]) =>
  values.map((value): readonly [text: string, value: T] => [value, value]);

const textParam = (name: string): RouteParam<string | undefined> => ({
  name,
  parse: (text) => text || undefined,
  format: (text) => text,
});

/** By filter, in the order in which filters are listed. */
const PARAMS: { readonly [K in FilterName]: RouteParam<ListsFilters[K]> } = {
  text: textParam("q"),
  starred: enumParam<boolean | "unknown">("star", [
    ["yes", true],
    ["no", false],
    ["unknown", "unknown"],
  ]),
  watch: enumParam<WatchState | "unknown">("watch", identityPairs(["watching", "ignoring", "not-watching", "unknown"])),
  idle: {
    name: "not-pushed-since",
    parse: (text) => (isIdle(text) ? text : undefined),
    format: (idle) => idle,
  },
  activity: enumParam<Activity>("activity", identityPairs(ACTIVITIES)),
  archived: booleanParam("archived"),
  fork: booleanParam("fork"),
  private: booleanParam("private"),
  language: {
    name: "language",
    parse: (text) => (text === "" ? null : text),
    format: (language) => (language === null ? "" : language),
  },
  owner: textParam("owner"),
  tag: textParam("tag"),
  missing: booleanParam("gone"),
};

export const FILTER_NAMES = Object.keys(PARAMS).filter((name): name is FilterName => name in PARAMS);

export const NO_FILTERS: ListsFilters = recordOf(FILTER_NAMES, () => undefined);

/** Parses the value of a filter, and sets it. */
function setFilter<K extends FilterName>(filters: { [F in K]: ListsFilters[F] }, name: K, text: string): void {
  filters[name] = PARAMS[name].parse(text);
}

const formatFilter = <K extends FilterName>(filters: ListsFilters, name: K) => PARAMS[name].format(filters[name]);

/** Default sort direction of a column. */
export function defaultDirection(sort: SortKey): SortDirection {
  return sort === "stars" || sort === "pushed" || sort === "starred" ? "descending" : "ascending";
}

/** Parses the query of a URL, ignoring invalid parameters. */
export function parseRoute(search: string): ListsRoute {
  const params = new URLSearchParams(search);
  const filters = { ...NO_FILTERS };
  for (const name of FILTER_NAMES) {
    const text = params.get(PARAMS[name].name);
    if (text !== null) setFilter(filters, name, text);
  }
  const sort = SORT_KEYS.find((sort) => sort === params.get("sort")) ?? "name";
  const order = params.get("order");
  return {
    account: params.get("account") ?? undefined,
    view: LISTS_VIEWS.find((view) => view === params.get("view")) ?? "repositories",
    filters,
    sort,
    direction: order === "ascending" || order === "descending" ? order : defaultDirection(sort),
    chartOf: params.get("of") === "starred" ? "starred" : "watching",
  };
}

/** Formats a route as the query of a URL, omitting defaults. */
export function formatRoute({ account, view, filters, sort, direction, chartOf }: ListsRoute): string {
  const params = new URLSearchParams();
  const set = (name: string, value: string | undefined) => {
    if (value !== undefined) params.set(name, value);
  };
  set("account", account);
  if (view !== "repositories") set("view", view);
  for (const name of FILTER_NAMES) set(PARAMS[name].name, formatFilter(filters, name));
  if (sort !== "name") set("sort", sort);
  if (direction !== defaultDirection(sort)) set("order", direction);
  if (chartOf !== "watching") set("of", chartOf);
  return `?${params}`;
}

export function isFiltered(filters: ListsFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
