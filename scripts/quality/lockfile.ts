// Checks that the lockfile resolves every package from a registry, by its digest, in a version that the workspace pins.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod/mini";
import { reportProblems } from "./report-problems.ts";

const DependencyMap = z.optional(z.record(z.string(), z.object({ specifier: z.string(), version: z.string() })));
const StringMap = z.optional(z.record(z.string(), z.string()));

const Lockfile = z.object({
  catalogs: z.record(z.string(), z.record(z.string(), z.object({ specifier: z.string() }))),
  overrides: StringMap,
  importers: z.record(
    z.string(),
    z.object({ dependencies: DependencyMap, devDependencies: DependencyMap, optionalDependencies: DependencyMap }),
  ),
  packages: z.record(z.string(), z.object({ resolution: z.record(z.string(), z.unknown()) })),
  snapshots: z.record(z.string(), z.object({ dependencies: StringMap, optionalDependencies: StringMap })),
});
export type Lockfile = z.output<typeof Lockfile>;

/** @throws ZodError if the file does not have pnpm's format */
export function readLockfile(file = "pnpm-lock.yaml"): Lockfile {
  return z.parse(Lockfile, parse(readFileSync(file, "utf8")));
}

/** Published packages accept a range of these, to avoid a second copy in the user's installation. */
const RANGES_ALLOWED: ReadonlySet<string> = new Set(["@noble/hashes", "tweetnacl", "zod"]);

const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Returns the problems of a lockfile, one line each. */
export function lockfileProblems({ catalogs, overrides = {}, importers, packages }: Lockfile): string[] {
  return [
    ...Object.entries(packages).flatMap(([name, { resolution }]) => {
      const { integrity, ...otherFields } = resolution;
      return typeof integrity === "string" && integrity.startsWith("sha512-") && Object.keys(otherFields).length === 0
        ? []
        : [`${name} must be resolved from the registry by its SHA-512 alone, got ${JSON.stringify(resolution)}`];
    }),
    ...Object.entries({ ...catalogs, overrides: asCatalog(overrides) }).flatMap(([catalog, versions]) =>
      Object.entries(versions)
        .filter(([name, { specifier }]) => !EXACT_VERSION.test(specifier) && !RANGES_ALLOWED.has(name))
        .map(
          ([name, { specifier }]) =>
            `${name} must have an exact version in ${catalog} of pnpm-workspace.yaml, got ${specifier}`,
        ),
    ),
    ...Object.entries(importers).flatMap(([folder, { dependencies, devDependencies, optionalDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, { specifier }]) => !/^(?:catalog:\w*|workspace:\*)$/.test(specifier))
        .map(([name, { specifier }]) => `${name} must be "catalog:" in ${folder}/package.json, got ${specifier}`),
    ),
  ];
}

const asCatalog = (overrides: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(overrides).map(([name, specifier]) => [name, { specifier }]));

if (import.meta.main) reportProblems(lockfileProblems(readLockfile()));
