import { integer, reference, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { hmacOf, roundedExpiry } from "./link-signing.ts";
import { table } from "./table.ts";

// Single-use, short-lived download links. The token contains a signed file, reader, expiry and use count, so repeated
// requests get the same link until it is used or expires.

export const downloadUses = table(
  "download_uses",
  {
    repository_id: reference("repositories"),
    file: text(),
    uses: integer(),
  },
  { key: ["repository_id", "file"] },
);

/** A file at a branch, a tag or a commit. */
export interface DownloadTarget {
  readonly repositoryId: number;
  readonly ref: string;
  readonly path: string;
}

/** Minimum lifetime of a link in seconds; the maximum is twice that. */
export const LINK_LIFETIME = 300;

function usesOf(db: Database, repositoryId: number, file: string): number {
  return downloadUses.find(db, { repository_id: repositoryId, file })?.uses ?? 0;
}

/**
 * Returns the token of a download link.
 * @param reader the requesting token; empty for anonymous requests
 */
export function createDownloadToken(
  db: Database,
  { repositoryId, ref, path }: DownloadTarget,
  reader: string,
  now: Date,
): string {
  const expiry = roundedExpiry(now, LINK_LIFETIME);
  const file = hmacOf(db, repositoryId, ref, path, reader);
  const uses = usesOf(db, repositoryId, file);
  return [file, expiry.toString(36), hmacOf(db, repositoryId, file, expiry, uses, ref, path)].join(".");
}

/**
 * Redeems a download token.
 * @returns whether it was valid
 */
export function redeemDownloadToken(
  db: Database,
  { repositoryId, ref, path }: DownloadTarget,
  token: string,
  now: Date,
): boolean {
  const [file = "", encodedExpiry = "", proof] = token.split(".");
  const expiry = Number.parseInt(encodedExpiry, 36);
  const uses = usesOf(db, repositoryId, file);
  if (proof !== hmacOf(db, repositoryId, file, expiry, uses, ref, path) || now.getTime() / 1000 >= expiry) return false;
  downloadUses.put(db, { repository_id: repositoryId, file, uses: uses + 1 });
  return true;
}
