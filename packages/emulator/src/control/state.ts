import type { DialectName } from "@forgehand/core/dialects";
import { checkClockTime } from "../clock.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Control } from "../public.ts";
import { loadSeed } from "../seed/load-seed.ts";
import { openDatabase } from "../state/database.ts";
import { markSeeded } from "../state/open.ts";
import { SCHEMA, SCHEMA_VERSION } from "../state/schema.ts";
import { checkSnapshot, dumpTables, restoreTables } from "../state/snapshot.ts";
import { catchUp } from "../ticker.ts";

/** The seed and dialect that an emulator is started with. */
export interface InitialSeed {
  readonly seed: string | object;
  readonly dialect: DialectName;
}

/** Creates the controls of the complete state: seed, reset, snapshot and restore. */
export function createStateControl(
  context: EmulatorContext,
  initialSeed: InitialSeed,
): Pick<Control, "seed" | "reset" | "snapshot" | "restore"> {
  const { db, dialect, clock, deliveries, hookHosts, tokenValue } = context;

  return {
    async seed(seed) {
      // Webhooks for timed changes must be sent before the seed changes the state.
      catchUp(context);
      const { tokens, hookUrls } = await loadSeed(seed, db, dialect, clock.now(), tokenValue);
      hookUrls.forEach(hookHosts.allowUrl);
      return tokens;
    },

    async reset(seed = initialSeed.seed) {
      // Seeds a separate database first, so that an invalid seed leaves the state unchanged.
      const newDatabase = openDatabase(SCHEMA);
      try {
        const systemTime = new Date(clock.now().getTime() - clock.offset);
        const { tokens, hookUrls } = await loadSeed(seed, newDatabase, dialect, systemTime, tokenValue);
        markSeeded(newDatabase, initialSeed.dialect);
        restoreTables(db, dumpTables(newDatabase));
        hookUrls.forEach(hookHosts.allowUrl);
        clock.setOffset(0);
        context.limits.clear();
        context.faults.clear();
        context.calls.clear();
        await deliveries.restart();
        return tokens;
      } finally {
        newDatabase.close();
      }
    },

    snapshot() {
      db.flushDeferred();
      const now = clock.now().toISOString();
      return { version: SCHEMA_VERSION, dialect: initialSeed.dialect, now, tables: dumpTables(db) };
    },

    async restore(snapshot) {
      checkSnapshot(snapshot, initialSeed.dialect);
      const snapshotTime = checkClockTime(new Date(snapshot.now));
      restoreTables(db, snapshot.tables);
      markSeeded(db, initialSeed.dialect);
      clock.set(snapshotTime);
      await deliveries.restart();
    },
  };
}
