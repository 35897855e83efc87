import { locateJsonError } from "../../json-error.ts";
import type { WatchState } from "../../model/control-states.ts";
import { isRepositoryName } from "../../page/parse-page.ts";
import { MAX_JOB_ITEMS } from "../job.ts";
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
}

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
}

/**
 * Parses a list of repositories in JSON or CSV. Invalid rows are reported; the others are still returned.
 * @param origin the host that the list is for. URLs of other hosts are invalid.
 */
export function parseFile(text: string, origin: string): ParsedFile {
  const firstCharacter = text.trimStart()[0];
  const isJson = firstCharacter === "{" || firstCharacter === "[";
  const rawRows = isJson ? parseJsonRows(text, MAX_JOB_ITEMS + 1) : parseCsvRows(text, MAX_JOB_ITEMS + 1);
  if (!Array.isArray(rawRows)) return withProblems([], [rawRows]);
  if (rawRows.length === 0) return withProblems([], [{ line: 1, kind: "empty", value: "" }]);
  const unreadLine = rawRows[MAX_JOB_ITEMS]?.line;
  const rows: FileRow[] = [];
  const problems: FileProblem[] = [];
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
  return { ...withProblems(rows, problems), ...(unreadLine !== undefined && { unreadLine }) };
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

function parseRow({ line, repository, starred, watch }: RawRow, host: string): FileRow | FileProblem {
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
  return { line, owner, name, starred: star, watch: watching };
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
  const [starred, watch] = [names.indexOf("starred"), names.indexOf("watch")];
  return body.map(({ line, cells }) => ({
    line,
    repository: (cells[column] ?? "").trim(),
    starred: (cells[starred] ?? "").trim(),
    watch: (cells[watch] ?? "").trim(),
  }));
}

function parseJsonRows(text: string, maxRows: number): RawRow[] | FileProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line: locateJsonError(text)?.line ?? 1, kind: "invalid-json", value: "" };
  }
  const list = Array.isArray(value) ? value : fieldOf(value, "repositories");
  if (!Array.isArray(list)) return { line: 1, kind: "missing-list", value: "" };
  const lines = elementLines(text, maxRows);
  return list.slice(0, maxRows).map((row: unknown, index) => {
    const name = REPOSITORY_COLUMNS.map((field) => fieldOf(row, field)).find((field) => typeof field === "string");
    return {
      line: lines[index] ?? 1,
      repository: toText(typeof row === "string" ? row : name),
      starred: toText(fieldOf(row, "starred")),
      watch: toText(fieldOf(row, "watch")),
    };
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Returns a field as text; missing and null fields are empty. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value.trim() : JSON.stringify(value);
}
