import { ACTIVITIES, type Activity } from "../lists/groups.ts";
import { SORT_KEYS, type SortKey } from "../lists/sort-entries.ts";
import type { WatchState } from "../model/control-states.ts";
import { type IdleFilter, isIdle } from "./idle.ts";

// The route of the page, as encoded in its URL.

export const LISTS_VIEWS = ["repositories", "chart", "jobs", "files"] as const;
export type ListsView = (typeof LISTS_VIEWS)[number];

export type SortDirection = "ascending" | "descending";

/** Filters of the list; undefined values match everything. */
export interface ListsFilters {
  /** Search text. */
  readonly text: string | undefined;
  readonly starred: boolean | "unknown" | undefined;
  readonly watch: WatchState | "unknown" | undefined;
  readonly idle: IdleFilter | undefined;
  readonly activity: Activity | undefined;
  readonly archived: boolean | undefined;
  readonly fork: boolean | undefined;
  readonly private: boolean | undefined;
  /** Null matches repositories without a language. */
  readonly language: string | null | undefined;
  readonly owner: string | undefined;
  /** Repositories that are no longer accessible. */
  readonly missing: boolean | undefined;
}

export interface ListsRoute {
  /** ID of an account; undefined selects the first one. */
  readonly account: string | undefined;
  readonly view: ListsView;
  readonly filters: ListsFilters;
  readonly sort: SortKey;
  readonly direction: SortDirection;
  /** Subject of the chart. */
  readonly chartOf: "watching" | "starred";
}

export const NO_FILTERS: ListsFilters = {
  text: undefined,
  starred: undefined,
  watch: undefined,
  idle: undefined,
  activity: undefined,
  archived: undefined,
  fork: undefined,
  private: undefined,
  language: undefined,
  owner: undefined,
  missing: undefined,
};

/** URL parameter of a filter. */
interface RouteParam<T> {
  readonly name: string;
  readonly parse: (textParam: string) => T | undefined;
  readonly format: (value: T | undefined) => string | undefined;
}

function enumParam<T>(name: string, values: readonly (readonly [word: string, value: T])[]): RouteParam<T> {
  return {
    name,
    parse: (textParam) => values.find(([word]) => word === textParam)?.[1],
    format: (value) => values.find(([, one]) => one === value)?.[0],
  };
}

const booleanParam = (name: string) =>
  enumParam(name, [
    ["yes", true],
    ["no", false],
  ]);

const identityPairs = <T extends string>(values: readonly T[]) =>
  values.map((value): readonly [word: string, value: T] => [value, value]);

const textParam = (name: string): RouteParam<string> => ({
  name,
  parse: (textParam) => textParam || undefined,
  format: (textParam) => textParam,
});

const PARAMS: { readonly [K in keyof ListsFilters]: RouteParam<Exclude<ListsFilters[K], undefined>> } = {
  text: textParam("q"),
  starred: enumParam<boolean | "unknown">("star", [
    ["yes", true],
    ["no", false],
    ["unknown", "unknown"],
  ]),
  watch: enumParam<WatchState | "unknown">("watch", identityPairs(["watching", "ignoring", "not-watching", "unknown"])),
  idle: {
    name: "not-pushed-since",
    parse: (textParam) => (isIdle(textParam) ? textParam : undefined),
    format: (idle) => idle,
  },
  activity: enumParam<Activity>("activity", identityPairs(ACTIVITIES)),
  archived: booleanParam("archived"),
  fork: booleanParam("fork"),
  private: booleanParam("private"),
  language: {
    name: "language",
    parse: (textParam) => (textParam === "" ? null : textParam),
    format: (language) => (language === null ? "" : language),
  },
  owner: textParam("owner"),
  missing: booleanParam("gone"),
};

/** Default sort direction of a column. */
export function defaultDirection(sort: SortKey): SortDirection {
  return sort === "stars" || sort === "pushed" || sort === "starred" ? "descending" : "ascending";
}

/** Parses the query of a URL, ignoring invalid parameters. */
export function parseRoute(search: string): ListsRoute {
  const params = new URLSearchParams(search);
  const read = <T>({ name, parse }: RouteParam<T>): T | undefined => {
    const textParam = params.get(name);
    return textParam === null ? undefined : parse(textParam);
  };
  const sort = SORT_KEYS.find((sort) => sort === params.get("sort")) ?? "name";
  const order = params.get("order");
  return {
    account: params.get("account") ?? undefined,
    view: LISTS_VIEWS.find((view) => view === params.get("view")) ?? "repositories",
    filters: {
      text: read(PARAMS.text),
      starred: read(PARAMS.starred),
      watch: read(PARAMS.watch),
      idle: read(PARAMS.idle),
      activity: read(PARAMS.activity),
      archived: read(PARAMS.archived),
      fork: read(PARAMS.fork),
      private: read(PARAMS.private),
      language: read(PARAMS.language),
      owner: read(PARAMS.owner),
      missing: read(PARAMS.missing),
    },
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
  const print = <T>({ name, format }: RouteParam<T>, value: T | undefined) => set(name, format(value));
  set("account", account);
  if (view !== "repositories") set("view", view);
  print(PARAMS.text, filters.text);
  print(PARAMS.starred, filters.starred);
  print(PARAMS.watch, filters.watch);
  print(PARAMS.idle, filters.idle);
  print(PARAMS.activity, filters.activity);
  print(PARAMS.archived, filters.archived);
  print(PARAMS.fork, filters.fork);
  print(PARAMS.private, filters.private);
  print(PARAMS.language, filters.language);
  print(PARAMS.owner, filters.owner);
  print(PARAMS.missing, filters.missing);
  if (sort !== "name") set("sort", sort);
  if (direction !== defaultDirection(sort)) set("order", direction);
  if (chartOf !== "watching") set("of", chartOf);
  return `?${params}`;
}

export function isFiltered(filters: ListsFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
