import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prefixFiles, readFiles } from "../package/read-files.ts";
import { parseJson } from "./read-json.ts";
import { ReleaseError } from "./release-error.ts";
import { describeFile, type ReleaseFile } from "./release-manifest.ts";
import { tryProgram } from "./run-program.ts";

/** Folder of the action in a built release. */
export const ACTION_FOLDER = "action";

/** Files of the action that are neither built nor its manifest. */
const COPIED = ["action.yml", "forgehand.schema.json"];

/**
 * Writes the action as a folder that a workflow can use by its path: what the runner needs, and the licenses.
 * @returns its files
 */
export function writeActionFolder(clone: string, out: string): readonly ReleaseFile[] {
  const source = join(clone, "action");
  const folder = join(out, ACTION_FOLDER);
  mkdirSync(folder, { recursive: true });
  for (const file of COPIED) copyFileSync(join(source, file), join(folder, file));
  copyFileSync(join(clone, "LICENSE"), join(folder, "LICENSE"));
  cpSync(join(source, "dist"), join(folder, "dist"), { recursive: true });
  const manifest = readFileSync(join(source, "package.json"), "utf8");
  const { name, version, license, type } = parseJson(manifest, { name: "", version: "", license: "", type: "" });
  // Everything is bundled, so it has no dependencies. Node reads the type of the bundle's modules here.
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify({ name, version, private: true, license, type }, null, 2)}\n`,
  );
  return prefixFiles(ACTION_FOLDER, readFiles(folder)).map(({ name: file, content }) => describeFile(file, content));
}

/** Inputs of a step that fails when it calls an address at which nothing listens, so that it loads all its modules. */
const UNREACHABLE = {
  INPUT_TASK: "redeliver",
  INPUT_REPOSITORIES: "acme/widgets",
  INPUT_TOKEN: "none",
  "INPUT_API-URL": "http://127.0.0.1:9",
};

/** @throws ReleaseError if the action, alone in its folder, does not get as far as its first call */
export function checkActionRuns(out: string): void {
  const main = join(out, ACTION_FOLDER, "dist/main.js");
  const { output, errorOutput } = tryProgram({ folder: out, environment: UNREACHABLE }, process.execPath, main);
  if (/^::error::GET http:\/\/127\.0\.0\.1:9\/.*ECONNREFUSED/m.test(output)) return;
  const reason = /^\w*Error\b.*$/m.exec(errorOutput)?.[0] ?? `${output}${errorOutput}`.trim();
  throw new ReleaseError(`The action must run without the packages of this repository, but failed: ${reason}`);
}
