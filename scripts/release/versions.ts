import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PARTS } from "../parts.ts";
import { parseJson } from "./read-json.ts";
import { ReleaseError } from "./release-error.ts";

/**
 * Returns the version of all parts.
 * @throws ReleaseError if they differ, or if it is a pre-release
 */
export function sharedVersion(folder: string): string {
  const found = PARTS.map((part) => {
    const manifest = readFileSync(join(folder, part.folder, "package.json"), "utf8");
    const { name, version } = parseJson(manifest, { name: "", version: "" });
    if (name === part.name) return { name, version };
    throw new ReleaseError(`${part.folder}/package.json is named ${name}; scripts/parts.ts calls it ${part.name}.`);
  });
  const [version = "", ...others] = new Set(found.map((part) => part.version));
  if (others.length > 0) {
    const listed = found.map((part) => `${part.name} ${part.version}`).join(", ");
    throw new ReleaseError(`All packages must have the same version, got ${listed}.`);
  }
  if (parseVersion(version) !== undefined) return version;
  throw new ReleaseError(`The packages' version must have the form 1.2.3, got ${version}.`);
}

/** Parses a version of the form 1.2.3, or returns undefined. */
export function parseVersion(version: string): readonly [number, number, number] | undefined {
  const [, major, minor, patch] = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version) ?? [];
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

export function versionTag(version: string): string {
  return `v${version}`;
}

/** Returns the tag that follows the newest version of a major version, such as `v1`. */
export function majorTag(version: string): string {
  return `v${version.split(".")[0]}`;
}

/** Returns the tag of the newest version that a major tag can follow. */
export function newestTag(tags: Iterable<string>, major: string): string | undefined {
  const found = [...tags].flatMap((tag) => {
    const numbers = tag.startsWith(`${major}.`) ? parseVersion(tag.slice(1)) : undefined;
    return numbers === undefined ? [] : [{ tag, numbers }];
  });
  const order = found.toSorted((a, b) => b.numbers[1] - a.numbers[1] || b.numbers[2] - a.numbers[2]);
  return order[0]?.tag;
}
