import { folded, paragraph } from "./html.ts";

/** A table of a summary. */
export interface SummaryTable {
  readonly head: string;
  /** Rendered items of one or more rows, which are never cut. */
  readonly items: readonly string[];
  /** Title of the block in which the table is folded; undefined: always visible. */
  readonly foldedAs?: string | undefined;
  /** Tables with a lower rank get space first. */
  readonly rank: number;
}

/** Bytes reserved per table for the text around its rows. */
const OVERHEAD = 400;

/** Renders tables within a size in bytes. Within a rank, small ones get space first, and large ones share the rest. */
export function renderTables(tables: readonly SummaryTable[], size: number): ReadonlyMap<SummaryTable, string> {
  let remaining = size - tables.length * OVERHEAD;
  const sized = tables.map((table) => ({ table, size: table.items.reduce((sum, item) => sum + bytesOf(item), 0) }));
  const ordered = sized.toSorted((a, b) => a.table.rank - b.table.rank || a.size - b.size);
  const rendered = new Map<SummaryTable, string>();
  for (const [position, { table }] of ordered.entries()) {
    const sharing = ordered.slice(position).filter((other) => other.table.rank === table.rank).length;
    const { html, used } = renderTable(table, remaining / sharing);
    remaining -= used;
    rendered.set(table, html);
  }
  return rendered;
}

function renderTable({ head, items, foldedAs }: SummaryTable, size: number) {
  if (items.length === 0) return { html: "", used: 0 };
  const { shown, used } = takeFitting(items, size);
  const parts = [
    ...(shown.length === 0 ? [] : [`<table>\n${head}${shown.join("")}</table>`]),
    ...omission(items.length - shown.length, "➕"),
  ];
  const html = parts.join("\n");
  return { html: foldedAs === undefined ? html : folded(foldedAs, `\n${html}`), used };
}

/** Maximum number of texts above a table. */
const MAX_TEXTS = 50;

/** Returns the first texts, as many as fit, and says how many are left out. */
export function limit(items: readonly string[], size: number, mark: string): readonly string[] {
  const { shown } = takeFitting(items.slice(0, MAX_TEXTS), size);
  return [...shown, ...omission(items.length - shown.length, mark)];
}

function takeFitting(items: readonly string[], size: number) {
  let used = 0;
  const end = items.findIndex((item) => {
    const exceeds = used + bytesOf(item) > size;
    if (!exceeds) used += bytesOf(item);
    return exceeds;
  });
  return { shown: end === -1 ? items : items.slice(0, end), used };
}

function omission(count: number, mark: string): readonly string[] {
  return count > 0 ? [paragraph(`${mark} … and ${count.toLocaleString("en")} more, all in the report's file.`)] : [];
}

export const bytesOf = (html: string) => Buffer.byteLength(html);
