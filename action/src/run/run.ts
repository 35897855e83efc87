import type { Clock } from "@forgehand/core";
import type { Connection } from "../connection.ts";
import type { Log } from "../log.ts";
import type { Environment } from "../settings/inputs.ts";
import type { Mode } from "../settings/settings.ts";
import type { Directory } from "../targets/directory.ts";

/** What everything in a run shares. */
export interface Run {
  readonly mode: Mode;
  readonly environment: Environment;
  readonly connection: Connection;
  /** Which repositories there are. */
  readonly directory: Directory;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the run is to end: nothing new is begun from then on. What must be put away may still be. */
  readonly stopping: AbortSignal;
}
