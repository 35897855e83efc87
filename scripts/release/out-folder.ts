import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ReleaseError } from "./release-error.ts";

/** @throws ReleaseError if a folder for new files has contents, which could be mixed up with them */
export function checkIsNew(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory())
    throw new ReleaseError(`--out must be a folder, got the file ${folder}. Choose another name.`);
  const count = readdirSync(folder).length;
  if (count === 0) return;
  throw new ReleaseError(
    `--out must be a new or empty folder, got ${folder} with ${count} ${count === 1 ? "entry" : "entries"}. Remove it, or choose another.`,
  );
}

/** Copies a complete build to its place, so that an interrupted build leaves nothing there. */
export function moveBuild(built: string, folder: string): void {
  cpSync(built, folder, { recursive: true });
}

/**
 * Reads a file that an earlier step has written.
 * @param step the step that writes it
 * @throws ReleaseError if it is missing
 */
export function readStepOutput(folder: string, file: string, step: string): string {
  const path = join(folder, file);
  if (existsSync(path)) return readFileSync(path, "utf8");
  throw new ReleaseError(
    `--out must be a folder that the step ${step} has written, got ${folder} without ${file}. Run ${step} first.`,
  );
}
