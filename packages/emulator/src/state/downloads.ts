import * as z from "zod/mini";
import type { Database } from "./database.ts";
import { markOf, steadyEnd } from "./marks.ts";

// Links that lead to a file once, and not for long (document 3, Repository content entry). Their marks tell the file, the
// reader, when they end, and how often links of this kind were used: until one is used or ends, whoever asks again gets the
// same.

export const DOWNLOAD_TABLES = `
CREATE TABLE download_uses (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, file TEXT NOT NULL, uses INTEGER NOT NULL,
  PRIMARY KEY (repository_id, file)
) STRICT;
`;

/** A file of a commit, for one reader. */
export interface Download {
  readonly repositoryId: number;
  readonly commit: string;
  readonly path: string;
}

/** Seconds that a link lives at least; at most twice as long. */
export const LINK_LIFETIME = 300;

const Uses = z.object({ uses: z.int() });

function usesOf(db: Database, repositoryId: number, file: string): number {
  const sql = "SELECT uses FROM download_uses WHERE repository_id = ? AND file = ?";
  return db.get(Uses, sql, repositoryId, file)?.uses ?? 0;
}

/** What a link carries. @param reader the token that asks; empty for nobody's */
export function offerDownload(
  db: Database,
  { repositoryId, commit, path }: Download,
  reader: string,
  now: Date,
): string {
  const ends = steadyEnd(now, LINK_LIFETIME);
  const file = markOf(db, repositoryId, commit, path, reader);
  return [file, ends.toString(36), markOf(db, file, ends, usesOf(db, repositoryId, file), commit, path)].join(".");
}

/** Uses a link up. @returns whether it was good */
export function redeemDownload(
  db: Database,
  { repositoryId, commit, path }: Download,
  link: string,
  now: Date,
): boolean {
  const [file = "", ending = "", proof] = link.split(".");
  const ends = Number.parseInt(ending, 36);
  const uses = usesOf(db, repositoryId, file);
  if (proof !== markOf(db, file, ends, uses, commit, path) || now.getTime() / 1000 >= ends) return false;
  db.run(
    `INSERT INTO download_uses VALUES (?, ?, 1) ON CONFLICT (repository_id, file) DO UPDATE SET uses = uses + 1`,
    ...[repositoryId, file],
  );
  return true;
}
