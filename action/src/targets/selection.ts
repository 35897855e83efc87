import type { Settings } from "../settings/read.ts";
import type { Selection } from "./directory.ts";
import { isWild } from "./repository.ts";

/**
 * Reads which repositories an entry is about.
 * @param owners whose repositories it is about, all of them, where it names none
 * @returns undefined where it is about none
 * @throws Problem
 */
export function readSelection(settings: Settings, owners: readonly string[] = []): Selection | undefined {
  const all = owners.map((owner) => ({ owner, repo: "*", excludes: false }));
  const patterns = settings.optional("repositories") ?? (all.length === 0 ? undefined : all);
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
