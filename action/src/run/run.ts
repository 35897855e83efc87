import type { Clock, PaceOptions } from "@forgehand/core";
import type { Connection } from "../connection.ts";
import type { Log } from "../log.ts";
import type { Change, Outcome } from "../plan.ts";
import type { Environment } from "../settings/inputs.ts";
import type { Mode } from "../settings/values.ts";
import type { Directory } from "../targets/directory.ts";

/** What everything in a run shares. */
export interface Run {
  readonly mode: Mode;
  readonly environment: Environment;
  /** Where the API is that it asks. */
  readonly apiUrl: string;
  readonly connection: Connection;
  /** Which repositories there are. */
  readonly directory: Directory;
  readonly clock: Clock;
  readonly log: Log;
  /** Which part of the targets is this run's; undefined: all of them. */
  readonly shard: string | undefined;
  /** Aborted when the run is to end: nothing new is begun from then on, and calls end soon after. */
  readonly stopping: AbortSignal;
  /** Does what must be done even when the run is to end: its calls still get through, if they don't take long. */
  readonly puttingAway: <T>(act: () => Promise<T>) => Promise<T>;
  /** How fast its calls may go, for estimates. */
  readonly pace?: PaceOptions | undefined;
  /** When the changes under way should be done, by the limits. */
  readonly eta?: Date | undefined;
  /** Hears how a change has ended, as far as is known by then: for a report where the run can't end as it should. */
  readonly told?: ((outcome: Outcome<Change>) => void) | undefined;
}
