import { readCommit } from "../git/commit.ts";
import { textOf } from "../git/compare.ts";
import { segmentsOf } from "../git/path.ts";
import { pullRequestChangesOf, tipsOf } from "../git/pull-request-changes.ts";
import { findEntry } from "../git/tree.ts";
import type { Database } from "../state/database.ts";
import type { GitStore } from "../state/git-store.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { findCollaboratingTeam, findCollaborator, type RequestedReviewer } from "../state/review-requests.ts";
import { matchesPattern } from "./name-pattern.ts";

/** The places of the file with code owners; the first one that exists is used. */
const PLACES = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

/**
 * Returns the code owners of the files that a pull request changes, one list for each set of owners. Owners without
 * access are left out; a list without owners has no effect.
 */
export function codeOwnersOf(db: Database, repository: Repository, pull: PullRequest): RequestedReviewer[][] {
  const { base } = tipsOf(db, pull);
  const files = pullRequestChangesOf(db, pull)?.files ?? [];
  if (base === undefined || files.length === 0) return [];
  const rules = readOwnershipRules({ db, repositoryId: repository.id }, base);
  const lists = new Set(files.map(({ path }) => rules.findLast(({ owns }) => owns(path))?.owners ?? []));
  return [...lists]
    .map((owners) => owners.flatMap((owner) => findOwner(db, repository, owner) ?? []))
    .filter((owners) => owners.length > 0);
}

/** Finds an owner such as `@alice` or `@acme/makers`. */
function findOwner(db: Database, repository: Repository, owner: string): RequestedReviewer | undefined {
  const [, name = "", slug] = /^@([^/]+)(?:\/(.+))?$/.exec(owner) ?? [];
  return slug === undefined ? findCollaborator(db, repository, name) : findCollaboratingTeam(db, repository, slug);
}

interface OwnershipRule {
  readonly owns: (path: string) => boolean;
  readonly owners: readonly string[];
}

function readOwnershipRules(store: GitStore, commit: string): OwnershipRule[] {
  const { tree } = readCommit(store, commit);
  const entry = PLACES.map((place) => findEntry(store, tree, segmentsOf(place))).find((found) => found !== undefined);
  if (!entry) return [];
  const lines = Buffer.from(textOf(store, entry)).toString().split("\n");
  return lines.flatMap((line) => {
    const [pattern, ...owners] = line
      .replace(/(^|\s)#.*/, "")
      .trim()
      .split(/\s+/);
    return pattern ? [{ owners, owns: createOwnerTest(pattern) }] : [];
  });
}

/** Patterns are like those of `.gitignore`: a folder's pattern matches its contents, and a name matches everywhere. */
function createOwnerTest(pattern: string): (path: string) => boolean {
  const isAnchored = pattern.slice(0, -1).includes("/");
  const name = pattern.replace(/^\//, "").replace(/\/$/, "");
  const prefix = isAnchored ? "" : "**/";
  const patterns = [
    ...(pattern.endsWith("/") ? [] : [`${prefix}${name}`]),
    // `docs/*` doesn't match files in folders of `docs`.
    ...(isAnchored && name.endsWith("/*") ? [] : [`${prefix}${name}/**/*`]),
  ];
  return (path) => patterns.some((candidate) => matchesPattern(candidate, path));
}
