import { expect, test } from "vitest";
import { sbomFor } from "./sbom.ts";

test("a bill of materials lists dependencies and bundled packages, but no tools", () => {
  const { components, dependencies } = sbomFor("packages/emulator");
  const names = components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/(.+)@[^@]+$/, "$1"));
  expect(names.sort()).toEqual([
    "@forgehand/core",
    "@hono/node-server",
    "@hotwired/turbo",
    "@noble/hashes",
    "ae-cvss-calculator",
    "fflate",
    "graphql",
    "hono",
    "jose",
    "marked",
    "nanotar",
    "openpgp",
    "re2js",
    "tweetnacl",
    "yaml",
    "zod",
  ]);
  for (const component of components) expect(component).not.toHaveProperty("scope");
  const core = dependencies.find(({ ref }) => ref.startsWith("pkg:npm/%40forgehand/core@"));
  expect(core?.dependsOn).toHaveLength(3);
});
