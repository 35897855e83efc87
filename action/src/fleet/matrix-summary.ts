import { code, heading, paragraph, row, text } from "../report/html.ts";
import { bytesOf, limit, renderTables } from "../report/tables.ts";
import type { ShardRow } from "./create-shards.ts";

/** A shard and the minimum time that it takes. */
export interface TimedShard extends ShardRow {
  readonly time: string;
}

/** Texts of a matrix: its last line and its warnings. */
export interface MatrixTexts {
  readonly conclusion: string;
  /** Warnings. */
  readonly notes: readonly string[];
}

/** Renders the summary of a matrix, truncated to a size in bytes. */
export function renderMatrix(shards: readonly TimedShard[], texts: MatrixTexts, size: number): string {
  const top = [
    heading("Forgehand: shards"),
    paragraph(texts.conclusion),
    ...limit(
      texts.notes.map((note) => paragraph(`⚠️ ${note}`)),
      size / 8,
      "⚠️",
    ),
  ];
  const items = shards.map(({ shard, share, installation, targets, time }) => {
    const name = installation === "" ? code(shard) : `${code(shard)}<br>${text(`installation ${installation}`)}`;
    return row("td", [name, code(share), targets.toLocaleString("en"), text(time)]);
  });
  const table = { head: row("th", ["Shard", "Share", "Targets", "At least"]), items, rank: 0 };
  return [...top, ...renderTables([table], size - bytesOf(top.join("\n"))).values()]
    .filter((part) => part !== "")
    .join("\n");
}
