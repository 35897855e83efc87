/** Where in a seed: field names and positions, from the top. */
export type SeedPath = readonly (string | number)[];

/** What is wrong with a seed, and where. */
export class SeedProblem extends Error {
  override name = "SeedProblem" as const;
  readonly path: SeedPath;

  constructor(path: SeedPath, message: string) {
    super(message);
    this.path = path;
  }
}

/** A name that something else has, as far as the state can tell. */
export function taken(path: SeedPath): SeedProblem {
  return new SeedProblem(path, "is there already: the case of letters doesn't count");
}
