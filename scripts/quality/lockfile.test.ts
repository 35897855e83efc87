import { describe, expect, test } from "vitest";
import { type Lockfile, lockfileFaults, readLockfile } from "./lockfile.ts";

const INTEGRITY = "sha512-a6d/Nwahm9fliVGRhdhofo40HjHQasUPusmc7vBfyky+7Z==";

/** A lockfile in which nothing is wrong but what is given. */
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

describe("a lockfile", () => {
  test("is fine as it is", () => {
    expect(lockfileFaults(lockfile({}))).toEqual([]);
    expect(Object.keys(readLockfile().packages).length).toBeGreaterThan(100);
  });

  test.each([
    { tarball: "https://example.com/hono.tgz", integrity: INTEGRITY },
    { type: "git", repo: "https://example.com/hono.git", commit: "abc" },
    { integrity: "sha1-abc" },
    {},
  ])("takes nothing by %j", (resolution) => {
    expect(lockfileFaults(lockfile({ packages: { "hono@4.13.19": { resolution } } }))).toEqual([
      `hono@4.13.19 is taken by ${JSON.stringify(resolution)}; only a registry's package by its SHA-512 is`,
    ]);
  });

  test.each(["^4.13.19", "4.x", "latest", "*"])("has no %s in a catalog or an override", (specifier) => {
    const catalogs = { docs: { hono: { specifier }, zod: { specifier } } };
    expect(lockfileFaults(lockfile({ catalogs, overrides: { jose: specifier } }))).toEqual([
      `hono is ${specifier} in docs of pnpm-workspace.yaml; name one version`,
      `jose is ${specifier} in overrides of pnpm-workspace.yaml; name one version`,
    ]);
  });

  test.each(["4.13.19", "npm:honey@1.0.0", "git+ssh://example.com/hono.git", "workspace:^"])(
    "has no %s in a manifest",
    (specifier) => {
      const importers = { action: { optionalDependencies: { hono: { specifier, version: "4.13.19" } } } };
      expect(lockfileFaults(lockfile({ importers }))).toEqual([
        `hono is ${specifier} in action/package.json; write "catalog:"`,
      ]);
    },
  );
});
