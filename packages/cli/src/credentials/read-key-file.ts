import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Problem } from "@forgehand/tasks/problem";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EACCES: "can't be read without permission",
  EISDIR: "is a folder",
};

/**
 * Reads a private key from a file.
 * @param subject the flag or variable that names the file
 * @throws Problem
 */
export function readKeyFile(path: string, subject: string, folder: string): string {
  try {
    return readFileSync(resolve(folder, path), "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    const reason = REASONS[code] ?? `can't be read (${code})`;
    throw new Problem(
      `${subject} must be the path of a file with a private key, got ${JSON.stringify(path)}, which ${reason}.`,
    );
  }
}
