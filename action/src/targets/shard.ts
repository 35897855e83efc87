import { readShare, type Share } from "../settings/forms.ts";
import type { Repository } from "./repository.ts";

/** Which part of the targets is a run's. */
export interface Shard {
  /** Is what an owner has beside its repositories part of it? */
  readonly hasOwner: (owner: string) => boolean;
  readonly hasRepository: (repository: Repository) => boolean;
  /** May any of an owner's repositories be part of it? */
  readonly reaches: (owner: string) => boolean;
}

/** A shard is an owner, or a part such as `2/16`; undefined: everything. */
export function shardOf(name: string | undefined): Shard {
  if (name === undefined) return { hasOwner: () => true, hasRepository: () => true, reaches: () => true };
  const part = readShare(name);
  if (part) {
    const hasOwner = (owner: string) => isInPart(part, owner);
    return { hasOwner, hasRepository: ({ owner, repo }) => isInPart(part, `${owner}/${repo}`), reaches: () => true };
  }
  const isWanted = (owner: string) => owner.toLowerCase() === name.toLowerCase();
  return { hasOwner: isWanted, hasRepository: ({ owner }) => isWanted(owner), reaches: isWanted };
}

/** What comes and goes moves nothing else: a name is in the same part whatever there is beside it. */
function isInPart({ part, of }: Share, name: string): boolean {
  return hash(name.toLowerCase()) % of === part - 1;
}

/** FNV-1a of 32 bits, mixed: its last bits alone follow the last letters, and names that are counted up fall into few parts. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return (sum ^ (sum >>> 16)) >>> 0;
}
