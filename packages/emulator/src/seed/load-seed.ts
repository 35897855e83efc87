import type { Dialect } from "@forgehand/core/dialects";
import demo from "../../seeds/demo.json" with { type: "json" };
import { readYamlFile } from "../read-yaml-file.ts";
import type { Database } from "../state/database.ts";
import type { TokenValue } from "../state/tokens.ts";
import { type AppliedSeed, applySeed } from "./apply-seed.ts";
import { SeedError, type SeedPath } from "./seed-error.ts";

/** Seeds that ship with the emulator. */
export const BUILT_IN_SEEDS: Readonly<Record<"demo" | "full" | "empty", () => Promise<object>>> = {
  demo: async () => demo,
  // Large and rarely used, so it is loaded on demand.
  full: async () => (await import("../../seeds/full.json", { with: { type: "json" } })).default,
  empty: async () => ({}),
};

/**
 * Loads a seed into the database.
 * @param seed the name of a built-in seed, the path of a file, or the seed itself
 * @returns its tokens, and the URLs of its webhooks unless it is a built-in seed
 * @throws RangeError with one line that has the position, the path and the rule: `seed.yaml:12:5: ...`
 */
export async function loadSeed(
  seed: string | object,
  db: Database,
  dialect: Dialect,
  start: Date,
  tokenValue: TokenValue,
): Promise<AppliedSeed> {
  const builtIn =
    typeof seed === "string" ? Object.entries(BUILT_IN_SEEDS).find(([name]) => name === seed)?.[1] : undefined;
  const content = await (typeof seed === "string" ? builtIn?.() : seed);
  const file =
    content === undefined
      ? await readYamlFile(String(seed)).catch((error) => throwUnknownSeed(seed, error))
      : undefined;
  try {
    const { tokens, hookUrls } = await applySeed(db, dialect, content ?? file?.content, start, tokenValue);
    return { tokens, hookUrls: builtIn ? [] : hookUrls };
  } catch (error) {
    if (!(error instanceof SeedError)) throw error;
    const location = file ? `${file.locate(error.path)}: ` : "";
    throw new RangeError(`${location}${describePath(error.path)} ${error.message}`.replace(/\.?$/, "."));
  }
}

function throwUnknownSeed(seed: string | object, error: unknown): never {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  const choices = Object.keys(BUILT_IN_SEEDS).join(", ");
  throw new RangeError(`seed must be ${choices} or the path of a YAML or JSON file, got ${JSON.stringify(seed)}.`);
}

function describePath(path: SeedPath): string {
  return path.length === 0 ? "the seed" : path.join(".");
}
