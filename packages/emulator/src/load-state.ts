import { DIALECTS } from "@forgehand/core/dialects";
import type { ServiceClock } from "./clock.ts";
import type { InitialSeed } from "./control/state.ts";
import { loadSeed } from "./seed/load-seed.ts";
import { clockAhead, setClockAhead } from "./state/clock.ts";
import type { Database } from "./state/database.ts";
import { markSeeded, openState } from "./state/open.ts";
import { namedTokens } from "./state/tokens.ts";

/** The initial state, and its tokens by name. */
export interface LoadedState {
  readonly db: Database;
  readonly tokens: Readonly<Record<string, string>>;
}

/**
 * Opens the stored state, or creates a new one from the seed. Restores the clock's offset.
 * @param path the file; undefined: in memory
 * @throws Error with a one-line message if the seed or the file can't be used
 */
export async function loadState(
  path: string | undefined,
  initialSeed: InitialSeed,
  clock: ServiceClock,
): Promise<LoadedState> {
  const { db, isSeeded } = openState(path, initialSeed.dialect);
  try {
    if (isSeeded) clock.setOffset(clockAhead(db));
    const tokens = isSeeded
      ? tokensOf(db)
      : await loadSeed(initialSeed.seed, db, DIALECTS[initialSeed.dialect], clock.now());
    if (!isSeeded) markSeeded(db, initialSeed.dialect);
    clock.onChange(() => setClockAhead(db, clock.offset));
    return { db, tokens };
  } catch (error) {
    db.close();
    throw error;
  }
}

const tokensOf = (db: Database) => Object.fromEntries(namedTokens(db).map(({ name, token }) => [name, token]));
