import { existsSync, readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { describe, expect, inject, test } from "vitest";
import * as z from "zod/mini";
import { readFiles } from "../../scripts/package/read-files.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const INSTALLED = join(inject("consumers"), "node_modules");
const TARBALLS = inject("tarballs");

const Manifest = z.object({
  name: z.string(),
  license: z.literal("MIT"),
  repository: z.object({ type: z.literal("git"), url: z.string(), directory: z.string() }),
  homepage: z.string(),
  bugs: z.string(),
  keywords: z.array(z.string()).check(z.minLength(5)),
  sideEffects: z.union([z.literal(false), z.array(z.string())]),
  engines: z.object({ node: z.string() }),
  exports: z.record(z.string(), z.object({ types: z.string(), node: z.optional(z.string()), default: z.string() })),
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean() })),
});

/** A package as installed in a consumer's node_modules. */
function installed(name: "core" | "redis" | "postgres" | "emulator") {
  const folder = join(INSTALLED, "@forgehand", name);
  const files = new Map(readFiles(folder).map((file) => [file.name, Buffer.from(file.content).toString("utf8")]));
  return { folder, files, manifest: z.parse(Manifest, JSON.parse(files.get("package.json") ?? "")) };
}

const core = installed("core");
const redis = installed("redis");
const postgres = installed("postgres");
const emulator = installed("emulator");

/** Files in every package. */
const COMMON_FILES = ["LICENSE", "README.md", "package.json"];

describe.each([
  ["core", core],
  ["redis", redis],
  ["postgres", postgres],
  ["emulator", emulator],
] as const)("%s", (name, { files, manifest }) => {
  const tarball = new Uint8Array(readFileSync(TARBALLS[name]));

  test("passes publint", async () => {
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  test("has correct types for all module resolutions", async () => {
    const paths = Object.entries(manifest.exports).flatMap(([path, { types }]) =>
      path.includes("*") ? expandPattern(path, types, files) : [path],
    );
    const result = await checkPackage(createPackageFromTarballData(tarball), { entrypoints: paths });
    if (result.types === false) throw new Error("The package must have types.");
    expect(Object.keys(result.entrypoints).sort()).toEqual(paths.sort());
    // The packages are ES modules only, which CommonJS loads with import(). Module resolution without support for
    // `exports` finds nothing.
    const accepted = new Set(["CJSResolvesToESM:node16-cjs", "NoResolution:node10"]);
    const problems = result.problems.map((problem) =>
      "resolutionKind" in problem ? `${problem.kind}:${problem.resolutionKind}` : problem.kind,
    );
    expect(problems.filter((problem) => !accepted.has(problem))).toEqual([]);
  });

  test("has correct metadata, exports and dependencies", () => {
    expect(manifest.repository).toEqual({
      type: "git",
      url: "git+https://github.com/forgehand/forgehand.git",
      directory: `packages/${name}`,
    });
    expect(manifest.homepage).toContain(`/packages/${name}`);
    for (const targets of Object.values(manifest.exports)) {
      for (const path of [targets.types, targets.node ?? targets.default, targets.default].filter(
        (path) => !path.includes("*"),
      ))
        expect([...files.keys()]).toContain(path.slice(2));
    }
    const versions = Object.values({ ...manifest.dependencies, ...manifest.peerDependencies });
    expect(versions.filter((version) => /^(?:catalog|workspace|file|link):/.test(version))).toEqual([]);
    expect(Object.keys(manifest.peerDependencies)).toEqual(Object.keys(manifest.peerDependenciesMeta));
    expect(Object.values(manifest.peerDependenciesMeta).every(({ optional }) => optional)).toBe(true);
  });

  test("contains the project's license and absolute links", () => {
    expect(files.get("LICENSE")).toBe(readFileSync(join(ROOT, "LICENSE"), "utf8"));
    const readme = files.get("README.md") ?? "";
    const links = Array.from(readme.matchAll(/\]\(([^)]+)\)|^\[[^\]]+\]: (\S+)$|<(https?:[^>]+)>/gm), (found) =>
      found.slice(1).join(""),
    );
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      expect(link).toMatch(/^(?:https:\/\/|http:\/\/127\.0\.0\.1)/);
      const repositoryPath = /^https:\/\/github\.com\/forgehand\/forgehand\/blob\/main\/([^#]+)/.exec(link)?.[1];
      if (repositoryPath !== undefined) expect(existsSync(join(ROOT, repositoryPath)), link).toBe(true);
    }
  });

  test("contains no paths of the build machine", () => {
    for (const [file, text] of files) {
      for (const folder of [ROOT.slice(0, -1), tmpdir(), homedir(), ".pnpm"]) {
        if (folder.length > 1) expect(text.includes(folder), `${file} contains ${folder}`).toBe(false);
      }
    }
  });
});

test("the emulator has source maps that contain the sources; the core has none", () => {
  expect([...core.files.keys()].filter((file) => file.endsWith(".map"))).toEqual([]);
  const maps = [...emulator.files].filter(([file]) => file.endsWith(".map"));
  expect(maps.length).toBeGreaterThan(5);
  for (const [file, text] of maps) {
    const { sources, sourcesContent } = z.parse(SourceMap, JSON.parse(text));
    expect(sourcesContent.length, file).toBe(sources.length);
    for (const source of sources) expect(source, file).toMatch(/^\.\.\//);
    expect(emulator.files.get(file.replace(/\.map$/, "")), file).toContain(
      `//# sourceMappingURL=${posix.basename(file)}`,
    );
  }
  for (const { files } of [core, emulator]) {
    for (const [file, text] of files) {
      const map = /^\/\/# sourceMappingURL=(.+)$/m.exec(file.endsWith(".js") ? text : "")?.[1];
      if (map !== undefined) expect(files.has(posix.join(dirname(file), map)), file).toBe(true);
    }
  }
});

const SourceMap = z.object({
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string()),
});

/** Returns the import paths that match a pattern in `exports`. */
function expandPattern(path: string, target: string, files: ReadonlyMap<string, string>): string[] {
  const [before = "", after = ""] = target.slice(2).split("*");
  return [...files.keys()]
    .filter((file) => file.startsWith(before) && file.endsWith(after))
    .map((file) => path.replace("*", file.slice(before.length, file.length - after.length)));
}

test("core contains only what its entries import, their declarations and no tests", () => {
  const sources = readFiles(join(ROOT, "packages/core/src"))
    .map(({ name }) => name)
    .filter((name) => !/\.(?:test|fixture)\.ts$/.test(name))
    .map((name) => name.replace(/\.ts$/, ""));
  expect(sources.length).toBeGreaterThan(100);
  const declarations = sources.map((name) => `dist/${name}.d.ts`);
  const targets = Object.values(core.manifest.exports).flatMap(({ node, default: module }) => [node ?? module, module]);
  const entries = targets.flatMap((target) =>
    target.includes("*") ? expandPattern(target, target, core.files).map((file) => file.slice(2)) : [target.slice(2)],
  );
  const modules = reachableFrom(entries, core.files);
  expect([...core.files.keys()].sort()).toEqual([...COMMON_FILES, ...declarations, ...modules].sort());
  // What is not compiled from a source is written by the build.
  const written = [...modules].filter((file) => !sources.includes(file.replace(/^dist\/|\.js$/g, "")));
  expect(written.filter((file) => !/^dist\/(?:node|declared)\/|^dist\/contract\/shared-data\.js$/.test(file))).toEqual(
    [],
  );
});

test("no declarations but those of the core's entries for tools need zod", () => {
  const { "./contract": contract, "./openapi": openapi, ...others } = core.manifest.exports;
  const declarationsOf = (targets: readonly ({ readonly types: string } | undefined)[]) => {
    const entries = targets.flatMap((target) => {
      if (target === undefined) return [];
      return target.types.includes("*")
        ? expandPattern(target.types, target.types, core.files).map((file) => file.slice(2))
        : [target.types.slice(2)];
    });
    return [...reachableFrom(entries, core.files)].filter((file) => /from "zod/.test(core.files.get(file) ?? ""));
  };
  expect(declarationsOf(Object.values(others))).toEqual([]);
  expect(declarationsOf([contract, openapi])).not.toEqual([]);
});

test("every entry of the core has a bundle for Node, except those for tools", () => {
  const { "./contract": contract, "./openapi": openapi, ...bundled } = core.manifest.exports;
  expect([contract?.node, openapi?.node]).toEqual([undefined, undefined]);
  for (const targets of Object.values(bundled)) {
    expect(Object.keys(targets)).toEqual(["types", "node", "default"]);
    expect(targets.node).toBe(targets.default.replace("./dist/", "./dist/node/"));
  }
});

test("core has few dependencies and installs less than 6 MB, with them less than 8 MB", () => {
  expect(Object.keys(core.manifest.dependencies).sort()).toEqual(["@noble/hashes", "tweetnacl"]);
  expect(Object.keys(core.manifest.peerDependencies)).toEqual(["undici", "zod"]);
  const bytesOf = (folder: string) => readFiles(folder).reduce((sum, { content }) => sum + content.length, 0);
  const dependencies = Object.keys(core.manifest.dependencies).map((name) => bytesOf(join(INSTALLED, name)));
  const bytes = bytesOf(core.folder);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(bytes).toBeLessThan(6_000_000);
  expect(dependencies.reduce((sum, size) => sum + size, bytes)).toBeLessThan(8_000_000);
});

test.each([
  ["redis", redis, []],
  ["postgres", postgres, ["dist/cli.js"]],
] as const)(
  "%s contains what its entries import, and no client of a database",
  (name, { files, manifest }, commands) => {
    expect(Object.keys(manifest.dependencies)).toEqual(["@forgehand/core"]);
    const targets = Object.values(manifest.exports).flatMap(({ types, default: module }) => [types, module]);
    const entries = [...targets.map((target) => target.slice(2)), ...commands];
    const reachable = reachableFrom(entries, files);
    const sources = readFiles(join(ROOT, "packages", name, "src")).filter(
      ({ name }) => !/\.(?:test|fixture)\./.test(name),
    );
    const declarations = sources.map(({ name }) => `dist/${name.replace(/\.ts$/, ".d.ts")}`);
    expect([...files.keys()].sort()).toEqual([...new Set([...COMMON_FILES, ...declarations, ...reachable])].sort());
    const code = [...files].filter(([file]) => file.endsWith(".js")).map(([, text]) => text);
    expect(code.filter((text) => /(?:from|import\() ?"(?:redis|ioredis|pg)"/.test(text))).toEqual([]);
  },
);

test("emulator contains its bundle, the declarations of its exports, its seeds and its notices", () => {
  const chunks = reachableFrom(
    ["cli", "index", "vitest", "markdown-process"].map((name) => `dist/${name}.js`),
    emulator.files,
  );
  const types = reachableFrom(
    Object.values(emulator.manifest.exports).map(({ types }) => types.slice(2)),
    emulator.files,
  );
  const maps = [...emulator.files.keys()].filter((name) => name.endsWith(".js.map"));
  expect(maps.filter((map) => !chunks.has(map.replace(/\.map$/, "")))).toEqual([]);
  const seeds = ["demo", "full", "schema"].map((name) => `seeds/${name}.json`);
  const expected = [...COMMON_FILES, ...chunks, ...maps, ...types, ...seeds, "dist/THIRD-PARTY-NOTICES.txt"];
  expect([...emulator.files.keys()].sort()).toEqual(expected.sort());
});

/** Returns the given files and all files that they import. */
function reachableFrom(
  names: readonly string[],
  files: ReadonlyMap<string, string>,
  visited = new Set<string>(),
): Set<string> {
  for (const name of names) {
    if (visited.has(name)) continue;
    visited.add(name);
    const importsFound = (files.get(name) ?? "").matchAll(/(?:\bfrom|\bimport\(|^import) ?"(\.[^"]+)"/gm);
    const found = Array.from(importsFound, ([, path = ""]) => posix.join(dirname(name), path));
    const targets = name.endsWith(".d.ts") ? found.map((path) => path.replace(/(?<!\.d)\.ts$/, ".d.ts")) : found;
    reachableFrom(targets, files, visited);
  }
  return visited;
}

test("openpgp is a dependency and not part of the emulator's bundle", () => {
  expect(Object.keys(emulator.manifest.dependencies).sort()).toEqual(["@forgehand/core", "@hotwired/turbo", "openpgp"]);
  const code = [...emulator.files].filter(([name]) => name.endsWith(".js")).map(([, text]) => text);
  expect(code.some((text) => /import\("openpgp"\)|from "openpgp"/.test(text))).toBe(true);
  expect(emulator.files.get("dist/THIRD-PARTY-NOTICES.txt")).not.toContain("openpgp");
});

test("the consumer project nodenext imports every export", () => {
  const text = readFileSync(new URL("projects/nodenext/src/every-export.ts", import.meta.url), "utf8");
  const imported = Array.from(text.matchAll(/from "([^"]+)"/g), ([, id = ""]) => id);
  const exported = [core, redis, postgres, emulator].flatMap(({ manifest }) =>
    Object.keys(manifest.exports).map((path) => posix.join(manifest.name, path)),
  );
  expect(imported.sort()).toEqual(exported.map((path) => path.replace("*", "starring")).sort());
});
