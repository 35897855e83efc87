import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publint } from "publint";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readFiles } from "../../scripts/package/read-files.ts";
import { type EmulatorProcess, startEmulatorFrom } from "../service/emulator-process.ts";
import { cleanEnvironment } from "./environment.ts";

const EMULATOR = join(inject("consumers"), "node_modules/@forgehand/emulator/dist/cli.js");
const TARBALL = inject("tarballs").cli;
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

let folder: string;
let emulator: EmulatorProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "forgehand-cli-consumer-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--offline", TARBALL];
  [, emulator] = await Promise.all([
    promisify(execFile)("npm", args, { cwd: folder, env: cleanEnvironment() }),
    startEmulatorFrom(EMULATOR),
  ]);
});

afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the installed command as a shell does. */
function run(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const command = join(folder, "node_modules/.bin/forgehand");
  return spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...cleanEnvironment(), ...variables },
  });
}

test("installs no other package, in a single copy of less than 3 MB", () => {
  const installed = join(folder, "node_modules/@forgehand/cli");
  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["@forgehand"]);
  const files = readFiles(installed);
  const names = files.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["LICENSE", "README.md", "dist/cli.js", "dist/THIRD-PARTY-NOTICES.txt"]),
  );
  expect(
    names.filter((name) => !/^(?:LICENSE|README\.md|package\.json|dist\/[\w-]+\.(?:js|txt)|dist\/THIRD.*)$/.test(name)),
  ).toEqual([]);
  expect(files.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(3_000_000);
  for (const { name, content } of files) {
    for (const path of [ROOT.slice(0, -1), ".pnpm"]) expect(Buffer.from(content).includes(path), name).toBe(false);
  }
  // Each bundled package is there in one version, and zod in one chunk.
  const notices = Buffer.from(
    files.find(({ name }) => name === "dist/THIRD-PARTY-NOTICES.txt")?.content ?? "",
  ).toString();
  const packages = Array.from(notices.matchAll(/^={80}\n(\S+)/gm), ([, name]) => name);
  expect(packages).toEqual(expect.arrayContaining(["zod", "undici", "yaml", "@clack/prompts"]));
  expect(new Set(packages).size).toBe(packages.length);
  expect(files.filter(({ content }) => Buffer.from(content).includes("ZodMiniString"))).toHaveLength(1);
});

test("passes publint", async () => {
  const { messages } = await publint({ pack: { tarball: new Uint8Array(readFileSync(TARBALL)).buffer }, strict: true });
  expect(messages).toEqual([]);
});

test("plans against a service", () => {
  const { apiUrl, tokens } = emulator;
  const variables = { GH_TOKEN: tokens["alice"] ?? "", NEW: "a new value" };
  const flags = ["--api-url", apiUrl, "--repositories", "acme/*", "--secret", "KEY", "--value-env", "NEW"];
  const { status, stdout } = run(["plan", "--task", "rotate-secrets", ...flags], variables);
  expect(stdout).toContain("2 would be changed (nothing was), 0 skipped.");
  expect(status).toBe(2);
});

test("shows help, and the version of the package", () => {
  const manifest: { version: string } = JSON.parse(readFileSync(join(ROOT, "packages/cli/package.json"), "utf8"));
  expect(run(["--version"]).stdout).toBe(`${manifest.version}\n`);
  expect(run(["help", "apply"]).stdout).toContain("--yes, -y");
});
