import type { Settings } from "../settings/read.ts";
import type { Selection } from "./directory.ts";
import { isWild } from "./repository.ts";

/** Reads which repositories an entry is about. @returns undefined where it names none @throws Problem */
export function readSelection(settings: Settings): Selection | undefined {
  const patterns = settings.optional("repositories");
  const filters = {
    topics: settings.optional("topics"),
    visibility: settings.optional("repository-visibility"),
    archived: settings.required("archived"),
    properties: settings.optional("custom-properties"),
    languages: settings.optional("languages"),
  };
  const narrowing = (["topics", "repository-visibility", "custom-properties", "languages"] as const).find(
    (name) => settings.optional(name) !== undefined,
  );
  if (narrowing !== undefined && !patterns?.some(isWild)) {
    throw settings.problem(
      narrowing,
      "narrows what a pattern finds, and no pattern is given. For example: repositories: acme/*",
    );
  }
  if (patterns === undefined) return undefined;
  if (patterns.every(({ excludes }) => excludes)) {
    throw settings.problem("repositories", "only leaves out. For example: repositories: acme/*, !acme/legacy-*");
  }
  return { patterns, filters };
}
