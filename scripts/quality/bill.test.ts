import { expect, test } from "vitest";
import { billOf } from "./bill.ts";

test("a bill has a part's dependencies, what is in its bundle, and no tool", () => {
  const { components, dependencies } = billOf("packages/emulator");
  const names = components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/(.+)@[^@]+$/, "$1"));
  expect(names.sort()).toEqual([
    ...[
      "@forgehand/core",
      "@hono/node-server",
      "@hotwired/turbo",
      "@noble/hashes",
      "ae-cvss-calculator",
      "fflate",
      "hono",
      "jose",
    ],
    ...["marked", "openpgp", "tweetnacl", "yaml", "zod"],
  ]);
  for (const component of components) expect(component).not.toHaveProperty("scope");
  const core = dependencies.find(({ ref }) => ref.startsWith("pkg:npm/%40forgehand/core@"));
  expect(core?.dependsOn).toHaveLength(3);
});
