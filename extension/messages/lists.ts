import type { JobEstimate, NewJob } from "../lists/job.ts";
import type { Ask } from "./page.ts";

/** What the lists page asks of the worker; what comes of it, it reads from the database (`lists/read.ts`). */
export interface ListAsks {
  /** Gathers an account's entries anew, or goes on where it was stopped. */
  "lists-refresh": Ask<{ readonly account: string }, undefined>;
  "lists-stop": Ask<{ readonly account: string }, undefined>;
  "jobs-estimate": Ask<{ readonly job: NewJob }, JobEstimate>;
  /** Answers the new job's id. */
  "jobs-start": Ask<{ readonly job: NewJob }, string>;
  "jobs-pause": Ask<{ readonly id: string }, undefined>;
  "jobs-resume": Ask<{ readonly id: string }, undefined>;
  "jobs-cancel": Ask<{ readonly id: string }, undefined>;
  /** Answers the id of the job that undoes it. */
  "jobs-undo": Ask<{ readonly id: string }, string>;
}
