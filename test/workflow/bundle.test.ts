import { execFile } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkPackages } from "../../scripts/link-packages.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ROLLDOWN = join(ROOT, "node_modules/rolldown/bin/cli.mjs");
const SOURCES = ["action/src", "packages/tasks/src"];

const run = promisify(execFile);
const node = (folder: string, ...args: string[]) => run(process.execPath, args, { cwd: folder });

/**
 * Copies everything that the bundle is built from to a separate folder.
 * @returns the action's folder in it
 */
function copySources(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "forgehand-bundle-")));
  cpSync(join(ROOT, "tsconfig.json"), join(folder, "tsconfig.json"));
  for (const path of [
    "scripts/notices",
    "scripts/built-core.ts",
    "scripts/bundled-redis.ts",
    "scripts/bundled-undici.ts",
    "scripts/published-exports.ts",
  ])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  for (const [part, files] of [
    ["action", ["src", "package.json", "rolldown.config.ts"]],
    ["packages/core", ["dist", "package.json"]],
    ["packages/redis", ["src", "package.json"]],
    ["packages/tasks", ["src", "package.json"]],
  ] as const) {
    for (const file of files) cpSync(join(ROOT, part, file), join(folder, part, file), { recursive: true });
    linkPackages(join(ROOT, part, "node_modules"), join(folder, part, "node_modules"));
  }
  for (const [part, used] of [
    ["action", ["core", "tasks"]],
    ["packages/redis", ["core"]],
    ["packages/tasks", ["core", "redis"]],
  ] as const) {
    const links = join(folder, part, "node_modules/@forgehand");
    mkdirSync(links);
    for (const name of used) symlinkSync(join(folder, "packages", name), join(links, name), "junction");
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  return join(folder, "action");
}

/** Contents of a bundle's files, by name. */
function filesOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder).sort();
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

describe("the bundle", () => {
  const folders: string[] = [];
  let bundle: ReadonlyMap<string, string> = new Map();

  beforeAll(async () => {
    folders.push(copySources(), copySources());
    await Promise.all(folders.map((folder) => node(folder, ROLLDOWN, "-c", "rolldown.config.ts")));
    bundle = filesOf(join(folders[0] ?? "", "dist"));
  }, 60_000);

  afterAll(() => {
    for (const folder of folders) rmSync(join(folder, ".."), { recursive: true, force: true });
  });

  test("is byte-for-byte the same wherever it is built", () => {
    expect(bundle.size).toBeGreaterThan(1);
    expect(filesOf(join(folders[1] ?? "", "dist"))).toEqual(bundle);
  });

  test("contains no path of the build machine", () => {
    const code = [...bundle.values()].join("\n");
    for (const folder of [ROOT.slice(0, -1), tmpdir(), ".pnpm", "node_modules/"]) expect(code).not.toContain(folder);
  });

  test("contains undici once, in a chunk that is not loaded at startup", () => {
    const filesWithUndici = [...bundle].filter(([, code]) => code.includes("undici.error.UND_ERR_SOCKET"));
    expect(filesWithUndici).toHaveLength(1);
    expect(filesWithUndici[0]?.[1].split("undici.error.UND_ERR_SOCKET")).toHaveLength(2);
    expect([...loadedBy("main.js")]).not.toContain(filesWithUndici[0]?.[0]);
  });

  test("contains the client of Redis once, in a chunk that is loaded at its first use", () => {
    const chunks = [...bundle].flatMap(([name, code]) => (code.includes("Socket closed unexpectedly") ? [name] : []));
    expect(chunks).toHaveLength(1);
    const [chunk = ""] = chunks;
    const importers = [...bundle.keys()].filter((name) => name !== chunk && loadedBy(name).has(chunk));
    expect(importers).toEqual([]);
    // Without its modules and its list of all commands, it is half as large.
    expect(bundle.get(chunk)?.length).toBeLessThan(300_000);
  });

  test("rejects an invalid input without loading the client or Node's slower modules", () => {
    const loaded = loadedBy("main.js");
    expect([...loaded].filter(isBuiltin)).toEqual(expect.arrayContaining(["fs", "os"]));
    for (const slow of ["crypto", "node:crypto", "stream", "child_process", "http", "events"])
      expect(loaded).not.toContain(slow);
    const size = [...loaded].reduce((sum, name) => sum + (bundle.get(name)?.length ?? 0), 0);
    expect(size).toBeLessThan(100_000);
  });

  test("imports only its own files and Node's modules, and evaluates no strings as code", () => {
    for (const [name, code] of bundle) {
      const patterns = [/\b(?:from|import)\s*"([^"]+)"/g, /\b(?:import|require)\(\s*[`"']([^`"'$]+)[`"']\s*\)/g];
      const imports = patterns.flatMap((form) => Array.from(code.matchAll(form), ([, id = ""]) => id));
      for (const id of imports) {
        expect(isBuiltin(id) || (id.startsWith("./") && bundle.has(id.slice(2))), `${name} imports ${id}`).toBe(true);
      }
      expect(code, name).not.toMatch(/\beval\(|\bnew Function\(/);
    }
  });

  test("contains one HTTP client: core's, which follows no redirects", () => {
    const code = [...bundle.values()].join("\n");
    expect(code).not.toMatch(/BearerCredentialHandler|actions\/oidc-client|Maximum redirects/);
  });

  /** Lists what loading a file loads immediately: other files by name, and Node's modules. */
  function loadedBy(name: string, loaded = new Set<string>()): Set<string> {
    if (loaded.has(name)) return loaded;
    loaded.add(name);
    for (const [, , id = ""] of (bundle.get(name) ?? "").matchAll(/\b(?:from|import)\s*(["'])([^"']+)\1/g)) {
      loadedBy(id.startsWith("./") ? id.slice(2) : id, loaded);
    }
    return loaded;
  }
});

describe("the sources", () => {
  const files = globSync(
    SOURCES.map((folder) => `${folder}/**/*.ts`),
    { cwd: ROOT },
  ).filter((file) => !file.includes(".test."));
  const code = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));

  test("start programs without a shell", () => {
    for (const [file, text] of code) {
      expect(text, file).not.toMatch(
        /shell\s*:\s*(?:true|["'`])|\bexec(Sync)?\s*\(\s*["'`]|\bexecSync\b|child_process.*\bexec\b/,
      );
    }
  });

  test("contain no paths of a specific operating system", () => {
    for (const [file, text] of code) expect(text, file).not.toMatch(/["'`]\/(tmp|bin|usr|etc|dev|proc|home|var)\b/);
    for (const folder of SOURCES) expect(files.some((file) => file.startsWith(folder))).toBe(true);
  });
});
