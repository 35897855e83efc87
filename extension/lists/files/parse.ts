import { locateJsonError } from "../../json-error.ts";
import type { Watch } from "../../messages/states.ts";
import { isRepositoryName } from "../../page/parse-page.ts";
import { parseCsv } from "./csv.ts";
import { elementLines } from "./json-lines.ts";

/** What a file says of a repository. */
export interface FileRow {
  readonly line: number;
  readonly owner: string;
  readonly name: string;
  /** Undefined: it doesn't say. */
  readonly starred: boolean | undefined;
  readonly watch: Watch | undefined;
}

/** What is wrong with a file, and where. */
export interface FileProblem {
  readonly line: number;
  readonly kind: FileProblemKind;
  /** What stands there. */
  readonly value: string;
}

export type FileProblemKind =
  | "no JSON"
  | "no list"
  | "no column"
  | "unclosed quote"
  | "no repository"
  | "no star"
  | "no watch"
  | "twice"
  | "empty";

export interface ParsedFile {
  readonly rows: readonly FileRow[];
  readonly problems: readonly FileProblem[];
}

/** A file's row as it stands there. */
interface RawRow {
  readonly line: number;
  readonly repository: string;
  readonly starred: string;
  readonly watch: string;
}

/** Reads a list of repositories, in JSON or CSV. What is wrong with one line is told, and the others are read. */
export function parseFile(text: string): ParsedFile {
  const begin = text.trimStart()[0];
  const raw = begin === "{" || begin === "[" ? fromJson(text) : fromCsv(text);
  if (!Array.isArray(raw)) return { rows: [], problems: [raw] };
  if (raw.length === 0) return { rows: [], problems: [{ line: 1, kind: "empty", value: "" }] };
  const rows: FileRow[] = [];
  const problems: FileProblem[] = [];
  const seen = new Set<string>();
  for (const one of raw) {
    const read = readRow(one);
    if ("kind" in read) problems.push(read);
    else if (seen.has(keyOf(read))) problems.push({ line: read.line, kind: "twice", value: one.repository });
    else rows.push(read);
    if (!("kind" in read)) seen.add(keyOf(read));
  }
  return { rows, problems };
}

const keyOf = ({ owner, name }: FileRow) => `${owner}/${name}`.toLowerCase();

const STARRED = new Map([
  ...["true", "yes", "1", "starred"].map((word) => [word, true] as const),
  ...["false", "no", "0"].map((word) => [word, false] as const),
]);

const WATCHES = new Map<string, Watch>([
  ...["watching", "watch", "subscribed"].map((word) => [word, "watching"] as const),
  ...["ignoring", "ignore", "ignored"].map((word) => [word, "ignoring"] as const),
  ...["not watching", "not-watching", "unwatch", "none"].map((word) => [word, "not watching"] as const),
]);

function readRow({ line, repository, starred, watch }: RawRow): FileRow | FileProblem {
  // A name, or an address that leads there.
  const [owner = "", name = "", ...rest] = repository
    .replace(/^https?:\/\/[^/]+\//, "")
    .replace(/\/$/, "")
    .split("/");
  const problem = (kind: FileProblemKind, value: string) => ({ line, kind, value: shortened(value) });
  if (rest.length > 0 || !isRepositoryName(owner, name)) return problem("no repository", repository);
  const star = STARRED.get(starred.toLowerCase());
  if (star === undefined && starred !== "") return problem("no star", starred);
  const watching = WATCHES.get(watch.toLowerCase());
  if (watching === undefined && watch !== "") return problem("no watch", watch);
  return { line, owner, name, starred: star, watch: watching };
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

const NAMES = ["repository", "full_name", "name_with_owner", "repo", "url", "html_url"];

function fromCsv(text: string): RawRow[] | FileProblem {
  const rows = parseCsv(text);
  if ("unclosed" in rows) return { line: rows.unclosed, kind: "unclosed quote", value: "" };
  const [head, ...body] = rows;
  if (!head) return [];
  const names = head.cells.map((cell) => cell.trim().toLowerCase());
  const column = NAMES.map((name) => names.indexOf(name)).find((index) => index >= 0);
  if (column === undefined) return { line: head.line, kind: "no column", value: shortened(head.cells.join(", ")) };
  const [starred, watch] = [names.indexOf("starred"), names.indexOf("watch")];
  return body.map(({ line, cells }) => ({
    line,
    repository: (cells[column] ?? "").trim(),
    starred: (cells[starred] ?? "").trim(),
    watch: (cells[watch] ?? "").trim(),
  }));
}

function fromJson(text: string): RawRow[] | FileProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line: locateJsonError(text)?.line ?? 1, kind: "no JSON", value: "" };
  }
  const list = Array.isArray(value) ? value : fieldOf(value, "repositories");
  if (!Array.isArray(list)) return { line: 1, kind: "no list", value: "" };
  const lines = elementLines(text);
  return list.map((one: unknown, index) => {
    const name = NAMES.map((field) => fieldOf(one, field)).find((field) => typeof field === "string");
    return {
      line: lines[index] ?? 1,
      repository: textOf(typeof one === "string" ? one : name),
      starred: textOf(fieldOf(one, "starred")),
      watch: textOf(fieldOf(one, "watch")),
    };
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** A word of a file; what is neither text nor yes or no is none. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value.trim() : JSON.stringify(value);
}
