import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Host } from "../host.ts";
import { Problem } from "../problem.ts";
import { readUnprotectedFile } from "../protected-files.ts";

/** Maximum size of a configuration file, in bytes. */
const MAX_FILE_SIZE = 1024 * 1024;

/** Text of a configuration file. */
export interface ConfigText {
  /** Its path: relative to the workspace if it is inside. */
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a file of the workspace as text.
 * @param createProblem creates a problem with the file's path
 * @throws Problem
 */
export function readConfigText(
  path: string,
  { environment, workspace }: Pick<Host, "environment" | "workspace">,
  createProblem: (problem: string) => Problem,
): ConfigText {
  const absolutePath = resolve(workspace, path);
  const problem = (reason: string) =>
    createProblem(`must be the path of a configuration file, got ${JSON.stringify(path)}, ${reason}`);
  const relativePath = relative(workspace, absolutePath);
  const name =
    relativePath.startsWith("..") || isAbsolute(relativePath) ? absolutePath : relativePath.split(sep).join("/");
  try {
    const reading = readUnprotectedFile(absolutePath, environment, MAX_FILE_SIZE);
    if ("problem" in reading) throw problem(`which ${reading.problem}.`);
    if ("tooLarge" in reading) throw problem("which is larger than 1 MB.");
    return { name, text: new TextDecoder("utf-8", { fatal: true }).decode(reading.bytes) };
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof TypeError) throw problem("which is not UTF-8 text.");
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EISDIR") throw problem("which is a folder, not a file. For example: config: forgehand.yml");
    if (code !== "ENOENT" && code !== "ENOTDIR") throw problem(`which can't be read (${String(code)}).`);
    throw problem(
      `which does not exist (${absolutePath}). In a workflow, check out the repository first (actions/checkout).`,
    );
  }
}
