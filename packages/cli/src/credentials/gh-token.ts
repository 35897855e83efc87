import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Problem } from "@forgehand/tasks/problem";
import { webHost } from "./api-url.ts";

/**
 * Returns the token that the GitHub CLI has stored for an API's host.
 * @throws Problem
 */
export async function ghToken(apiUrl: string): Promise<string> {
  const host = webHost(apiUrl);
  try {
    const { stdout } = await promisify(execFile)("gh", ["auth", "token", "--hostname", host], { timeout: 10_000 });
    const token = stdout.trim();
    if (token !== "") return token;
  } catch (error) {
    // Its messages are not quoted, because they could contain a token.
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing) throw new Problem("--gh must find the GitHub CLI, got no command gh. Install it, or set GH_TOKEN.");
  }
  throw new Problem(
    `--gh must find a token for ${host}, got none. Run gh auth login --hostname ${host}, or set GH_TOKEN.`,
  );
}
