import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { PARTS } from "../parts.ts";
import { Refusal } from "./refusal.ts";

const Manifest = z.object({ name: z.string(), version: z.string() });

/** The version that all parts have. @throws Refusal where they differ, or where it is no plain one */
export function sharedVersion(folder: string): string {
  const found = PARTS.map((part) => {
    const { name, version } = Manifest.parse(
      JSON.parse(readFileSync(join(folder, part.folder, "package.json"), "utf8")),
    );
    if (name === part.name) return { name, version };
    throw new Refusal(`${part.folder}/package.json is named ${name}; scripts/parts.ts calls it ${part.name}.`);
  });
  const [version = "", ...others] = new Set(found.map((part) => part.version));
  if (others.length > 0) {
    const told = found.map((part) => `${part.name} ${part.version}`).join(", ");
    throw new Refusal(`All packages share one version, but there are ${told}. Give all of them the same.`);
  }
  if (parseVersion(version) !== undefined) return version;
  throw new Refusal(`The packages' version is ${version}; only versions such as 1.2.3 are released.`);
}

/** A plain version's three numbers. */
export function parseVersion(version: string): readonly [number, number, number] | undefined {
  const [, major, minor, patch] = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version) ?? [];
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** The tag of a version. */
export function versionTag(version: string): string {
  return `v${version}`;
}

/** The tag that moves along with all versions of one major number. */
export function movingTag(version: string): string {
  return `v${version.split(".")[0]}`;
}

/** Of the tags that there are, the newest version's that the moving tag follows. */
export function newestTag(tags: Iterable<string>, moving: string): string | undefined {
  const found = [...tags].flatMap((tag) => {
    const numbers = tag.startsWith(`${moving}.`) ? parseVersion(tag.slice(1)) : undefined;
    return numbers === undefined ? [] : [{ tag, numbers }];
  });
  const order = found.toSorted((a, b) => b.numbers[1] - a.numbers[1] || b.numbers[2] - a.numbers[2]);
  return order[0]?.tag;
}
