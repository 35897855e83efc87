import { styleText } from "node:util";
import type { Environment } from "@forgehand/tasks/host";

/** Colors by meaning. */
const STYLES = {
  added: "green",
  changed: "yellow",
  failed: "red",
  muted: "dim",
  strong: "bold",
} as const;

export type Style = keyof typeof STYLES;

/** Styles a text, or returns it unchanged where colors are off. */
export type StyleFunction = (style: Style, text: string) => string;

/** The terminal, or whatever takes its place. */
export interface Terminal {
  /** A user can be asked: standard input and standard error are a terminal. */
  readonly isInteractive: boolean;
  /** Progress can be drawn on standard error. */
  readonly canRedraw: boolean;
  /** Columns of standard output; undefined if it is not a terminal, so that lines have any length. */
  readonly columns: number | undefined;
  /** Styles for standard output, and for standard error. */
  readonly style: StyleFunction;
  readonly styleError: StyleFunction;
}

/** The part of a standard stream that decides what it can show. */
interface StreamState {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Minimum number of columns that are used. Some terminals report 0. */
const MIN_COLUMNS = 20;

/** @param color what `--color` or `--no-color` says; undefined if neither is given */
export function readTerminal(
  {
    stdin,
    stdout,
    stderr,
  }: { readonly stdin: StreamState; readonly stdout: StreamState; readonly stderr: StreamState },
  environment: Environment,
  color: boolean | undefined,
): Terminal {
  const isDumb = environment["TERM"] === "dumb";
  const columns = stdout.columns || 80;
  return {
    isInteractive: Boolean(stdin.isTTY && stderr.isTTY),
    // Continuous integration can have a terminal, but keeps every frame in its log.
    canRedraw: Boolean(stderr.isTTY) && !isDumb && !environment["CI"],
    columns: stdout.isTTY ? Math.max(MIN_COLUMNS, columns) : undefined,
    style: styleFor(hasColors(stdout, environment, color)),
    styleError: styleFor(hasColors(stderr, environment, color)),
  };
}

/** Follows no-color.org and force-color.org; the flag wins. */
function hasColors({ isTTY }: StreamState, environment: Environment, color: boolean | undefined): boolean {
  if (color !== undefined) return color;
  const { FORCE_COLOR: forced, NO_COLOR: off, TERM: term } = environment;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (off) return false;
  return Boolean(isTTY) && term !== "dumb";
}

function styleFor(isColored: boolean): StyleFunction {
  return isColored ? (style, text) => styleText(STYLES[style], text, { validateStream: false }) : (_, text) => text;
}
