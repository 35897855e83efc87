import { createHmac, randomBytes } from "node:crypto";
import * as z from "zod/mini";
import type { Database } from "./database.ts";

// Links that lead to a file once, and not for long (document 3, Repository content entry). A link carries a mark that only
// this service can make, out of the file, the reader, when it ends, and how often links of this kind were used: until one
// is used or ends, whoever asks again gets the same, so that answers stay the same as long as nothing happens.

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

const keys = new WeakMap<Database, Buffer>();

function mark(db: Database, ...parts: readonly (string | number)[]): string {
  const key = keys.get(db) ?? randomBytes(32);
  keys.set(db, key);
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

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
  const ends = (Math.floor(now.getTime() / 1000 / LINK_LIFETIME) + 2) * LINK_LIFETIME;
  const file = mark(db, repositoryId, commit, path, reader);
  return [file, ends.toString(36), mark(db, file, ends, usesOf(db, repositoryId, file), commit, path)].join(".");
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
  if (proof !== mark(db, file, ends, uses, commit, path) || now.getTime() / 1000 >= ends) return false;
  db.run(
    `INSERT INTO download_uses VALUES (?, ?, 1) ON CONFLICT (repository_id, file) DO UPDATE SET uses = uses + 1`,
    ...[repositoryId, file],
  );
  return true;
}
