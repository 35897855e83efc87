import type { Clock, PaceOptions } from "@forgehand/core";
import type { DialectName } from "@forgehand/core/dialects";
import type { Work } from "../cancellation/work.ts";
import type { Connection } from "../connection.ts";
import type { Host } from "../host.ts";
import type { Log } from "../log.ts";
import type { Change, Outcome } from "../plan.ts";
import type { RedisConnection } from "../redis/redis-connection.ts";
import type { Mode } from "../settings/values.ts";
import type { RepositoryDirectory } from "../targets/directory.ts";

/** State and services shared by everything in a run. */
export interface RunContext extends Omit<Host, "defaultApiUrl"> {
  readonly mode: Mode;
  readonly dialect: DialectName;
  /** Base URL of the API. */
  readonly apiUrl: string;
  /** Credentials can be sent without encryption. */
  readonly allowHttp: boolean;
  readonly connection: Connection;
  /** Finds repositories and reads facts about them. */
  readonly directory: RepositoryDirectory;
  /** Server that processes share quotas and locks through; undefined if none is set. */
  readonly redis?: RedisConnection | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** The shard of targets that this run handles, for example `2/16`; undefined: all targets. */
  readonly shard: string | undefined;
  /** Aborted when the run is cancelled: nothing new is started, and calls in flight end shortly after. */
  readonly stopping: AbortSignal;
  /** Lets work complete even if the run is cancelled: its calls are still sent, within a time limit. */
  readonly protect: (work: Work) => Work;
  /** Pace of the calls, for estimates. */
  readonly pace?: PaceOptions | undefined;
  /** Estimated completion of the current changes, according to the rate limits and by the clock's monotonic time. */
  readonly eta?: number | undefined;
  /** Called with each outcome as it becomes known, so that a report can be written even if the run is killed. */
  readonly onOutcome?: ((outcome: Outcome<Change>) => void) | undefined;
}
