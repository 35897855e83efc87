import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import manifest from "../../package.json" with { type: "json" };
import { cleanEnvironment } from "./environment.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGES = ["core", "redis", "postgres", "emulator", "cli"] as const;

declare module "vitest" {
  interface ProvidedContext {
    /** The folder that contains all consumer projects and the installed packages. */
    consumers: string;
    /** The packed tarballs, by folder name of the package. */
    tarballs: Readonly<Record<(typeof PACKAGES)[number], string>>;
  }
}

/**
 * Packs all packages as for publishing, and installs them, except the command line, once for all consumer projects. Their
 * other dependencies, such as Node's types, databases' clients and test tools, are linked from this workspace.
 */
export default async function install(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-consumers-"));
  const run = (command: string, args: readonly string[], cwd: string) =>
    promisify(execFile)(command, args, { cwd, env: cleanEnvironment() });
  const tarballOf = (name: string) => join(folder, `forgehand-${name}.tgz`);
  const filters = PACKAGES.flatMap((name) => ["--filter", `./packages/${name}`]);
  // npm would leave references to the pnpm catalog in the packed manifests.
  await run("npx", ["-y", manifest.packageManager, ...filters, "pack", "--out", join(folder, "%s.tgz")], ROOT);
  const [core, redis, postgres] = [tarballOf("core"), tarballOf("redis"), tarballOf("postgres")];
  const emulator = tarballOf("emulator");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
  await run("npm", ["install", ...quiet, core, redis, postgres, emulator], folder);
  cpSync(new URL("projects", import.meta.url), folder, { recursive: true });
  mkdirSync(join(folder, "node_modules/@types"));
  for (const name of ["@types/node", "@types/pg", "ioredis", "pg", "redis", "undici", "vitest", "zod"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name), "junction");
  }
  project.provide("consumers", folder);
  project.provide("tarballs", { core, redis, postgres, emulator, cli: tarballOf("cli") });
  return () => rmSync(folder, { recursive: true, force: true });
}
