import type { RequestTarget } from "../http/request-target.ts";

/** Services of git that read from and write to a repository. */
export type GitService = "git-upload-pack" | "git-receive-pack";

/** A path of git's HTTP protocol below a repository. */
export interface GitTarget {
  readonly owner: string;
  /** Name of the repository without `.git`. */
  readonly name: string;
  /** The path below the repository. */
  readonly action: string;
  /** The query with its question mark; empty without one. */
  readonly search: string;
}

// Clients that read files directly (dumb HTTP) use the name with `.git`.
const PATH =
  /^\/([^/]+)\/(?:([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack|git-upload-archive|info\/lfs\/.+)|([^/]+)\.git\/(HEAD|objects\/.+))$/;

/** Returns git's target in a request; undefined if it is not git's. */
export function parseGitTarget({ path, search }: RequestTarget): GitTarget | undefined {
  const [, owner, smartName, smartAction, dumbName, dumbAction] = PATH.exec(path) ?? [];
  const name = smartName ?? dumbName;
  const action = smartAction ?? dumbAction;
  if (owner === undefined || name === undefined || action === undefined) return undefined;
  try {
    return { owner: decodeURIComponent(owner), name: decodeURIComponent(name), action, search };
  } catch {
    return undefined;
  }
}
