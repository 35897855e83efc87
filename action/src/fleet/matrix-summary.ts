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
  /** Sentences about quotas that the shards share without fixed shares. */
  readonly sharing?: string | undefined;
  /** Warnings. */
  readonly notes: readonly string[];
}

/** Renders the summary of a matrix, truncated to a size in bytes. */
export function renderMatrix(shards: readonly TimedShard[], texts: MatrixTexts, size: number): string {
  const top = [
    heading("Forgehand: shards"),
    paragraph(texts.conclusion),
    ...(texts.sharing === undefined ? [] : [paragraph(texts.sharing)]),
    ...limit(
      texts.notes.map((note) => paragraph(`⚠️ ${note}`)),
      size / 8,
      "⚠️",
    ),
  ];
  const hasShares = texts.sharing === undefined;
  const items = shards.map(({ shard, share, installation, targets, time }) => {
    const name = installation === "" ? code(shard) : `${code(shard)}<br>${text(`installation ${installation}`)}`;
    return row("td", [name, ...(hasShares ? [code(share ?? "")] : []), targets.toLocaleString("en"), text(time)]);
  });
  const columns = ["Shard", ...(hasShares ? ["Share"] : []), "Targets", "At least"];
  const table = { head: row("th", columns), items, rank: 0 };
  return [...top, ...renderTables([table], size - bytesOf(top.join("\n"))).values()]
    .filter((part) => part !== "")
    .join("\n");
}
