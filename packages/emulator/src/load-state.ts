import { DIALECTS } from "@forgehand/core/dialects";
import type { ServiceClock } from "./clock.ts";
import type { InitialSeed } from "./control/state.ts";
import type { AppliedSeed } from "./seed/apply-seed.ts";
import { loadSeed } from "./seed/load-seed.ts";
import { createTokenValue } from "./seed/token-values.ts";
import { clockAhead, setClockAhead } from "./state/clock.ts";
import type { Database } from "./state/database.ts";
import { markSeeded, openState } from "./state/open.ts";
import { namedTokens, type TokenValue } from "./state/tokens.ts";

/** The initial state, with what its seed declares. */
export interface LoadedState extends AppliedSeed {
  readonly db: Database;
  readonly tokenValue: TokenValue;
}

/**
 * Opens the stored state, or creates a new one from the seed. Restores the clock's offset.
 * @param path the file; undefined: in memory
 * @param hasFixedTokens whether new tokens have the same values at each start
 * @throws Error with a one-line message if the seed or the file can't be used
 */
export async function loadState(
  path: string | undefined,
  initialSeed: InitialSeed,
  clock: ServiceClock,
  hasFixedTokens = false,
): Promise<LoadedState> {
  const { db, isSeeded } = openState(path, initialSeed.dialect);
  try {
    if (isSeeded) clock.setOffset(clockAhead(db));
    const stored = tokensOf(db);
    const tokenValue = createTokenValue(hasFixedTokens, stored);
    const seeded = isSeeded
      ? { tokens: stored, hookUrls: [] }
      : await loadSeed(initialSeed.seed, db, DIALECTS[initialSeed.dialect], clock.now(), tokenValue);
    if (!isSeeded) markSeeded(db, initialSeed.dialect);
    clock.onChange(() => setClockAhead(db, clock.offset));
    return { ...seeded, db, tokenValue };
  } catch (error) {
    db.close();
    throw error;
  }
}

const tokensOf = (db: Database) => Object.fromEntries(namedTokens(db).map(({ name, token }) => [name, token]));
