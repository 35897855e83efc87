import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { bytes, integer, type RowOf, reference, row, text } from "./columns.ts";
import { type Database, exists } from "./database.ts";
import { table } from "./table.ts";

/** The objects and refs of one repository. */
export interface GitStore {
  readonly db: Database;
  readonly repositoryId: number;
}

const ObjectType = z.enum(["blob", "tree", "commit", "tag"]);
export type ObjectType = z.output<typeof ObjectType>;

export const gitObjects = table(
  "git_objects",
  {
    repository_id: reference("repositories"),
    sha: text(),
    type: text(ObjectType),
    size: integer(),
    content: bytes(),
  },
  { key: ["repository_id", "sha"] },
);

export const gitRefs = table(
  "git_refs",
  {
    repository_id: reference("repositories"),
    name: text(),
    sha: text(),
  },
  { key: ["repository_id", "name"] },
);

const ObjectHeader = row({ sha: text(), type: text(ObjectType), size: integer() });
export type ObjectHeader = RowOf<typeof ObjectHeader>;

export type GitObject = RowOf<typeof gitObjects>;

const Ref = row({ name: text(), sha: text() });
export type Ref = RowOf<typeof Ref>;

/** Returns Git's id of an object: the hash of its type, length and content. */
export function objectId(type: ObjectType, content: Uint8Array): string {
  return createHash("sha1").update(`${type} ${content.length}\0`).update(content).digest("hex");
}

/**
 * Stores an object if it doesn't exist yet.
 * @returns its id
 */
export function writeObject({ db, repositoryId }: GitStore, type: ObjectType, content: Uint8Array): string {
  const sha = objectId(type, content);
  gitObjects.add(db, { repository_id: repositoryId, sha, type, size: content.length, content });
  return sha;
}

export function findObject({ db, repositoryId }: GitStore, sha: string): GitObject | undefined {
  return gitObjects.find(db, { repository_id: repositoryId, sha });
}

/** Returns the type and size of an object. */
export function findObjectHeader({ db, repositoryId }: GitStore, sha: string): ObjectHeader | undefined {
  const sql = "SELECT sha, type, size FROM git_objects WHERE repository_id = ? AND sha = ?";
  return db.get(ObjectHeader, sql, repositoryId, sha);
}

/** Returns the sizes of several objects with one query. */
export function objectSizes({ db, repositoryId }: GitStore, shas: readonly string[]): ReadonlyMap<string, number> {
  const rows = db.all(
    ObjectHeader,
    `SELECT sha, type, size FROM git_objects
     WHERE repository_id = ? AND sha IN (SELECT value FROM json_each(?))`,
    ...[repositoryId, JSON.stringify(shas)],
  );
  return new Map(rows.map(({ sha, size }) => [sha, size]));
}

/** Finds the objects whose ids start with these digits. */
export function findObjectsByPrefix({ db, repositoryId }: GitStore, digits: string): ObjectHeader[] {
  return db.all(
    ObjectHeader,
    "SELECT sha, type, size FROM git_objects WHERE repository_id = ? AND sha >= ? AND sha < ?",
    ...[repositoryId, digits, `${digits}g`],
  );
}

/** Returns whether a repository has no branches, and thus no commits. */
export function isEmptyRepository(store: GitStore): boolean {
  return listRefs(store, "refs/heads/").length === 0;
}

/** Copies all objects to another repository, for a new fork or a pull request from one. */
export function copyObjects(from: GitStore, into: GitStore): void {
  into.db.run(
    `INSERT OR IGNORE INTO git_objects (repository_id, sha, type, size, content)
     SELECT ?, sha, type, size, content FROM git_objects WHERE repository_id = ?`,
    ...[into.repositoryId, from.repositoryId],
  );
}

/** @param name the full name: `refs/heads/main` */
export function findRef({ db, repositoryId }: GitStore, name: string): string | undefined {
  return gitRefs.find(db, { repository_id: repositoryId, name })?.sha;
}

/** Points a ref at an object, creating the ref if necessary. */
export function setRef({ db, repositoryId }: GitStore, name: string, sha: string): void {
  gitRefs.put(db, { repository_id: repositoryId, name, sha });
}

/** Deletes a ref; the object stays. */
export function deleteRef({ db, repositoryId }: GitStore, name: string): void {
  gitRefs.delete(db, { repository_id: repositoryId, name });
}

/**
 * Lists refs by name.
 * @param prefix `refs/heads/` for the branches; it ends with a slash
 */
export function listRefs({ db, repositoryId }: GitStore, prefix: "refs/" | `refs/${string}/`): Ref[] {
  // "0" is the character after "/".
  return db.all(
    Ref,
    "SELECT name, sha FROM git_refs WHERE repository_id = ? AND name >= ? AND name < ? ORDER BY name",
    ...[repositoryId, prefix, `${prefix.slice(0, -1)}0`],
  );
}

/** Lists the refs whose full names start with a text, by name. */
export function findRefsByPrefix({ db, repositoryId }: GitStore, prefix: string): Ref[] {
  const sql = `SELECT name, sha FROM git_refs
    WHERE repository_id = ?1 AND name >= ?2 AND substr(name, 1, length(?2)) = ?2 ORDER BY name`;
  return db.all(Ref, sql, repositoryId, prefix);
}

/** Returns whether a ref is a folder of others, as `refs/heads/topic` is one of `refs/heads/topic/part`. */
export function hasRefsBelow({ db, repositoryId }: GitStore, name: string): boolean {
  const sql = "SELECT 1 FROM git_refs WHERE repository_id = ? AND name >= ? AND name < ?";
  return exists(db, sql, repositoryId, `${name}/`, `${name}0`);
}

/**
 * Updates a repository's size and the time of its last push.
 * @param now undefined in seeds, which set the times themselves
 */
export function recordPush({ db, repositoryId }: GitStore, now?: string): void {
  db.run(
    `UPDATE repositories SET pushed_at = coalesce(?1, pushed_at), updated_at = coalesce(?1, updated_at),
       size = (SELECT (coalesce(sum(size), 0) + 1023) / 1024 FROM git_objects WHERE repository_id = ?2) WHERE id = ?2`,
    ...[now ?? null, repositoryId],
  );
}
