import type { Watch } from "../messages/states.ts";

// What the worker writes down and the lists page reads: entries, how gathering them goes, jobs. All of it is plain data.

/** Why something isn't known, wasn't done, or waits. `lists/reason-words.ts` makes a sentence of it. */
export interface Reason {
  readonly kind: ReasonKind;
  /** The forge's own words, where it said any. */
  readonly detail?: string;
  /** Of `all refused`: what each of them was refused for. */
  readonly of?: ReasonKind;
}

export type ReasonKind =
  /** Nobody has looked yet. */
  | "not looked"
  /** Fine-grained and app tokens can't read or change what somebody watches. */
  | "token kind"
  /** The token lacks a scope or a permission, or the forge refuses (403). */
  | "permission"
  /** Not there, or not to be seen by this account (404). */
  | "not found"
  /** Removed for good (410). */
  | "gone"
  /** Not to be had for legal or other reasons (451). */
  | "blocked"
  /** The forge's limits: there is a moment from which it goes on. */
  | "limit"
  /** The forge can't be reached. */
  | "offline"
  /** The token has expired, or was revoked (401). */
  | "token"
  /** There is no such account any more. */
  | "no account"
  /** The account can't act just now; `detail` says why, in the person's language. */
  | "account"
  /** Tokens are locked behind a passphrase. */
  | "locked"
  /** The forge failed (5xx, or an answer that makes no sense). */
  | "forge"
  /** The browser has no room left. */
  | "storage full"
  /** Several items in a row were refused in the same way. */
  | "all refused"
  /** The repository is not in the state that the job left it in: somebody changed it since. */
  | "changed since"
  /** A job would change nothing. */
  | "nothing to do"
  /** Forgehand itself failed. */
  | "internal";

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

/** One of the lists that entries are gathered from. */
export interface SourceState {
  readonly source: FoundIn;
  readonly state: "waiting" | "reading" | "read" | "refused";
  /** How many repositories it has given so far. */
  readonly count: number;
  /** Why it can't be read, or why not all of it. */
  readonly why: Reason | null;
}

/** How gathering an account's entries goes, or went. */
export interface Gathering {
  readonly account: string;
  readonly state: "never" | "listing" | "checking" | "done" | "stopped" | "failed";
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly sources: readonly SourceState[];
  /** Subscriptions that are to be looked at, and those that were. */
  readonly toCheck: number;
  readonly checked: number;
  /** When it will be done, milliseconds since 1970; null: nobody knows yet. */
  readonly eta: number | null;
  /** What it waits for just now, and until when. */
  readonly waiting: Waiting | null;
  /** Why subscriptions can't be looked at at all, said once: then stars still work. */
  readonly whyNoWatch: Reason | null;
  /** Why it failed. */
  readonly why: Reason | null;
}

/** Something waits, and goes on by itself. */
export interface Waiting {
  readonly why: Reason;
  /** Milliseconds since 1970; null: nobody knows. */
  readonly until: number | null;
}

/** What a person can do to many repositories at once. */
export type Action = "star" | "unstar" | "watch" | "ignore" | "unwatch";

/** How a repository shall be. One of the two. */
export type Wanted = { readonly starred: boolean } | { readonly watch: Watch };

/** What a job is for; `undo` restores what another one found, `import` does what a file says. */
export type JobKind = Action | "undo" | "import";

export type JobState =
  /** Another job of this account is at work. */
  | "queued"
  | "running"
  /** It waits for the limit, the network or the like, and goes on by itself. */
  | "waiting"
  /** Somebody paused it, or it can't go on without somebody (`why`). */
  | "paused"
  /** What is under way is being settled. */
  | "pausing"
  | "cancelling"
  | "cancelled"
  /** Every item has ended, one way or another. */
  | "done";

/** A job as people follow it: its items lie apart, as there may be thousands. */
export interface Job {
  readonly id: string;
  readonly account: string;
  /** Whose job it is and where, for people: kept, as the account may be removed. */
  readonly login: string;
  readonly origin: string;
  readonly kind: JobKind;
  readonly state: JobState;
  /** The job that it undoes, and what that one was for. */
  readonly undoes: { readonly id: string; readonly kind: JobKind } | null;
  /** The job that undoes it. */
  readonly undoneBy: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly counts: JobCounts;
  /** When it will be done, milliseconds since 1970; null: nobody knows. */
  readonly eta: number | null;
  readonly waiting: Waiting | null;
  /** Why it is paused, where nobody paused it. */
  readonly why: Reason | null;
  /** Since when it has been at work without a longer break: what was known shortly before counts as known. */
  readonly activeSince: number | null;
  /** When it last got on. */
  readonly beatAt: number;
  /** How many items had ended when it was last begun or resumed. */
  readonly endedBefore: number;
  /** Refusals that somebody has seen, and went on all the same. */
  readonly tolerates: readonly ReasonKind[];
}

/** How many items stand where; together they are `total`. */
export interface JobCounts {
  readonly total: number;
  /** Written, and the service said so. */
  readonly done: number;
  /** They were as they shall be: nothing was written. */
  readonly already: number;
  readonly failed: number;
  /** Never begun, and never will be: the job was cancelled. */
  readonly skipped: number;
  /** Sent, or about to be. */
  readonly underWay: number;
  /** Still to come. */
  readonly notBegun: number;
}

export type ItemState = "not begun" | "under way" | "done" | "already" | "failed" | "skipped";

/** What one job does to one repository. */
export interface JobItem {
  readonly job: string;
  /** Its place in the job. */
  readonly index: number;
  /** The service's id; null where only a name is known, as in a file. */
  readonly id: number | null;
  readonly owner: string;
  readonly name: string;
  readonly wanted: Wanted;
  /** How it was before anything was written; null: not looked at yet. */
  readonly before: Wanted | null;
  /** Of an undo: how the other job left it. What is otherwise by now was changed by somebody, and stays. */
  readonly left: Wanted | null;
  readonly state: ItemState;
  readonly why: Reason | null;
  readonly endedAt: number | null;
}

/** What a job would cost, before it begins. */
export interface JobEstimate {
  /** Items that will be written. */
  readonly writes: number;
  /** Items that are as they shall be, as far as is known. */
  readonly already: number;
  /** Items that must be looked at first. */
  readonly looks: number;
  readonly seconds: number;
  /** Milliseconds since 1970, if it began now and no other job were before it. */
  readonly eta: number;
  /** Jobs of the account that come first. */
  readonly ahead: number;
}

/** What the worker announces on the channel `forgehand-lists`: that there is something new to read. */
export type ListsChange =
  /** Read those that are newer than the revision that you know; with `all`, all of them: some were taken away. */
  | { readonly type: "entries"; readonly account: string; readonly all: boolean }
  | { readonly type: "gathering"; readonly account: string }
  | { readonly type: "jobs"; readonly account: string }
  /** Items of a job changed: read them again where they are shown. */
  | { readonly type: "items"; readonly job: string };

/** A job that somebody asks for: an action on entries by their ids, or what a file says. */
export type NewJob =
  | { readonly account: string; readonly action: Action; readonly ids: readonly number[] }
  | { readonly account: string; readonly action: "import"; readonly items: readonly ImportedItem[] };

/** What a file wants of one repository, as `planImport` makes it. */
export interface ImportedItem {
  readonly owner: string;
  readonly name: string;
  readonly wanted: Wanted;
}
