// Builds what runs as a bundle: the packages, the extension for each browser, the action. A part whose sources are unchanged is
// left alone. `node scripts/build.mjs [folder ...]` builds those parts alone.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
 * @property {string} made the folder in it that holds nothing but what is built
 * @property {string[]} outputs files in that one which are there once the part is built
 * @property {string[]} uses folders of other parts that it is made from as well
 * @property {string[][]} commands what makes it, in order
 */

/** @type {Part[]} */
const PARTS = [
  {
    folder: "packages/core",
    made: "dist",
    outputs: ["index.js"],
    uses: [],
    commands: [[TSC, "-p", "tsconfig.build.json"]],
  },
  {
    folder: "packages/emulator",
    made: "dist",
    outputs: ["cli.js"],
    uses: ["packages/core"],
    commands: [
      [ROLLDOWN, "-c", "rolldown.config.ts"],
      [TSC, "-p", "tsconfig.build.json"],
    ],
  },
  {
    folder: "extension",
    made: ".output",
    outputs: ["chrome-mv3/manifest.json", "firefox-mv3/manifest.json"],
    uses: ["packages/core"],
    commands: [
      [WXT, "build"],
      [WXT, "build", "--browser", "firefox", "--mv3"],
    ],
  },
  {
    folder: "action",
    made: "dist",
    outputs: ["main.js"],
    uses: ["packages/core"],
    commands: [[ROLLDOWN, "-c", "rolldown.config.ts"]],
  },
];

/** What every part is made with. */
const SHARED = ["pnpm-lock.yaml", "tsconfig.json", "scripts/build.mjs"];

/** What writes down whose code is in a bundle. */
const NOTICES = "scripts/notices";

/** What lies in a part's folder that it is not made from: what others bring, what building makes, what stores read. */
const LEFT_OUT = new Set(["node_modules", "dist", ".output", ".wxt", "store"]);
/** Further inside: test runs keep notes there. */
const LEFT_OUT_INSIDE = new Set(["node_modules"]);

/**
 * All that a part may be made from: rather too much than a list that somebody forgets to add to.
 * @param {string} folder
 * @param {ReadonlySet<string>} leftOut
 * @returns {string[]}
 */
function sourcesIn(folder, leftOut = LEFT_OUT) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (leftOut.has(entry.name) || entry.name.includes(".test.")) return [];
    return entry.isDirectory() ? sourcesIn(path, LEFT_OUT_INSIDE) : [path];
  });
}

/** @param {Part} part */
function fingerprint(part) {
  const hash = createHash("sha256");
  for (const file of [
    ...SHARED,
    ...[part.folder, ...part.uses, NOTICES].flatMap((folder) => sourcesIn(folder)),
  ].sort()) {
    hash.update(file).update("\0").update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** @param {Part} part */
async function build(part) {
  const stamp = `node_modules/.forgehand-build-${part.folder.replace("/", "-")}`;
  const wanted = fingerprint(part);
  const made = `${part.folder}/${part.made}`;
  const isThere = part.outputs.every((output) => existsSync(`${made}/${output}`));
  if (isThere && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  process.stderr.write(`set-up: building ${part.folder}\n`);
  // What an older source left behind must not be packed, nor half of a build be taken for all of it.
  rmSync(stamp, { force: true });
  rmSync(made, { recursive: true, force: true });
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
    // Whatever this one was started from, tests for one: what is built is what people get.
    const env = { ...process.env, NODE_ENV: "production" };
    const child = spawn(process.execPath, command, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (printed += text));
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 ? null : printed));
  });
}

const asked = process.argv.slice(2);
const unknown = asked.filter((folder) => !PARTS.some((part) => part.folder === folder));
const wanted = PARTS.filter(({ folder }) => asked.length === 0 || asked.includes(folder));
const failures = (await Promise.allSettled(wanted.map(build))).filter((result) => result.status === "rejected");
for (const folder of unknown) process.stderr.write(`${folder} is no part that is built\n`);
for (const { reason } of failures) process.stderr.write(`${reason instanceof Error ? reason.message : reason}\n`);
process.exitCode = failures.length + unknown.length === 0 ? 0 : 1;
