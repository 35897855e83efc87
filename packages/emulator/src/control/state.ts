import type { DialectName } from "@forgehand/core/dialects";
import { clockTime } from "../clock.ts";
import type { Control } from "../public.ts";
import { startFrom } from "../seed/start.ts";
import { openDatabase } from "../state/database.ts";
import { markPlanted } from "../state/open.ts";
import { SCHEMA, SCHEMA_VERSION } from "../state/schema.ts";
import { checkSnapshot, putTables, takeTables } from "../state/snapshot.ts";
import { catchUp } from "../ticker.ts";
import type { World } from "../world.ts";

/** What a service starts with. */
export interface Start {
  readonly seed: string | object;
  readonly dialect: DialectName;
}

/** The state as a whole: added to, begun anew, taken and put back. */
export function createStateControl(
  world: World,
  start: Start,
): Pick<Control, "seed" | "reset" | "snapshot" | "restore"> {
  const { db, dialect, clock, deliveries } = world;

  return {
    async seed(seed) {
      // What goes on by itself is told before whatever is planted finds it done.
      catchUp(world);
      return startFrom(seed, db, dialect, clock.now());
    },

    async reset(seed = start.seed) {
      // What can't be planted leaves everything as it was.
      const fresh = openDatabase(SCHEMA);
      try {
        const real = new Date(clock.now().getTime() - clock.ahead);
        const tokens = await startFrom(seed, fresh, dialect, real);
        markPlanted(fresh, start.dialect);
        putTables(db, takeTables(fresh));
        clock.setAhead(0);
        world.limits?.clear();
        world.faults.clear();
        world.calls.clear();
        await deliveries.restart();
        return tokens;
      } finally {
        fresh.close();
      }
    },

    snapshot() {
      db.settle();
      const now = clock.now().toISOString();
      return { version: SCHEMA_VERSION, dialect: start.dialect, now, tables: takeTables(db) };
    },

    async restore(snapshot) {
      checkSnapshot(snapshot, start.dialect);
      const then = clockTime(new Date(snapshot.now));
      putTables(db, snapshot.tables);
      markPlanted(db, start.dialect);
      clock.set(then);
      await deliveries.restart();
    },
  };
}
