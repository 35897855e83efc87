// Says where the lockfile takes a package from elsewhere than a registry, by anything but its digest, or in a version that
// nobody wrote down.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod/mini";
import { finish } from "./finish.ts";

const Wanted = z.optional(z.record(z.string(), z.object({ specifier: z.string(), version: z.string() })));
const Names = z.optional(z.record(z.string(), z.string()));

const Lockfile = z.object({
  catalogs: z.record(z.string(), z.record(z.string(), z.object({ specifier: z.string() }))),
  overrides: Names,
  importers: z.record(
    z.string(),
    z.object({ dependencies: Wanted, devDependencies: Wanted, optionalDependencies: Wanted }),
  ),
  packages: z.record(z.string(), z.object({ resolution: z.record(z.string(), z.unknown()) })),
  snapshots: z.record(z.string(), z.object({ dependencies: Names, optionalDependencies: Names })),
});
export type Lockfile = z.output<typeof Lockfile>;

/** @throws ZodError where it isn't of the form that pnpm gives it */
export function readLockfile(file = "pnpm-lock.yaml"): Lockfile {
  return z.parse(Lockfile, parse(readFileSync(file, "utf8")));
}

/** Published packages take these in a range, so that whoever has one already gets no second. */
const RANGED: ReadonlySet<string> = new Set(["@noble/hashes", "tweetnacl", "zod"]);

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** What is wrong with a lockfile, a line each. */
export function lockfileFaults({ catalogs, overrides = {}, importers, packages }: Lockfile): string[] {
  return [
    ...Object.entries(packages).flatMap(([name, { resolution }]) => {
      const { integrity, ...elsewhere } = resolution;
      return typeof integrity === "string" && integrity.startsWith("sha512-") && Object.keys(elsewhere).length === 0
        ? []
        : [`${name} is taken by ${JSON.stringify(resolution)}; only a registry's package by its SHA-512 is`];
    }),
    ...Object.entries({ ...catalogs, overrides: asCatalog(overrides) }).flatMap(([catalog, versions]) =>
      Object.entries(versions)
        .filter(([name, { specifier }]) => !EXACT.test(specifier) && !RANGED.has(name))
        .map(
          ([name, { specifier }]) => `${name} is ${specifier} in ${catalog} of pnpm-workspace.yaml; name one version`,
        ),
    ),
    ...Object.entries(importers).flatMap(([folder, { dependencies, devDependencies, optionalDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, { specifier }]) => !/^(?:catalog:\w*|workspace:\*)$/.test(specifier))
        .map(([name, { specifier }]) => `${name} is ${specifier} in ${folder}/package.json; write "catalog:"`),
    ),
  ];
}

const asCatalog = (overrides: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(overrides).map(([name, specifier]) => [name, { specifier }]));

if (import.meta.main) finish(lockfileFaults(readLockfile()));
