import type { RepositoryRef } from "../repository.ts";
import { parseShare, type Share } from "../settings/parse-values.ts";

/** The part of the targets that a run handles. */
export interface Shard {
  /** Returns true if the owner's own secrets, template and webhooks belong to the shard. */
  readonly hasOwner: (owner: string) => boolean;
  readonly hasRepository: (repository: RepositoryRef) => boolean;
  /** Returns true if repositories of the owner can belong to the shard. */
  readonly mayHaveRepositoriesOf: (owner: string) => boolean;
  /** False if the shard is that of one owner, so that other shards have the targets of other owners. */
  readonly hasAllOwners: boolean;
}

/** Creates a shard from an owner's name, or a part such as `2/16`; undefined: everything. */
export function shardOf(name: string | undefined): Shard {
  if (name === undefined) {
    const has = () => true;
    return { hasOwner: has, hasRepository: has, mayHaveRepositoriesOf: has, hasAllOwners: true };
  }
  const part = parseShare(name);
  if (part) {
    const hasOwner = (owner: string) => isInPart(part, owner);
    return {
      hasOwner,
      hasRepository: ({ owner, repo }) => isInPart(part, `${owner}/${repo}`),
      mayHaveRepositoriesOf: () => true,
      hasAllOwners: true,
    };
  }
  const isOwner = (owner: string) => owner.toLowerCase() === name.toLowerCase();
  return {
    hasOwner: isOwner,
    hasRepository: ({ owner }) => isOwner(owner),
    mayHaveRepositoriesOf: isOwner,
    hasAllOwners: false,
  };
}

/** Each name is assigned independently of all others, so adding or removing targets doesn't move other targets. */
function isInPart({ part, of }: Share, name: string): boolean {
  return hash(name.toLowerCase()) % of === part - 1;
}

/**
 * 32-bit FNV-1a with a final mix: the low bits alone depend mostly on the last characters, which would distribute
 * numbered names unevenly.
 */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return (sum ^ (sum >>> 16)) >>> 0;
}
