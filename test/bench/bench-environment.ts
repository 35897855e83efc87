import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { CHROMIUM } from "../../scripts/browsers.mjs";
import { findProgram } from "../../scripts/program.mjs";

/** Time, machine and versions of a measurement. */
export interface BenchEnvironment {
  /** The day, as YYYY-MM-DD. */
  readonly date: string;
  /** Commit of the sources; absent outside of a repository. */
  readonly commit?: string;
  readonly machine: readonly NamedValue[];
  readonly versions: readonly NamedValue[];
}

export type NamedValue = readonly [name: string, value: string];

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Packages that are measured or that affect the figures. */
const PACKAGES = [
  "octokit",
  "@octokit/core",
  "@octokit/webhooks",
  "ky",
  "openapi-fetch",
  "undici",
  "zod",
  "typescript",
  "esbuild",
  "rolldown",
];

const Manifest = z.object({ version: z.string() });

/** Reads the machine's hardware and the installed versions. */
export function readBenchEnvironment(now: Date): BenchEnvironment {
  const commit = readCommit();
  return {
    date: now.toISOString().slice(0, "2026-01-01".length),
    ...(commit !== undefined && { commit }),
    machine: [
      ["Processor", cpus()[0]?.model.trim() ?? "unknown"],
      ["Cores", String(cpus().length)],
      ["Memory", `${(totalmem() / 1e9).toFixed(1)} GB`],
      ["System", systemName()],
    ],
    versions: [
      ["Forgehand", versionIn("packages/core")],
      ["Node", process.version.slice(1)],
      ...PACKAGES.map((name): NamedValue => [name, versionIn(`node_modules/${name}`)]),
      [
        "Chromium",
        outputOf(findProgram(CHROMIUM) ?? "chromium", "--version")
          ?.replace(/^\D+/, "")
          .split(" ")[0] ?? "none",
      ],
    ],
  };
}

function versionIn(folder: string): string {
  return Manifest.parse(JSON.parse(readFileSync(`${ROOT}${folder}/package.json`, "utf8"))).version;
}

function systemName(): string {
  if (process.platform !== "linux") return `${process.platform} ${release()}`;
  const distribution = /^PRETTY_NAME="(.*)"$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
  return `${distribution ?? "Linux"}, Linux ${release()}`;
}

/** Ignores changes to the benchmarks page and its plots. */
function readCommit(): string | undefined {
  const commit = outputOf("git", "rev-parse", "--short=12", "HEAD");
  const changes = outputOf("git", "status", "--porcelain", "--", ".", ":!docs/benchmarks.md", ":!docs/plots");
  return commit && (changes ? `${commit}, with changes that are not committed` : commit);
}

/** Output of a program; undefined if it is missing or fails. */
function outputOf(program: string, ...args: readonly string[]): string | undefined {
  try {
    return execFileSync(program, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}
