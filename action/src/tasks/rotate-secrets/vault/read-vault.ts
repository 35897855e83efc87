import { isAuthenticationError } from "@forgehand/core";
import type { Failure } from "../../../plan.ts";
import { Problem, problemOf } from "../../../problem.ts";
import type { Run } from "../../../run/run.ts";
import type { Entry } from "../entry.ts";
import { wantedReaders } from "../readers/read-wanted.ts";
import { isVisibility, type Readers, type WantedReaders } from "../readers/readers.ts";
import { type Store, type Stored, storeOf } from "./store.ts";
import { isNamed, nameOfSecret, ownerOf, type Vault } from "./vault.ts";

/** Entries that name secrets of one vault. */
export interface Asked {
  readonly vault: Vault;
  readonly entries: Entry[];
}

/** A secret that an entry names, as it stands. */
export interface Found {
  readonly entry: Entry;
  readonly vault: Vault;
  readonly stored: Stored | undefined;
  /** How many secrets of its kind there are beside it; undefined where it doesn't matter. */
  readonly count: number | undefined;
  /** Who may read an organization's. */
  readonly readers: Readers | undefined;
  readonly wanted: WantedReaders | undefined;
  /** When that was read, by the run's clock. */
  readonly readAt: number;
}

/** Reads the secrets of one vault that entries name. @throws ForgeError where the vault can't be read at all */
export async function readVault(run: Run, { vault, entries }: Asked) {
  const store = storeOf(await run.connection.forOwner(ownerOf(vault)), vault);
  const readAt = run.clock.now();
  const { storedOf, count } = await readStored(store, entries);
  const found: Found[] = [];
  const unreadable: Failure[] = [];
  for (const entry of entries) {
    const stored = storedOf(entry.secret);
    try {
      const readers = stored && (await readersOf(store, vault, stored));
      const wanted = vault.level === "organization" ? await wantedReaders(run, entry, vault.org) : undefined;
      found.push({ entry, vault, stored, count, readers, wanted, readAt });
    } catch (error) {
      if (isAuthenticationError(error)) throw error;
      unreadable.push({ target: nameOfSecret(vault, entry.secret), problem: problemOf(error) });
    }
  }
  return { found, unreadable };
}

/** Reads what there is with the fewest calls: one secret alone is asked for, several are listed. */
async function readStored({ list, get, count }: Store, entries: readonly Entry[]) {
  const [entry, ...others] = entries;
  if (get && entry && others.length === 0) {
    const stored = await get(entry.secret);
    // Where there is none, there may be no such organization either: this call tells, by failing.
    return { storedOf: () => stored, count: stored ? undefined : (await count()).count };
  }
  const secrets = await list();
  return { storedOf: (name: string) => secrets.find(isNamed(name)), count: secrets.length };
}

/** @throws Problem on a visibility that a PUT can't say again: the secret is left alone */
export async function readersOf(
  store: Store,
  vault: Vault,
  { name, visibility }: Stored,
): Promise<Readers | undefined> {
  if (vault.level !== "organization") return undefined;
  if (visibility === undefined || !isVisibility(visibility)) {
    throw new Problem(
      `${vault.org}'s secret ${name} has the visibility ${JSON.stringify(visibility)}, which could not be kept. It was left alone.`,
    );
  }
  return { visibility, repositories: visibility === "selected" ? await store.readers(name) : [] };
}
