import { PARTS } from "../parts.ts";
import { isReleased } from "./forge.ts";
import { hasWaitingChanges, notesOf } from "./next-version.ts";
import { Refusal } from "./refusal.ts";
import { publishedIntegrity } from "./registry.ts";
import { git, remoteTags } from "./repository.ts";
import { movingTag, newestTag, sharedVersion, versionTag } from "./versions.ts";

/** What the main branch asks for: a pull request with the next version, that version's release, or nothing. */
export interface NextStep {
  readonly step: "propose" | "release" | "none";
  readonly version: string;
  /** The commit that the version's tag stands on, where it has one already. */
  readonly tagged: string | undefined;
  /** In words. */
  readonly reason: string;
}

/** Looks at what is checked out, and at what is out there. */
export function nextStep(root: string): NextStep {
  const version = sharedVersion(root);
  if (hasWaitingChanges(root)) return { step: "propose", version, tagged: undefined, reason: "changesets wait" };
  try {
    notesOf(root, version);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { step: "none", version, tagged: undefined, reason: error.message };
  }
  const tags = remoteTags(root, git(root, "remote", "get-url", "origin"));
  const tagged = tags.get(versionTag(version));
  const missing = [...missingTags(tags, version), ...missingPackages(root, version)];
  if (tagged === undefined || !isReleased(root, version)) missing.push(`the release ${versionTag(version)}`);
  if (missing.length > 0) return { step: "release", version, tagged, reason: `missing: ${missing.join(", ")}` };
  return { step: "none", version, tagged, reason: `all of ${version} is out` };
}

function missingTags(tags: ReadonlyMap<string, string>, version: string): readonly string[] {
  const moving = movingTag(version);
  const newest = newestTag(tags.keys(), moving);
  const isMoved = newest !== undefined && tags.get(moving) === tags.get(newest);
  return [...(tags.has(versionTag(version)) ? [] : [versionTag(version)]), ...(isMoved ? [] : [moving])];
}

function missingPackages(root: string, version: string): readonly string[] {
  return PARTS.filter(({ name, published }) => published && publishedIntegrity(root, name, version) === undefined).map(
    ({ name }) => name,
  );
}
