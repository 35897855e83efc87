import { locateJsonError } from "../../json-error.ts";
import type { WatchState } from "../../model/control-states.ts";
import { isRepositoryName } from "../../page/parse-page.ts";
import {
  type Annotation,
  addTags,
  MAX_NOTE_LENGTH,
  MAX_TAGS,
  NO_ANNOTATION,
  normalizeNote,
  normalizeTag,
} from "../annotation.ts";
import { MAX_JOB_ITEMS } from "../job.ts";
import { MAX_QUERY_LENGTH, MAX_SAVED_FILTERS, normalizeFilterName, type SavedFilter } from "../saved-filter.ts";
import { parseCsv } from "./csv.ts";
import { elementLines } from "./json-lines.ts";

/** A repository's row in an imported file. */
export interface FileRow {
  readonly line: number;
  readonly owner: string;
  readonly name: string;
  /** Undefined if the file does not say. */
  readonly starred: boolean | undefined;
  readonly watch: WatchState | undefined;
  /** Absent if the file has neither tags nor a note. */
  readonly annotation?: Annotation;
}

/** A saved filter in a file. */
export type FileFilter = Pick<SavedFilter, "name" | "query">;

/** A problem in a file and its line. */
export interface FileProblem {
  readonly line: number;
  readonly kind: FileProblemKind;
  /** The invalid text. */
  readonly value: string;
}

export type FileProblemKind =
  | "invalid-json"
  | "missing-list"
  | "missing-column"
  | "unclosed-quote"
  | "invalid-repository"
  | "other-host"
  | "invalid-star"
  | "invalid-watch"
  | "invalid-tag"
  | "too-many-tags"
  | "invalid-note"
  | "invalid-filter"
  | "duplicate"
  | "empty";

/** Maximum number of problems that are described. */
const MAX_PROBLEMS = 50;

/** A parsed file, without its rows. */
export interface FileSummary {
  /** The first problems. */
  readonly problems: readonly FileProblem[];
  readonly problemCount: number;
  /** Line of the first row that was not read, if the file has more rows than a job can have. */
  readonly unreadLine?: number;
  /** Absent if the file has none. */
  readonly filters?: readonly FileFilter[];
}

export interface ParsedFile extends FileSummary {
  readonly rows: readonly FileRow[];
}

/** A row before validation. */
interface RawRow {
  readonly line: number;
  readonly repository: string;
  readonly starred: string;
  readonly watch: string;
  readonly tags: unknown;
  readonly note: unknown;
}

/**
 * Parses a list of repositories in JSON or CSV. Invalid rows are reported; the others are still returned.
 * @param origin the host that the list is for. URLs of other hosts are invalid.
 */
export function parseFile(text: string, origin: string): ParsedFile {
  const firstCharacter = text.trimStart()[0];
  const isJson = firstCharacter === "{" || firstCharacter === "[";
  const raw = isJson ? parseJson(text, MAX_JOB_ITEMS + 1) : { rows: parseCsvRows(text, MAX_JOB_ITEMS + 1) };
  const rawRows = "kind" in raw ? raw : raw.rows;
  if (!Array.isArray(rawRows)) return withProblems([], [rawRows]);
  const filters = "filters" in raw ? raw.filters : undefined;
  if (rawRows.length === 0 && !filters) return withProblems([], [{ line: 1, kind: "empty", value: "" }]);
  const unreadLine = rawRows[MAX_JOB_ITEMS]?.line;
  const rows: FileRow[] = [];
  const problems: FileProblem[] = [...(filters?.problems ?? [])];
  const keys = new Set<string>();
  const { host } = new URL(origin);
  for (const row of rawRows.slice(0, MAX_JOB_ITEMS)) {
    const parsed = parseRow(row, host);
    if ("kind" in parsed) problems.push(parsed);
    else if (keys.has(rowKey(parsed)))
      problems.push({ line: parsed.line, kind: "duplicate", value: `${parsed.owner}/${parsed.name}` });
    else rows.push(parsed);
    if (!("kind" in parsed)) keys.add(rowKey(parsed));
  }
  return {
    ...withProblems(rows, problems),
    ...(unreadLine !== undefined && { unreadLine }),
    ...(filters && filters.valid.length > 0 && { filters: filters.valid }),
  };
}

const withProblems = (rows: readonly FileRow[], problems: readonly FileProblem[]): ParsedFile => ({
  rows,
  problems: problems.slice(0, MAX_PROBLEMS),
  problemCount: problems.length,
});

const rowKey = ({ owner, name }: FileRow) => `${owner}/${name}`.toLowerCase();

const STAR_STATES = new Map([
  ...["true", "yes", "1", "starred"].map((text) => [text, true] as const),
  ...["false", "no", "0"].map((text) => [text, false] as const),
]);

const WATCH_STATES = new Map<string, WatchState>([
  ...["watching", "watch", "subscribed"].map((text) => [text, "watching"] as const),
  ...["ignoring", "ignore", "ignored"].map((text) => [text, "ignoring"] as const),
  ...["not watching", "not-watching", "unwatch", "none"].map((text) => [text, "not-watching"] as const),
]);

function parseRow({ line, repository, starred, watch, tags, note }: RawRow, host: string): FileRow | FileProblem {
  const problem = (kind: FileProblemKind, value: string) => ({ line, kind, value: truncate(value) });
  const url = /^https?:\/\//i.test(repository) && URL.canParse(repository) ? new URL(repository) : undefined;
  if (url && repositoryHost(url) !== host) return problem("other-host", repositoryHost(url));
  // Accepts a name or a repository URL.
  const path = url ? url.pathname.slice(1) : repository;
  const [owner = "", name = "", ...rest] = path.replace(/\/$/, "").split("/");
  if (rest.length > 0 || !isRepositoryName(owner, name)) {
    return problem("invalid-repository", repository.replace(CREDENTIALS, "//"));
  }
  const star = STAR_STATES.get(starred.toLowerCase());
  if (star === undefined && starred !== "") return problem("invalid-star", starred);
  const watching = WATCH_STATES.get(watch.toLowerCase());
  if (watching === undefined && watch !== "") return problem("invalid-watch", watch);
  const annotation = parseAnnotation(tags, note);
  if ("kind" in annotation) return problem(annotation.kind, annotation.value);
  const isAnnotated = annotation.tags.length > 0 || annotation.note !== "";
  return { line, owner, name, starred: star, watch: watching, ...(isAnnotated && { annotation }) };
}

/**
 * @param tags tags as a list, or as text separated by commas
 * @param note text
 */
function parseAnnotation(tags: unknown, note: unknown): Annotation | Pick<FileProblem, "kind" | "value"> {
  const noteText = note ?? "";
  if (typeof noteText !== "string") return { kind: "invalid-note", value: toText(note) };
  const ownNote = normalizeNote(noteText);
  if (ownNote.length > MAX_NOTE_LENGTH) return { kind: "invalid-note", value: String(ownNote.length) };
  const texts: readonly unknown[] = Array.isArray(tags) ? tags : splitTags(tags);
  let ownTags = NO_ANNOTATION.tags;
  for (const text of texts) {
    const tag = typeof text === "string" ? normalizeTag(text) : undefined;
    if (tag === undefined) return { kind: "invalid-tag", value: toText(text) };
    ownTags = addTags(ownTags, [tag]);
  }
  if (ownTags.length > MAX_TAGS) return { kind: "too-many-tags", value: String(ownTags.length) };
  return { tags: ownTags, note: ownNote };
}

function splitTags(tags: unknown): readonly unknown[] {
  if (tags === undefined || tags === null) return [];
  return typeof tags === "string" ? tags.split(",").filter((text) => text.trim() !== "") : [tags];
}

/** Matches the credentials in a URL, as in addresses for `git clone`. */
const CREDENTIALS = /\/\/[^/]*@/;

/** Returns the host of a repository's URL without a trailing dot, and GitHub's without `www`. */
function repositoryHost({ hostname, port }: URL): string {
  const name = hostname.replace(/\.$/, "");
  return `${name === "www.github.com" ? "github.com" : name}${port && `:${port}`}`;
}

const truncate = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

const REPOSITORY_COLUMNS = ["repository", "full_name", "name_with_owner", "repo", "url", "html_url"];

function parseCsvRows(text: string, maxRows: number): RawRow[] | FileProblem {
  const rows = parseCsv(text, 1 + maxRows);
  if ("unclosedLine" in rows) return { line: rows.unclosedLine, kind: "unclosed-quote", value: "" };
  const [head, ...body] = rows;
  if (!head) return [];
  const names = head.cells.map((cell) => cell.trim().toLowerCase());
  const column = REPOSITORY_COLUMNS.map((name) => names.indexOf(name)).find((index) => index >= 0);
  if (column === undefined) return { line: head.line, kind: "missing-column", value: truncate(head.cells.join(", ")) };
  const [starred, watch, tags, note] = ["starred", "watch", "tags", "note"].map((name) => names.indexOf(name));
  const cellOf = (cells: readonly string[], index: number | undefined) =>
    index === undefined ? undefined : cells[index];
  return body.map(({ line, cells }) => ({
    line,
    repository: (cells[column] ?? "").trim(),
    starred: (cellOf(cells, starred) ?? "").trim(),
    watch: (cellOf(cells, watch) ?? "").trim(),
    tags: cellOf(cells, tags),
    note: cellOf(cells, note),
  }));
}

interface RawFilters {
  readonly valid: readonly FileFilter[];
  readonly problems: readonly FileProblem[];
}

function parseJson(
  text: string,
  maxRows: number,
): { readonly rows: RawRow[]; readonly filters?: RawFilters } | FileProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line: locateJsonError(text)?.line ?? 1, kind: "invalid-json", value: "" };
  }
  const list = Array.isArray(value) ? value : fieldOf(value, "repositories");
  if (!Array.isArray(list)) return { line: 1, kind: "missing-list", value: "" };
  const lines = elementLines(text, maxRows);
  const filters = fieldOf(value, "filters");
  const rows = list.slice(0, maxRows).map((row: unknown, index) => {
    const name = REPOSITORY_COLUMNS.map((field) => fieldOf(row, field)).find((field) => typeof field === "string");
    return {
      line: lines[index] ?? 1,
      repository: toText(typeof row === "string" ? row : name),
      starred: toText(fieldOf(row, "starred")),
      watch: toText(fieldOf(row, "watch")),
      tags: fieldOf(row, "tags"),
      note: fieldOf(row, "note"),
    };
  });
  return { rows, ...(Array.isArray(filters) && filters.length > 0 && { filters: parseFilters(filters, text) }) };
}

function parseFilters(filters: readonly unknown[], text: string): RawFilters {
  const lines = elementLines(text, MAX_SAVED_FILTERS, "filters");
  const valid: FileFilter[] = [];
  const problems: FileProblem[] = [];
  for (const [index, filter] of filters.slice(0, MAX_SAVED_FILTERS).entries()) {
    const [nameField, query] = [fieldOf(filter, "name"), fieldOf(filter, "query")];
    const name = typeof nameField === "string" ? normalizeFilterName(nameField) : undefined;
    if (name !== undefined && typeof query === "string" && query.length <= MAX_QUERY_LENGTH)
      valid.push({ name, query });
    else
      problems.push({ line: lines[index] ?? 1, kind: "invalid-filter", value: truncate(toText(nameField ?? filter)) });
  }
  return { valid, problems };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Returns a field as text; missing and null fields are empty. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value.trim() : JSON.stringify(value);
}
