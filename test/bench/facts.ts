import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { findChromium } from "../../scripts/chromium.mjs";

/** Where and with what something was measured. */
export interface Facts {
  /** The day. */
  readonly date: string;
  /** Of the sources; absent where they are in no repository. */
  readonly commit?: string;
  readonly machine: readonly Fact[];
  readonly versions: readonly Fact[];
}

export type Fact = readonly [name: string, value: string];

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Those that figures are about, or that figures depend on. */
const PACKAGES = [
  ...["octokit", "@octokit/core", "@octokit/webhooks", "ky", "openapi-fetch", "undici"],
  ...["zod", "typescript", "esbuild", "rolldown"],
];

const Manifest = z.object({ version: z.string() });

/** What this machine is, and what is installed on it. */
export function readFacts(now: Date): Facts {
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
      ...PACKAGES.map((name): Fact => [name, versionIn(`node_modules/${name}`)]),
      [
        "Chromium",
        printed(findChromium() ?? "chromium", "--version")
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

/** What the page itself is made of is no change. */
function readCommit(): string | undefined {
  const commit = printed("git", "rev-parse", "--short=12", "HEAD");
  const changes = printed("git", "status", "--porcelain", "--", ".", ":!docs/benchmarks.md", ":!docs/plots");
  return commit && (changes ? `${commit}, with changes that are not committed` : commit);
}

/** What a program prints; undefined where there is none, or it fails. */
function printed(program: string, ...args: readonly string[]): string | undefined {
  try {
    return execFileSync(program, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}
