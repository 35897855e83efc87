import type { YamlPath } from "../read-yaml-file.ts";

/** Path in a seed: field names and array indexes. */
export type SeedPath = YamlPath;

/**
 * An invalid value in a seed, with its path in the part of the seed that is being inserted: {@link inside} adds the
 * path of the part. The message continues the path: `users.dora must ...`.
 */
export class SeedError extends Error {
  override name = "SeedError" as const;
  readonly path: SeedPath;

  constructor(path: SeedPath, message: string) {
    super(message);
    this.path = path;
  }
}

/** Creates the error for a name that already exists in different case. */
export function duplicateName(): SeedError {
  return new SeedError([], "must be unique: the name is already in use (names are case-insensitive)");
}

/**
 * Works on a part of the seed.
 * @throws SeedError of the part, with the whole path
 */
export function inside<T>(path: SeedPath, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof SeedError ? new SeedError([...path, ...error.path], error.message) : error;
  }
}

/**
 * Works on each item of a list, and returns the results.
 * @param path path of the list
 */
export const each = <T, R>(path: SeedPath, list: readonly T[], work: (item: T, index: number) => R): R[] =>
  list.map((item, index) => inside([...path, index], () => work(item, index)));

/**
 * Works on each entry of a record, and returns the results.
 * @param path path of the record
 */
export const eachEntry = <T, R>(
  path: SeedPath,
  record: Readonly<Record<string, T>>,
  work: (name: string, value: T) => R,
): R[] => Object.entries(record).map(([name, value]) => inside([...path, name], () => work(name, value)));
