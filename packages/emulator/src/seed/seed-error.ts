import type { YamlPath } from "../read-yaml-file.ts";

/** Path in a seed: field names and array indexes, from the root. */
export type SeedPath = YamlPath;

/** An invalid value in a seed, with its path. The message continues the path: `users.dora must ...`. */
export class SeedError extends Error {
  override name = "SeedError" as const;
  readonly path: SeedPath;

  constructor(path: SeedPath, message: string) {
    super(message);
    this.path = path;
  }
}

/** Creates the error for a name that already exists in different case. */
export function duplicateName(path: SeedPath): SeedError {
  return new SeedError(path, "must be unique: the name is already in use (names are case-insensitive)");
}
