import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import type { Lockfile } from "./lockfile.ts";

/** Whose development dependencies go into its bundle; peers don't. */
const BUNDLES_ITS_TOOLS: ReadonlySet<string> = new Set(["packages/emulator"]);

/** What lands in a bundle from the tool that makes it. */
const BUNDLED_BY_TOOLS: Readonly<Record<string, readonly string[]>> = { extension: ["wxt", "@wxt-dev/browser"] };

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  private: z.optional(z.boolean()),
  peerDependencies: z.optional(z.record(z.string(), z.string())),
});
type Manifest = z.output<typeof Manifest>;

/** @param folder a part's */
export function readManifest(folder: string): Manifest {
  return z.parse(Manifest, JSON.parse(readFileSync(`${folder}/package.json`, "utf8")));
}

/** The packages that come with a part, as `name@version`: its dependencies with all that these need, and what is in its bundle. */
export function shipped(folder: string, lockfile: Lockfile): ReadonlySet<string> {
  const { peerDependencies: peers = {} } = readManifest(folder);
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = lockfile.importers[folder] ?? {};
  const found = new Set<string>();
  for (const [name, { version }] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    if (version.startsWith("link:")) for (const one of shipped(linked(folder, version), lockfile)) found.add(one);
    else add(keyOf(name, version), lockfile, found);
  }
  if (BUNDLES_ITS_TOOLS.has(folder)) {
    for (const [name, { version }] of Object.entries(devDependencies)) {
      if (!(name in peers)) add(keyOf(name, version), lockfile, found);
    }
  }
  const byTools = BUNDLED_BY_TOOLS[folder] ?? [];
  for (const key of Object.keys(lockfile.packages)) if (byTools.includes(nameOf(key))) found.add(key);
  return found;
}

/** Adds a package and all that it needs. */
function add(key: string, lockfile: Lockfile, found: Set<string>): void {
  const identity = withoutPeers(key);
  if (found.has(identity)) return;
  found.add(identity);
  const { dependencies = {}, optionalDependencies = {} } = lockfile.snapshots[key] ?? {};
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    add(keyOf(name, version), lockfile, found);
  }
}

/** A lockfile's key of a package; where it goes by another name, the version is the whole key. */
function keyOf(name: string, version: string): string {
  return withoutPeers(version).includes("@") ? version : `${name}@${version}`;
}

const withoutPeers = (key: string) => key.replace(/\(.*$/, "");

const nameOf = (key: string) => key.slice(0, key.lastIndexOf("@"));

/** The folder that a link leads to, from the root. */
function linked(folder: string, link: string): string {
  return new URL(link.slice("link:".length), `file:///${folder}/`).pathname.slice(1);
}
