import * as z from "zod/mini";
import { PARTS } from "../parts.ts";
import { readLockfile } from "./lockfile.ts";
import { askPnpm } from "./pnpm.ts";
import { readManifest, shipped } from "./shipped.ts";

const Bill = z.looseObject({
  serialNumber: z.optional(z.string()),
  metadata: z.looseObject({ timestamp: z.optional(z.string()) }),
  components: z.array(z.looseObject({ purl: z.string(), scope: z.optional(z.string()) })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
type Bill = z.output<typeof Bill>;

/**
 * A part's bill of materials: what pnpm says of it, less the tools that it is made with. The same things have the same bill:
 * it has neither a time nor a number of its own.
 */
export function billOf(folder: string): Bill {
  const { name, private: isPrivate = false } = readManifest(folder);
  const format = ["--sbom-format", "cyclonedx", "--sbom-type", isPrivate ? "application" : "library"];
  const { serialNumber: _number, ...bill } = z.parse(Bill, askPnpm("--filter", name, "sbom", ...format));
  const { timestamp: _time, ...metadata } = bill.metadata;
  const ours = PARTS.map((part) => readManifest(part.folder)).map((manifest) => `${manifest.name}@${manifest.version}`);
  const kept = new Set([...ours, ...shipped(folder, readLockfile())]);
  const isKept = (purl: string) => kept.has(decodeURIComponent(purl.replace(/^pkg:npm\//, "")));
  return {
    ...bill,
    metadata,
    // What is bundled is a tool by its manifest, and by that out of scope.
    components: bill.components
      .filter(({ purl }) => isKept(purl))
      .map(({ scope: _, ...component }) => component)
      .toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
    dependencies: bill.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept).toSorted() }))
      .toSorted((a, b) => (a.ref < b.ref ? -1 : 1)),
  };
}
