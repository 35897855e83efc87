import type { Watch } from "../messages/states.ts";
import type { Reason } from "./reason.ts";

/** By which way a repository was found. */
export type FoundIn = "starred" | "watched" | "repositories" | "organizations";

/** A repository as one account sees it. */
export interface Entry {
  /** The account's id. */
  readonly account: string;
  /** The service's own id of the repository, which stays when it is renamed or transferred. */
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  /** `owner/name` in lower case. */
  readonly key: string;
  /** `owner/name` as it was when this account last knew it by another. */
  readonly formerly: string | null;
  readonly description: string | null;
  readonly language: string | null;
  readonly stars: number;
  readonly archived: boolean;
  readonly fork: boolean;
  readonly private: boolean;
  /** ISO 8601. */
  readonly pushedAt: string | null;
  /** ISO 8601; null: not starred, or not known. */
  readonly starredAt: string | null;
  /** Null: not known, for the reason in `whyStar`. */
  readonly starred: boolean | null;
  readonly whyStar: Reason | null;
  /** Null: not known, for the reason in `whyWatch`. */
  readonly watch: Watch | null;
  readonly whyWatch: Reason | null;
  /** The lists that it was in when it was last found in any. */
  readonly found: readonly FoundIn[];
  /** The gathering, by its start, in which each list had it last. */
  readonly seen: Readonly<Partial<Record<FoundIn, number>>>;
  /** When the star was last looked at; milliseconds since 1970. */
  readonly starCheckedAt: number | null;
  /** When the subscription was last looked at. */
  readonly watchCheckedAt: number | null;
  /** Why the repository itself can't be had any more: deleted, now private, blocked. Null: it can. */
  readonly missing: Reason | null;
  /** Grows with every change to any entry: who remembers the last one reads only what is newer. */
  readonly revision: number;
}
