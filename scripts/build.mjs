// Builds the packages, the extension for each browser and the action. Skips parts whose sources are unchanged.
// `node scripts/build.mjs [folder ...]` builds only the given parts.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

/** @param {string} path */
const tool = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const ROLLDOWN = tool("node_modules/rolldown/bin/cli.mjs");
const TSC = tool("node_modules/typescript/bin/tsc");
const ANNOTATE_CALLS = tool("scripts/annotate-calls.ts");
const ANNOTATE_DECLARATIONS = tool("scripts/annotate-declarations.ts");
const COMPILE_CONTRACT = tool("scripts/compile-contract.ts");
const BUNDLE_CORE = tool("scripts/bundle-core.ts");
const BUNDLE_LEAN_PARTS = tool("scripts/bundle-lean-parts.ts");
const DELETE_UNREACHABLE = tool("scripts/delete-unreachable.ts");
const WXT = tool("extension/node_modules/wxt/bin/wxt.mjs");

/**
 * @typedef {object} Part
 * @property {string} folder
 * @property {string} outputFolder subfolder that contains only build output
 * @property {string[]} outputs files in that subfolder that a complete build has
 * @property {string[]} uses folders of other parts that are bundled into this one
 * @property {string[][]} commands build commands, in order
 */

/** @type {Part[]} */
const PARTS = [
  {
    folder: "packages/core",
    outputFolder: "dist",
    outputs: ["index.js", "node/index.js"],
    uses: [],
    commands: [
      [TSC, "-p", "tsconfig.build.json"],
      [ANNOTATE_CALLS],
      [ANNOTATE_DECLARATIONS],
      [COMPILE_CONTRACT],
      [BUNDLE_CORE],
      [BUNDLE_LEAN_PARTS],
      [DELETE_UNREACHABLE],
    ],
  },
  {
    folder: "packages/redis",
    outputFolder: "dist",
    outputs: ["index.js"],
    uses: ["packages/core"],
    commands: [[TSC, "-p", "tsconfig.build.json"]],
  },
  {
    folder: "packages/postgres",
    outputFolder: "dist",
    outputs: ["index.js"],
    uses: ["packages/core"],
    commands: [[TSC, "-p", "tsconfig.build.json"]],
  },
  {
    folder: "packages/emulator",
    outputFolder: "dist",
    outputs: ["cli.js"],
    uses: ["packages/core"],
    commands: [
      [ROLLDOWN, "-c", "rolldown.config.ts"],
      [TSC, "-p", "tsconfig.build.json"],
    ],
  },
  {
    folder: "packages/cli",
    outputFolder: "dist",
    outputs: ["cli.js"],
    uses: ["packages/core", "packages/redis", "packages/tasks"],
    commands: [[ROLLDOWN, "-c", "rolldown.config.ts"]],
  },
  {
    folder: "extension",
    outputFolder: ".output",
    outputs: ["chrome-mv3/manifest.json", "firefox-mv3/manifest.json"],
    uses: ["packages/core"],
    commands: [
      [WXT, "build"],
      [WXT, "build", "--browser", "firefox", "--mv3"],
    ],
  },
  {
    folder: "action",
    outputFolder: "dist",
    outputs: ["main.js"],
    uses: ["packages/core", "packages/redis", "packages/tasks"],
    commands: [[ROLLDOWN, "-c", "rolldown.config.ts"]],
  },
];

/** Build inputs of every part. */
const SHARED_INPUTS = [
  "pnpm-lock.yaml",
  "tsconfig.json",
  "scripts/build.mjs",
  "scripts/annotate-calls.ts",
  "scripts/annotate-declarations.ts",
  "scripts/compile-contract.ts",
  "scripts/contract/checker-modules.ts",
  "scripts/contract/collect-contract.ts",
  "scripts/contract/data-modules.ts",
  "scripts/built-core.ts",
  "scripts/bundled-redis.ts",
  "scripts/bundled-undici.ts",
  "scripts/bundle-core.ts",
  "scripts/bundle-lean-parts.ts",
  "scripts/delete-unreachable.ts",
  "scripts/published-exports.ts",
  "scripts/bundle-core/chunk-assignment.ts",
  "scripts/site/operations/access-section.ts",
];

/** Folder of the bundler plugin that collects the licenses of bundled code; a build input of every part. */
const NOTICES = "scripts/notices";

/** Entries of a part's folder that are not build inputs: installed packages, build output, texts for stores. */
const EXCLUDED = new Set(["node_modules", "dist", ".output", ".wxt", "store"]);
/** Excluded in subfolders as well: test runs write there. */
const EXCLUDED_IN_SUBFOLDERS = new Set(["node_modules"]);

/**
 * Lists every file that can affect a build. Includes too much rather than relying on a list that can be incomplete.
 * @param {string} folder
 * @param {ReadonlySet<string>} excluded
 * @returns {string[]}
 */
function sourcesIn(folder, excluded = EXCLUDED) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (excluded.has(entry.name) || entry.name.includes(".test.")) return [];
    return entry.isDirectory() ? sourcesIn(path, EXCLUDED_IN_SUBFOLDERS) : [path];
  });
}

/** @param {Part} part */
function fingerprint(part) {
  const hash = createHash("sha256");
  for (const file of [
    ...SHARED_INPUTS,
    ...[part.folder, ...part.uses, NOTICES].flatMap((folder) => sourcesIn(folder)),
  ].sort()) {
    hash.update(file).update("\0").update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** @param {Part} part */
async function build(part) {
  const stampFile = `node_modules/.forgehand-build-${part.folder.replace("/", "-")}`;
  const currentFingerprint = fingerprint(part);
  const outputFolder = `${part.folder}/${part.outputFolder}`;
  const hasOutputs = part.outputs.every((output) => existsSync(`${outputFolder}/${output}`));
  if (hasOutputs && existsSync(stampFile) && readFileSync(stampFile, "utf8") === currentFingerprint) return;
  process.stderr.write(`set-up: building ${part.folder}\n`);
  // Removes leftovers of older sources, and ensures that an interrupted build is not mistaken for a complete one.
  rmSync(stampFile, { force: true });
  rmSync(outputFolder, { recursive: true, force: true });
  for (const command of part.commands) {
    const output = await run(part.folder, command);
    if (output !== null) throw new Error(`Building ${part.folder} failed:\n${output}`);
  }
  writeFileSync(stampFile, currentFingerprint);
}

/**
 * Runs a build command.
 * @param {string} folder
 * @param {string[]} command
 * @returns {Promise<string | null>} the command's output if it failed, otherwise null
 */
function run(folder, command) {
  return new Promise((resolve, reject) => {
    // Always a production build, even when started by tests.
    const env = { ...process.env, NODE_ENV: "production" };
    const child = spawn(process.execPath, command, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 ? null : output));
  });
}

const requestedFolders = process.argv.slice(2);
const unknownFolders = requestedFolders.filter((folder) => !PARTS.some((part) => part.folder === folder));
const selectedParts = PARTS.filter(({ folder }) => requestedFolders.length === 0 || requestedFolders.includes(folder));
/** Parts that were requested, or that a requested part is bundled from; each is built once. */
const builds = new Map();
/**
 * Builds a part after those that it uses.
 * @param {Part} part
 * @returns {Promise<void>}
 */
function buildInOrder(part) {
  const used = PARTS.filter(({ folder }) => part.uses.includes(folder));
  const building = builds.get(part) ?? Promise.all(used.map(buildInOrder)).then(() => build(part));
  builds.set(part, building);
  return building;
}

const results = await Promise.allSettled(selectedParts.map(buildInOrder));
const failures = results.filter((result) => result.status === "rejected");
for (const folder of unknownFolders)
  process.stderr.write(`build: folder must be one of ${PARTS.map((part) => part.folder).join(", ")}, got ${folder}.\n`);
for (const { reason } of failures) process.stderr.write(`${reason instanceof Error ? reason.message : reason}\n`);
process.exitCode = failures.length + unknownFolders.length === 0 ? 0 : 1;
