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
  /** One of the user's own tags. */
  readonly tag: string | undefined;
  /** Repositories that are no longer accessible. */
  readonly missing: boolean | undefined;
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
  tag: undefined,
  missing: undefined,
};

/** URL parameter of a filter. */
interface RouteParam<T> {
  readonly name: string;
  readonly parse: (text: string) => T | undefined;
  readonly format: (value: T | undefined) => string | undefined;
}

function enumParam<T>(name: string, values: readonly (readonly [text: string, value: T])[]): RouteParam<T> {
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

const textParam = (name: string): RouteParam<string> => ({
  name,
  parse: (text) => text || undefined,
  format: (text) => text,
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

/** Default sort direction of a column. */
export function defaultDirection(sort: SortKey): SortDirection {
  return sort === "stars" || sort === "pushed" || sort === "starred" ? "descending" : "ascending";
}

/** Parses the query of a URL, ignoring invalid parameters. */
export function parseRoute(search: string): ListsRoute {
  const params = new URLSearchParams(search);
  const read = <T>({ name, parse }: RouteParam<T>): T | undefined => {
    const text = params.get(name);
    return text === null ? undefined : parse(text);
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
      tag: read(PARAMS.tag),
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
  const setParam = <T>({ name, format }: RouteParam<T>, value: T | undefined) => set(name, format(value));
  set("account", account);
  if (view !== "repositories") set("view", view);
  setParam(PARAMS.text, filters.text);
  setParam(PARAMS.starred, filters.starred);
  setParam(PARAMS.watch, filters.watch);
  setParam(PARAMS.idle, filters.idle);
  setParam(PARAMS.activity, filters.activity);
  setParam(PARAMS.archived, filters.archived);
  setParam(PARAMS.fork, filters.fork);
  setParam(PARAMS.private, filters.private);
  setParam(PARAMS.language, filters.language);
  setParam(PARAMS.owner, filters.owner);
  setParam(PARAMS.tag, filters.tag);
  setParam(PARAMS.missing, filters.missing);
  if (sort !== "name") set("sort", sort);
  if (direction !== defaultDirection(sort)) set("order", direction);
  if (chartOf !== "watching") set("of", chartOf);
  return `?${params}`;
}

export function isFiltered(filters: ListsFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
