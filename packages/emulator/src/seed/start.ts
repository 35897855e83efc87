import type { Dialect } from "@forgehand/core/dialects";
import demo from "../../seeds/demo.json" with { type: "json" };
import type { Database } from "../state/database.ts";
import { plantSeed } from "./plant.ts";
import { type SeedPath, SeedProblem } from "./problem.ts";
import { readSeedFile } from "./read.ts";

/** Seeds that come with the service. */
export const SEEDS: Readonly<Record<"demo" | "full" | "empty", () => Promise<object>>> = {
  demo: async () => demo,
  // Large, and seldom asked for.
  full: async () => (await import("../../seeds/full.json", { with: { type: "json" } })).default,
  empty: async () => ({}),
};

/**
 * Gives a service what it starts with.
 * @param seed the name of a seed, the path of a file, or the seed itself
 * @returns the tokens by their names
 * @throws RangeError in one line that says what is wrong and where: `seed.yaml:12:5: ...`
 */
export async function startFrom(
  seed: string | object,
  db: Database,
  dialect: Dialect,
  start: Date,
): Promise<Record<string, string>> {
  const own = await (typeof seed === "string" ? Object.entries(SEEDS).find(([name]) => name === seed)?.[1]() : seed);
  const file = own === undefined ? await readSeedFile(String(seed)).catch((error) => missing(seed, error)) : undefined;
  try {
    return await plantSeed(db, dialect, own ?? file?.content, start);
  } catch (error) {
    if (!(error instanceof SeedProblem)) throw error;
    const place = file ? `${file.locate(error.path)}: ` : "";
    throw new RangeError(`${place}${describePath(error.path)} ${error.message}`);
  }
}

function missing(seed: string | object, error: unknown): never {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  const choices = Object.keys(SEEDS).join(", ");
  throw new RangeError(`seed is ${JSON.stringify(seed)}; it must be ${choices} or the path of a YAML or JSON file.`);
}

function describePath(path: SeedPath): string {
  return path.length === 0 ? "the seed" : path.join(".");
}
