import type { WatchState } from "../model/control-states.ts";
import type { Reason } from "./reason.ts";

/** Source through which a repository was found. */
export type EntrySource = "starred" | "watched" | "repositories" | "organizations";

/** A repository as seen by one account. */
export interface Entry {
  readonly account: string;
  /** The service's repository ID, which survives renames and transfers. */
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  /** `owner/name` in lower case. */
  readonly key: string;
  /** Previous `owner/name` known to this account, if it was renamed or transferred. */
  readonly previousName: string | null;
  readonly description: string | null;
  readonly language: string | null;
  readonly stars: number;
  readonly archived: boolean;
  readonly fork: boolean;
  readonly private: boolean;
  /** ISO 8601. */
  readonly pushedAt: string | null;
  /** ISO 8601; null if not starred or unknown. */
  readonly starredAt: string | null;
  /** Null if unknown; `starReason` says why. */
  readonly starred: boolean | null;
  readonly starReason: Reason | null;
  /** Null if unknown; `watchReason` says why. */
  readonly watch: WatchState | null;
  readonly watchReason: Reason | null;
  /** Sources that contained the repository when it was last found. */
  readonly foundIn: readonly EntrySource[];
  /** Start time of the last gathering in which each source contained the repository. */
  readonly lastSeenIn: Readonly<Partial<Record<EntrySource, number>>>;
  /** Time of the last star check, in milliseconds since 1970. */
  readonly starCheckedAt: number | null;
  /** Time of the last subscription check, in milliseconds since 1970. */
  readonly watchCheckedAt: number | null;
  /** Reason why the repository is no longer accessible (deleted, private or blocked); null if it is accessible. */
  readonly missing: Reason | null;
  /** Increases with every change to any entry, so that readers can fetch only newer entries. */
  readonly revision: number;
}
