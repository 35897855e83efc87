import { createHash } from "node:crypto";

/** Returns a placeholder commit id for a branch without commits. It is always the same for the same branch. */
export function placeholderSha(repositoryId: number, branch: string | null): string {
  return createHash("sha1").update(`${repositoryId} ${branch}`).digest("hex");
}
