import type { JobEstimate, NewJob } from "../lists/job.ts";
import type { WantedState } from "../lists/wanted-state.ts";
import type { ChangeResult, PartialControlStates } from "../model/control-states.ts";
import type { MessageSpec } from "./page.ts";

/** Messages from the lists page to the worker. The page reads the results from the database (`lists/read-lists.ts`). */
export interface ListMessages {
  /** Starts gathering an account's entries, or resumes a stopped run. */
  "lists-refresh": MessageSpec<{ readonly account: string }, undefined>;
  /** Reads all watch states that have not been read since the last refresh. */
  "lists-check-all": MessageSpec<{ readonly account: string }, undefined>;
  /** Reads the watch states of the repositories that the user is viewing. */
  "lists-check": MessageSpec<{ readonly account: string; readonly ids: readonly number[] }, undefined>;
  /** Responds with the time that reading some watch states takes, in seconds. */
  "lists-estimate-checks": MessageSpec<{ readonly count: number }, number>;
  "lists-stop": MessageSpec<{ readonly account: string }, undefined>;
  "jobs-estimate": MessageSpec<{ readonly job: NewJob }, JobEstimate>;
  /** Responds with the new job's ID. */
  "jobs-start": MessageSpec<{ readonly job: NewJob }, string>;
  "jobs-pause": MessageSpec<{ readonly id: string }, undefined>;
  "jobs-resume": MessageSpec<{ readonly id: string }, undefined>;
  "jobs-cancel": MessageSpec<{ readonly id: string }, undefined>;
  /** Responds with the ID of the undo job. */
  "jobs-undo": MessageSpec<{ readonly id: string }, string>;
  /** Changes one repository of an account's lists immediately, ahead of any running job. */
  "change-entry": MessageSpec<
    { readonly account: string; readonly owner: string; readonly name: string; readonly wanted: WantedState },
    ChangeResult<PartialControlStates>
  >;
}
