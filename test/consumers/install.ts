import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import manifest from "../../package.json" with { type: "json" };
import { strangersEnvironment } from "./environment.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGES = ["core", "emulator"] as const;

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of all consumers, and of the packages that were installed there. */
    consumers: string;
    /** The packages as they are published, by the names of their folders. */
    tarballs: Readonly<Record<(typeof PACKAGES)[number], string>>;
  }
}

/**
 * Packs both packages as they are published, and installs them as strangers do, for all consumers at once. What else these
 * need, types of Node's and what they are tested with, comes from here.
 */
export default async function install(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-consumers-"));
  const run = (command: string, args: readonly string[], cwd: string) =>
    promisify(execFile)(command, args, { cwd, env: strangersEnvironment() });
  const tarballOf = (name: string) => join(folder, `forgehand-${name}.tgz`);
  const filters = PACKAGES.flatMap((name) => ["--filter", `./packages/${name}`]);
  // What npm would pack still names the workspace's catalog.
  await run("npx", ["-y", manifest.packageManager, ...filters, "pack", "--out", join(folder, "%s.tgz")], ROOT);
  const [core, emulator] = [tarballOf("core"), tarballOf("emulator")];
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
  await run("npm", ["install", ...quiet, core, emulator], folder);
  cpSync(new URL("projects", import.meta.url), folder, { recursive: true });
  mkdirSync(join(folder, "node_modules/@types"));
  for (const name of ["@types/node", "undici", "vitest"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name), "junction");
  }
  project.provide("consumers", folder);
  project.provide("tarballs", { core, emulator });
  return () => rmSync(folder, { recursive: true, force: true });
}
