// Builds what runs as a bundle: the packages, the extension, the action. A part whose sources are unchanged is left alone.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

/** @param {string} path */
const tool = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const ROLLDOWN = tool("node_modules/rolldown/bin/cli.mjs");
const TSC = tool("node_modules/typescript/bin/tsc");
const WXT = tool("extension/node_modules/wxt/bin/wxt.mjs");

/**
 * @typedef {object} Part
 * @property {string} folder
 * @property {string} output a file that exists once the part is built
 * @property {string[]} sources globs of all that the output is made from
 * @property {string[][]} commands what makes it, in order
 */

const CORE_SOURCES = ["packages/core/src/**/*.ts", "packages/core/package.json"];
const SHARED_SOURCES = ["pnpm-lock.yaml", "tsconfig.json", "scripts/build.mjs"];

/** @type {Part[]} */
const PARTS = [
  {
    folder: "packages/core",
    output: "dist/index.js",
    sources: [...CORE_SOURCES, "packages/core/tsconfig.build.json"],
    commands: [[TSC, "-p", "tsconfig.build.json"]],
  },
  {
    folder: "packages/emulator",
    output: "dist/cli.js",
    sources: [
      ...CORE_SOURCES,
      "packages/emulator/{package.json,rolldown.config.ts,tsconfig.build.json}",
      "packages/emulator/src/**/*",
    ],
    commands: [
      [ROLLDOWN, "-c", "rolldown.config.ts"],
      [TSC, "-p", "tsconfig.build.json"],
    ],
  },
  {
    folder: "extension",
    output: ".output/chrome-mv3/manifest.json",
    sources: [
      ...CORE_SOURCES,
      "extension/{package.json,wxt.config.ts}",
      "extension/{controls,entrypoints,host,page,ui,worker}/**/*",
      "extension/*.ts",
    ],
    commands: [[WXT, "build"]],
  },
  {
    folder: "action",
    output: "dist/main.js",
    sources: [...CORE_SOURCES, "action/{package.json,rolldown.config.ts}", "action/src/**/*.ts"],
    commands: [[ROLLDOWN, "-c", "rolldown.config.ts"]],
  },
];

/** @param {Part} part */
function fingerprint(part) {
  const hash = createHash("sha256");
  for (const file of globSync([...SHARED_SOURCES, ...part.sources]).sort()) {
    if (file.includes(".test.") || !statSync(file).isFile()) continue;
    hash.update(file).update("\0").update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** @param {Part} part */
async function build(part) {
  const stamp = `node_modules/.forgehand-build-${part.folder.replace("/", "-")}`;
  const wanted = fingerprint(part);
  if (existsSync(`${part.folder}/${part.output}`) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted)
    return;
  process.stderr.write(`set-up: building ${part.folder}\n`);
  // What an older source left behind must not be packed.
  rmSync(`${part.folder}/${part.output.split("/")[0]}`, { recursive: true, force: true });
  for (const command of part.commands) {
    const output = await run(part.folder, command);
    if (output !== null) throw new Error(`building ${part.folder} failed\n${output}`);
  }
  writeFileSync(stamp, wanted);
}

/**
 * @param {string} folder
 * @param {string[]} command
 * @returns {Promise<string | null>} what it printed if it failed
 */
function run(folder, command) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (printed += text));
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 ? null : printed));
  });
}

const failures = (await Promise.allSettled(PARTS.map(build))).filter((result) => result.status === "rejected");
for (const { reason } of failures) process.stderr.write(`${reason instanceof Error ? reason.message : reason}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
