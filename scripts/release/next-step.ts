import { PARTS } from "../parts.ts";
import { git, remoteTags } from "./git.ts";
import { isReleased } from "./github-release.ts";
import { hasPendingChangesets, releaseNotes } from "./next-version.ts";
import { publishedIntegrity } from "./registry.ts";
import { ReleaseError } from "./release-error.ts";
import { majorTag, newestTag, sharedVersion, versionTag } from "./versions.ts";

/**
 * Next release step for the main branch: a pull request with the next version, the release of the current version, or
 * nothing.
 */
export interface NextStep {
  readonly step: "propose" | "release" | "none";
  readonly version: string;
  /** Commit of the version's tag, if it exists. */
  readonly tagged: string | undefined;
  /** Explanation for the log. */
  readonly reason: string;
}

/** Determines the next step from the checkout and from what is already published. */
export function nextStep(root: string): NextStep {
  const version = sharedVersion(root);
  if (hasPendingChangesets(root))
    return { step: "propose", version, tagged: undefined, reason: "there are pending changesets" };
  try {
    releaseNotes(root, version);
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    return { step: "none", version, tagged: undefined, reason: error.message };
  }
  const tags = remoteTags(root, git(root, "remote", "get-url", "origin"));
  const tagged = tags.get(versionTag(version));
  const missing = [...missingTags(tags, version), ...missingPackages(root, version)];
  if (tagged === undefined || !isReleased(root, version)) missing.push(`the release ${versionTag(version)}`);
  if (missing.length > 0) return { step: "release", version, tagged, reason: `missing: ${missing.join(", ")}` };
  return { step: "none", version, tagged, reason: `${version} is fully released` };
}

function missingTags(tags: ReadonlyMap<string, string>, version: string): readonly string[] {
  const major = majorTag(version);
  const newest = newestTag(tags.keys(), major);
  const isMajorUpToDate = newest !== undefined && tags.get(major) === tags.get(newest);
  return [...(tags.has(versionTag(version)) ? [] : [versionTag(version)]), ...(isMajorUpToDate ? [] : [major])];
}

function missingPackages(root: string, version: string): readonly string[] {
  return PARTS.filter(({ name, published }) => published && publishedIntegrity(root, name, version) === undefined).map(
    ({ name }) => name,
  );
}
