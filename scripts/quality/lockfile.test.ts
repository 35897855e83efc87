import { describe, expect, test } from "vitest";
import { type Lockfile, lockfileProblems, readLockfile } from "./lockfile.ts";

const INTEGRITY = "sha512-a6d/Nwahm9fliVGRhdhofo40HjHQasUPusmc7vBfyky+7Z==";

/** Returns a valid lockfile with some parts replaced. */
const lockfile = (parts: Partial<Lockfile>): Lockfile => ({
  catalogs: { default: { hono: { specifier: "4.13.19" }, zod: { specifier: "^4.6.7" } } },
  overrides: { linkedom: "0.18.12" },
  importers: {
    ".": { devDependencies: { hono: { specifier: "catalog:", version: "4.13.19" } } },
    extension: { dependencies: { core: { specifier: "workspace:*", version: "link:../packages/core" } } },
  },
  packages: { "hono@4.13.19": { resolution: { integrity: INTEGRITY } } },
  snapshots: {},
  ...parts,
});

describe("lockfileProblems", () => {
  test("accepts a valid lockfile", () => {
    expect(lockfileProblems(lockfile({}))).toEqual([]);
    expect(Object.keys(readLockfile().packages).length).toBeGreaterThan(100);
  });

  test.each([
    { tarball: "https://example.com/hono.tgz", integrity: INTEGRITY },
    { type: "git", repo: "https://example.com/hono.git", commit: "abc" },
    { integrity: "sha1-abc" },
    {},
  ])("rejects a package resolved by %j", (resolution) => {
    expect(lockfileProblems(lockfile({ packages: { "hono@4.13.19": { resolution } } }))).toEqual([
      `hono@4.13.19 must be resolved from the registry by its SHA-512 alone, got ${JSON.stringify(resolution)}`,
    ]);
  });

  test.each(["^4.13.19", "4.x", "latest", "*"])(
    "rejects %s in a catalog or an override, except for packages that may have a range",
    (specifier) => {
      const catalogs = { docs: { hono: { specifier }, zod: { specifier } } };
      expect(lockfileProblems(lockfile({ catalogs, overrides: { jose: specifier } }))).toEqual([
        `hono must have an exact version in docs of pnpm-workspace.yaml, got ${specifier}`,
        `jose must have an exact version in overrides of pnpm-workspace.yaml, got ${specifier}`,
      ]);
    },
  );

  test.each(["4.13.19", "npm:honey@1.0.0", "git+ssh://example.com/hono.git", "workspace:^"])(
    "rejects %s in a manifest",
    (specifier) => {
      const importers = { action: { optionalDependencies: { hono: { specifier, version: "4.13.19" } } } };
      expect(lockfileProblems(lockfile({ importers }))).toEqual([
        `hono must be "catalog:" in action/package.json, got ${specifier}`,
      ]);
    },
  );
});
