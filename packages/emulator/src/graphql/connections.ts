import { lazy } from "@forgehand/core/internal";
import * as z from "zod/mini";
import type { PageRange, RowPage } from "../state/database.ts";
import { QueryError } from "./query-error.ts";
import type { FieldArguments } from "./resolver.ts";

const PageArguments = z.object({
  first: z.nullish(z.int()),
  last: z.nullish(z.int()),
  after: z.nullish(z.string()),
  before: z.nullish(z.string()),
});

const MAX_PAGE_SIZE = 100;

/** Reads a part of a list. */
type LoadRows<R> = (range: PageRange) => RowPage<R>;

/**
 * Creates the source of a connection. It reads its rows only if a query asks for them.
 * @param name name of the field in messages
 * @throws QueryError if the page that the arguments ask for is missing or too large
 * @see https://docs.github.com/graphql/guides/using-pagination-in-the-graphql-api
 */
export function connect<R, N>(name: string, args: FieldArguments, load: LoadRows<R>, toNode: (row: R) => N) {
  const total = lazy(() => load({ limit: 1, offset: 0 }).total);
  const page = lazy(() => {
    const range = rangeOf(name, args, total);
    const { rows } = range.limit === 0 ? { rows: [] } : load(range);
    return { nodes: rows.map(toNode), offset: range.offset };
  });
  const cursorAt = (index: number) => encodeCursor(page().offset + index + 1);
  return {
    totalCount: total,
    nodes: () => page().nodes,
    edges: () => page().nodes.map((node, index) => ({ node, cursor: cursorAt(index) })),
    pageInfo: () => {
      const { nodes, offset } = page();
      return {
        hasPreviousPage: offset > 0,
        hasNextPage: offset + nodes.length < total(),
        startCursor: nodes.length > 0 ? cursorAt(0) : null,
        endCursor: nodes.length > 0 ? cursorAt(nodes.length - 1) : null,
      };
    },
  };
}

/** Reads parts of a list that is in memory. */
export function rowsIn<R>(items: readonly R[]): LoadRows<R> {
  return ({ limit, offset }) => ({ rows: items.slice(offset, offset + limit), total: items.length });
}

function rangeOf(name: string, args: FieldArguments, total: () => number): PageRange {
  const { first, last, after, before } = z.parse(PageArguments, args);
  const size = first ?? last;
  const parameter = first === null || first === undefined ? "last" : "first";
  if (size === null || size === undefined) {
    throw new QueryError(
      "MISSING_PAGINATION_BOUNDARIES",
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    );
  }
  if (size < 0) {
    const message = `\`${parameter}\` on the \`${name}\` connection cannot be less than zero.`;
    throw new QueryError("EXCESSIVE_PAGINATION", message);
  }
  if (size > MAX_PAGE_SIZE) {
    throw new QueryError(
      "EXCESSIVE_PAGINATION",
      `Requesting ${size} records on the \`${name}\` connection exceeds the \`${parameter}\` limit of ${MAX_PAGE_SIZE} records.`,
    );
  }
  const start = after === null || after === undefined ? 0 : decodeCursor(after);
  const end = before === null || before === undefined ? total() : Math.min(total(), decodeCursor(before) - 1);
  const available = Math.max(0, end - start);
  const limit = Math.min(size, available);
  return { limit, offset: parameter === "first" ? start : start + available - limit };
}

/** Returns the cursor of a row by its position, counted from 1. */
function encodeCursor(position: number): string {
  return Buffer.from(`cursor:v2:${position}`).toString("base64");
}

function decodeCursor(cursor: string): number {
  const [, position] = /^cursor:v2:(\d{1,9})$/.exec(Buffer.from(cursor, "base64").toString()) ?? [];
  if (position !== undefined) return Number(position);
  throw new QueryError("INVALID_CURSOR_ARGUMENTS", `\`${cursor}\` does not appear to be a valid cursor.`);
}
