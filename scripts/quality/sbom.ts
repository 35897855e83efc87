import * as z from "zod/mini";
import { PARTS } from "../parts.ts";
import { readLockfile } from "./lockfile.ts";
import { runPnpmJson } from "./pnpm.ts";
import { readManifest, shippedPackages } from "./shipped-packages.ts";

const Sbom = z.looseObject({
  serialNumber: z.optional(z.string()),
  metadata: z.looseObject({ timestamp: z.optional(z.string()) }),
  components: z.array(z.looseObject({ purl: z.string(), scope: z.optional(z.string()) })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
type Sbom = z.output<typeof Sbom>;

/**
 * Returns a part's bill of materials: the one that pnpm generates, without build tools. It has neither a timestamp nor
 * a serial number, so that it is reproducible.
 */
export function sbomFor(folder: string): Sbom {
  const { name, private: isPrivate = false } = readManifest(folder);
  const format = ["--sbom-format", "cyclonedx", "--sbom-type", isPrivate ? "application" : "library"];
  const { serialNumber: _number, ...bill } = z.parse(Sbom, runPnpmJson("--filter", name, "sbom", ...format));
  const { timestamp: _time, ...metadata } = bill.metadata;
  const ownPackages = PARTS.map((part) => readManifest(part.folder)).map(
    (manifest) => `${manifest.name}@${manifest.version}`,
  );
  const included = new Set([...ownPackages, ...shippedPackages(folder, readLockfile())]);
  const isIncluded = (purl: string) => included.has(decodeURIComponent(purl.replace(/^pkg:npm\//, "")));
  return {
    ...bill,
    metadata,
    // A bundled package is a development dependency in the manifest, which pnpm marks as out of scope.
    components: bill.components
      .filter(({ purl }) => isIncluded(purl))
      .map(({ scope: _, ...component }) => component)
      .toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
    dependencies: bill.dependencies
      .filter(({ ref }) => isIncluded(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isIncluded).toSorted() }))
      .toSorted((a, b) => (a.ref < b.ref ? -1 : 1)),
  };
}
