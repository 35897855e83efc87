import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import type { Lockfile } from "./lockfile.ts";

/** Parts whose development dependencies are bundled, except peer dependencies. */
const BUNDLES_DEV_DEPENDENCIES: ReadonlySet<string> = new Set(["packages/emulator", "packages/cli"]);

/** Packages that a part's build tool adds to the bundle. */
const BUNDLED_BY_TOOLS: Readonly<Record<string, readonly string[]>> = { extension: ["wxt", "@wxt-dev/browser"] };

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  private: z.optional(z.boolean()),
  peerDependencies: z.optional(z.record(z.string(), z.string())),
});
type Manifest = z.output<typeof Manifest>;

/** @param folder folder of a part */
export function readManifest(folder: string): Manifest {
  return z.parse(Manifest, JSON.parse(readFileSync(`${folder}/package.json`, "utf8")));
}

/**
 * Returns the packages that are distributed with a part, as `name@version`: its dependencies, including indirect ones,
 * and bundled packages.
 */
export function shippedPackages(folder: string, lockfile: Lockfile): ReadonlySet<string> {
  const { peerDependencies: peers = {} } = readManifest(folder);
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = lockfile.importers[folder] ?? {};
  const found = new Set<string>();
  const bundled = BUNDLES_DEV_DEPENDENCIES.has(folder)
    ? Object.entries(devDependencies).filter(([name]) => !(name in peers))
    : [];
  for (const [name, { version }] of [...Object.entries({ ...dependencies, ...optionalDependencies }), ...bundled]) {
    if (version.startsWith("link:"))
      for (const key of shippedPackages(resolveLink(folder, version), lockfile)) found.add(key);
    else addWithDependencies(keyOf(name, version), lockfile, found);
  }
  const bundledNames = BUNDLED_BY_TOOLS[folder] ?? [];
  for (const key of Object.keys(lockfile.packages)) if (bundledNames.includes(nameOf(key))) found.add(key);
  return found;
}

/** Adds a package and its dependencies. */
function addWithDependencies(key: string, lockfile: Lockfile, found: Set<string>): void {
  const identity = withoutPeers(key);
  if (found.has(identity)) return;
  found.add(identity);
  const { dependencies = {}, optionalDependencies = {} } = lockfile.snapshots[key] ?? {};
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    addWithDependencies(keyOf(name, version), lockfile, found);
  }
}

/** Returns a package's key in the lockfile. For an aliased package, the version is the whole key. */
function keyOf(name: string, version: string): string {
  return withoutPeers(version).includes("@") ? version : `${name}@${version}`;
}

const withoutPeers = (key: string) => key.replace(/\(.*$/, "");

const nameOf = (key: string) => key.slice(0, key.lastIndexOf("@"));

/** Resolves a workspace link to a folder relative to the root. */
function resolveLink(folder: string, link: string): string {
  return new URL(link.slice("link:".length), `file:///${folder}/`).pathname.slice(1);
}
