import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Database } from "./database.ts";

// The schema takes the tables from here, so that nothing but types may come from the database's file.

/** What lies in a repository: objects under their ids, and names for some of them. */
export const GIT_TABLES = `
CREATE TABLE git_objects (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, sha TEXT NOT NULL, type TEXT NOT NULL,
  size INTEGER NOT NULL, content BLOB NOT NULL, PRIMARY KEY (repository_id, sha)
) STRICT;
CREATE TABLE git_refs (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, name TEXT NOT NULL, sha TEXT NOT NULL,
  PRIMARY KEY (repository_id, name)
) STRICT;
`;

/** The objects and refs of one repository. */
export interface GitStore {
  readonly db: Database;
  readonly repositoryId: number;
}

const ObjectType = z.enum(["blob", "tree", "commit", "tag"]);
export type ObjectType = z.output<typeof ObjectType>;

const ObjectHead = z.object({ sha: z.string(), type: ObjectType, size: z.int() });
export type ObjectHead = z.output<typeof ObjectHead>;

const GitObject = z.extend(ObjectHead, { content: z.instanceof(Uint8Array) });
export type GitObject = z.output<typeof GitObject>;

const Ref = z.object({ name: z.string(), sha: z.string() });
export type Ref = z.output<typeof Ref>;

/** Git's id of an object: the hash of its type, its length and its content. */
export function objectId(type: ObjectType, content: Uint8Array): string {
  return createHash("sha1").update(`${type} ${content.length}\0`).update(content).digest("hex");
}

/** Keeps an object, once however often it is written. @returns its id */
export function writeObject({ db, repositoryId }: GitStore, type: ObjectType, content: Uint8Array): string {
  const sha = objectId(type, content);
  db.run(
    "INSERT OR IGNORE INTO git_objects (repository_id, sha, type, size, content) VALUES (?, ?, ?, ?, ?)",
    ...[repositoryId, sha, type, content.length, content],
  );
  return sha;
}

export function findObject({ db, repositoryId }: GitStore, sha: string): GitObject | undefined {
  return db.get(
    GitObject,
    "SELECT sha, type, size, content FROM git_objects WHERE repository_id = ? AND sha = ?",
    ...[repositoryId, sha],
  );
}

/** What an object is, without its content. */
export function findObjectHead({ db, repositoryId }: GitStore, sha: string): ObjectHead | undefined {
  return db.get(
    ObjectHead,
    "SELECT sha, type, size FROM git_objects WHERE repository_id = ? AND sha = ?",
    ...[repositoryId, sha],
  );
}

/** How large objects are, in one query. */
export function sizesOf({ db, repositoryId }: GitStore, shas: readonly string[]): ReadonlyMap<string, number> {
  const rows = db.all(
    ObjectHead,
    `SELECT sha, type, size FROM git_objects
     WHERE repository_id = ? AND sha IN (SELECT value FROM json_each(?))`,
    ...[repositoryId, JSON.stringify(shas)],
  );
  return new Map(rows.map(({ sha, size }) => [sha, size]));
}

/** Objects whose ids begin with these digits. */
export function findObjectsByPrefix({ db, repositoryId }: GitStore, digits: string): ObjectHead[] {
  return db.all(
    ObjectHead,
    "SELECT sha, type, size FROM git_objects WHERE repository_id = ? AND sha >= ? AND sha < ?",
    ...[repositoryId, digits, `${digits}g`],
  );
}

/** Whether there is any commit at all. */
export function isEmpty(store: GitStore): boolean {
  return listRefs(store, "refs/heads/").length === 0;
}

/** Gives one repository what another has, as a fork starts or a pull request from one arrives. */
export function copyObjects(from: GitStore, into: GitStore): void {
  into.db.run(
    `INSERT OR IGNORE INTO git_objects (repository_id, sha, type, size, content)
     SELECT ?, sha, type, size, content FROM git_objects WHERE repository_id = ?`,
    ...[into.repositoryId, from.repositoryId],
  );
}

/** @param name in full: `refs/heads/main` */
export function findRef({ db, repositoryId }: GitStore, name: string): string | undefined {
  const sql = "SELECT name, sha FROM git_refs WHERE repository_id = ? AND name = ?";
  return db.get(Ref, sql, repositoryId, name)?.sha;
}

/** Points a ref at an object; a new one is made. */
export function setRef({ db, repositoryId }: GitStore, name: string, sha: string): void {
  db.run(
    `INSERT INTO git_refs (repository_id, name, sha) VALUES (?, ?, ?)
     ON CONFLICT (repository_id, name) DO UPDATE SET sha = excluded.sha`,
    ...[repositoryId, name, sha],
  );
}

/** Takes a name away; the object stays. */
export function deleteRef({ db, repositoryId }: GitStore, name: string): void {
  db.run("DELETE FROM git_refs WHERE repository_id = ? AND name = ?", repositoryId, name);
}

/** Refs by name. @param prefix `refs/heads/` for the branches */
export function listRefs({ db, repositoryId }: GitStore, prefix: "refs/heads/" | "refs/tags/" | "refs/"): Ref[] {
  // "0" follows "/".
  return db.all(
    Ref,
    "SELECT name, sha FROM git_refs WHERE repository_id = ? AND name >= ? AND name < ? ORDER BY name",
    ...[repositoryId, prefix, `${prefix.slice(0, -1)}0`],
  );
}

/** A repository's size follows what lies in it, and it says when something came. @param now absent in seeds, which say it */
export function recordPush({ db, repositoryId }: GitStore, now?: string): void {
  db.run(
    `UPDATE repositories SET pushed_at = coalesce(?1, pushed_at), updated_at = coalesce(?1, updated_at),
       size = (SELECT (coalesce(sum(size), 0) + 1023) / 1024 FROM git_objects WHERE repository_id = ?2) WHERE id = ?2`,
    ...[now ?? null, repositoryId],
  );
}
