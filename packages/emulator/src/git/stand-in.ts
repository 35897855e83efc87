import { createHash } from "node:crypto";

/** What stands for the commit of a branch that holds none: the same for the same branch everywhere. */
export function standInFor(repositoryId: number, branch: string | null): string {
  return createHash("sha1").update(`${repositoryId} ${branch}`).digest("hex");
}
