import { join } from "node:path";
import { parseJson } from "./read-json.ts";
import { ReleaseError } from "./release-error.ts";
import type { ReleaseManifest } from "./release-manifest.ts";
import { runProgram, tryProgram } from "./run-program.ts";

/** Returns the integrity of a published version, or undefined if it is not published. */
export function publishedIntegrity(folder: string, name: string, version: string): string | undefined {
  const viewArgs = [`${name}@${version}`, "dist.integrity", "--json"];
  const { status, output, errorOutput } = tryProgram({ folder }, "npm", "view", ...viewArgs);
  // If the package has other versions, npm succeeds and prints nothing.
  if (status === 0) return output.trim() === "" ? undefined : parseJson(output, "");
  if (errorCodeOf(output) === "E404") return undefined;
  throw new Error(`npm view ${viewArgs.join(" ")} failed: ${errorOutput.trim()}`);
}

/** Returns the code of an error that npm prints as JSON, or undefined. */
function errorCodeOf(output: string): string | undefined {
  try {
    return parseJson(output, { error: { code: "" } }).error.code;
  } catch {
    return undefined;
  }
}

/**
 * Publishes the packages that are not published yet.
 * @throws ReleaseError if one is published with different contents
 */
export function publishPackages(manifest: ReleaseManifest, folder: string, log: (line: string) => void): void {
  for (const { name, file, integrity } of manifest.packages) {
    const published = publishedIntegrity(folder, name, manifest.version);
    if (published === undefined) {
      runProgram({ folder }, "npm", "publish", join(folder, file), "--access", "public", "--ignore-scripts");
      log(`published ${name} ${manifest.version}`);
    } else if (published === integrity) {
      log(`${name} ${manifest.version} is already published`);
    } else {
      throw new ReleaseError(
        `${name} ${manifest.version} is already published with different contents. Finish the run that published it, or release a new version.`,
      );
    }
  }
}
