import { ACTIVITIES, type Activity } from "../lists/groups.ts";
import { SORTS, type Sort } from "../lists/sort.ts";
import type { Watch } from "../messages/states.ts";
import { type Idle, isIdle } from "./idle.ts";

// Where somebody is on the page: what its address says.

export const VIEWS = ["repositories", "chart", "jobs", "files"] as const;
export type View = (typeof VIEWS)[number];

export type Direction = "ascending" | "descending";

/** What narrows the list down; undefined doesn't. */
export interface Filters {
  /** Words that are searched for. */
  readonly text: string | undefined;
  readonly starred: boolean | "unknown" | undefined;
  readonly watch: Watch | "unknown" | undefined;
  readonly idle: Idle | undefined;
  readonly activity: Activity | undefined;
  readonly archived: boolean | undefined;
  readonly fork: boolean | undefined;
  readonly private: boolean | undefined;
  /** Null: those that have none. */
  readonly language: string | null | undefined;
  readonly owner: string | undefined;
  /** Those that can't be had any more. */
  readonly missing: boolean | undefined;
}

export interface Place {
  /** An account's id; undefined: the first that there is. */
  readonly account: string | undefined;
  readonly view: View;
  readonly filters: Filters;
  readonly sort: Sort;
  readonly direction: Direction;
  /** What the chart is of. */
  readonly chartOf: "watching" | "starred";
}

export const NO_FILTERS: Filters = {
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

/** How a filter stands in the address. */
interface Param<T> {
  readonly name: string;
  readonly read: (text: string) => T | undefined;
  readonly print: (value: T | undefined) => string | undefined;
}

function words<T>(name: string, values: readonly (readonly [word: string, value: T])[]): Param<T> {
  return {
    name,
    read: (text) => values.find(([word]) => word === text)?.[1],
    print: (value) => values.find(([, one]) => one === value)?.[0],
  };
}

const yesNo = (name: string) =>
  words(name, [
    ["yes", true],
    ["no", false],
  ]);

const hyphened = <T extends string>(values: readonly T[]) =>
  values.map((value) => [value.replaceAll(" ", "-"), value] as const);

const text = (name: string): Param<string> => ({ name, read: (text) => text || undefined, print: (text) => text });

const PARAMS: { readonly [K in keyof Filters]: Param<Exclude<Filters[K], undefined>> } = {
  text: text("q"),
  starred: words<boolean | "unknown">("star", [
    ["yes", true],
    ["no", false],
    ["unknown", "unknown"],
  ]),
  watch: words<Watch | "unknown">("watch", hyphened(["watching", "ignoring", "not watching", "unknown"])),
  idle: { name: "not-pushed-since", read: (text) => (isIdle(text) ? text : undefined), print: (idle) => idle },
  activity: words<Activity>("activity", hyphened(ACTIVITIES)),
  archived: yesNo("archived"),
  fork: yesNo("fork"),
  private: yesNo("private"),
  language: {
    name: "language",
    read: (text) => (text === "" ? null : text),
    print: (language) => (language === null ? "" : language),
  },
  owner: text("owner"),
  missing: yesNo("gone"),
};

/** Which way a column is sorted first. */
export function firstDirection(sort: Sort): Direction {
  return sort === "stars" || sort === "pushed" || sort === "starred" ? "descending" : "ascending";
}

/** What an address says. What makes no sense in it is left out. */
export function readPlace(search: string): Place {
  const params = new URLSearchParams(search);
  const read = <T>({ name, read }: Param<T>): T | undefined => {
    const text = params.get(name);
    return text === null ? undefined : read(text);
  };
  const sort = SORTS.find((sort) => sort === params.get("sort")) ?? "name";
  const order = params.get("order");
  return {
    account: params.get("account") ?? undefined,
    view: VIEWS.find((view) => view === params.get("view")) ?? "repositories",
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
    direction: order === "ascending" || order === "descending" ? order : firstDirection(sort),
    chartOf: params.get("of") === "starred" ? "starred" : "watching",
  };
}

/** A place as an address: what is as usual is left out. */
export function printPlace({ account, view, filters, sort, direction, chartOf }: Place): string {
  const params = new URLSearchParams();
  const set = (name: string, value: string | undefined) => {
    if (value !== undefined) params.set(name, value);
  };
  const print = <T>({ name, print }: Param<T>, value: T | undefined) => set(name, print(value));
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
  if (direction !== firstDirection(sort)) set("order", direction);
  if (chartOf !== "watching") set("of", chartOf);
  return `?${params}`;
}

/** Does anything narrow the list down? */
export function isFiltered(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
