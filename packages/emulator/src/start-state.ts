import { DIALECTS } from "@forgehand/core/dialects";
import type { ServiceClock } from "./clock.ts";
import type { Start } from "./control/state.ts";
import { startFrom } from "./seed/start.ts";
import { clockAhead, setClockAhead } from "./state/clock.ts";
import type { Database } from "./state/database.ts";
import { markPlanted, openState } from "./state/open.ts";
import { namedTokens } from "./state/tokens.ts";

/** The state that a service starts with, and its tokens by name. */
export interface StartState {
  readonly db: Database;
  readonly tokens: Readonly<Record<string, string>>;
}

/**
 * The state that a file keeps, or else a new one with its seed. The clock is as far ahead as it was.
 * @param path the file; undefined: in memory
 * @throws Error in one line on a seed or a file that can't be used
 */
export async function startState(path: string | undefined, start: Start, clock: ServiceClock): Promise<StartState> {
  const { db, isPlanted } = openState(path, start.dialect);
  try {
    if (isPlanted) clock.setAhead(clockAhead(db));
    const tokens = isPlanted ? tokensOf(db) : await startFrom(start.seed, db, DIALECTS[start.dialect], clock.now());
    if (!isPlanted) markPlanted(db, start.dialect);
    clock.onChange(() => setClockAhead(db, clock.ahead));
    return { db, tokens };
  } catch (error) {
    db.close();
    throw error;
  }
}

const tokensOf = (db: Database) => Object.fromEntries(namedTokens(db).map(({ name, token }) => [name, token]));
