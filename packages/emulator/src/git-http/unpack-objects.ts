import { findObject, findObjectHeader, type GitStore, type ObjectType, writeObject } from "../state/git-store.ts";
import { checkObject } from "./check-object.ts";
import { linksOf } from "./object-links.ts";
import { readPack } from "./read-pack.ts";

/** A pack whose objects refer to objects that exist neither in it nor in the repository. */
export class MissingObjectsError extends Error {
  override name = "MissingObjectsError" as const;
}

/**
 * Stores the objects of a pack. Everything that they refer to must exist, so that the history of every stored object
 * is complete.
 * @throws InvalidPackError, MissingObjectsError
 */
export function unpackObjects(store: GitStore, pack: Buffer): void {
  const objects = readPack(pack, (sha) => findObject(store, sha));
  const types = new Map(objects.map(({ sha, type }): [string, ObjectType | undefined] => [sha, type]));
  const typeOf = (sha: string) => {
    if (!types.has(sha)) types.set(sha, findObjectHeader(store, sha)?.type);
    return types.get(sha);
  };
  for (const object of objects) {
    checkObject(object);
    for (const { sha, type } of linksOf(object.type, object.content)) {
      if (typeOf(sha) !== type) throw new MissingObjectsError(`${object.type} ${object.sha} has no ${type} ${sha}`);
    }
  }
  for (const { type, content } of objects) writeObject(store, type, content);
}
