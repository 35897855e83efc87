import * as z from "zod/mini";
import { readLockfile } from "./lockfile.ts";
import { askPnpm } from "./pnpm.ts";
import { PARTS, readManifest, shipped } from "./shipped.ts";

const Bill = z.looseObject({
  components: z.array(z.looseObject({ purl: z.string(), scope: z.optional(z.string()) })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
type Bill = z.output<typeof Bill>;

/** A part's bill of materials: what pnpm says of it, less the tools that it is made with. */
export function billOf(folder: (typeof PARTS)[number]): Bill {
  const { name, private: isPrivate = false } = readManifest(folder);
  const format = ["--sbom-format", "cyclonedx", "--sbom-type", isPrivate ? "application" : "library"];
  const bill = z.parse(Bill, askPnpm("--filter", name, "sbom", ...format));
  const ours = PARTS.map((part) => readManifest(part)).map((manifest) => `${manifest.name}@${manifest.version}`);
  const kept = new Set([...ours, ...shipped(folder, readLockfile())]);
  const isKept = (purl: string) => kept.has(decodeURIComponent(purl.replace(/^pkg:npm\//, "")));
  return {
    ...bill,
    // What is bundled is a tool by its manifest, and by that out of scope.
    components: bill.components.filter(({ purl }) => isKept(purl)).map(({ scope: _, ...component }) => component),
    dependencies: bill.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  };
}
