import * as z from "zod/mini";
import type { Repository } from "../../state/repositories.ts";
import { IMPORT_STEPS, ImportProject, saveImport, saveImportSource, Vcs } from "../../state/source-imports.ts";
import { defineSection } from "../define-section.ts";
import { addHistory, CommitHistory } from "../history.ts";
import { eachEntry, inside } from "../seed-error.ts";
import { resolveTime, SeedTime } from "../time.ts";
import { historyContextOf } from "./git.ts";

/** A source repository at an external URL. */
const SeedImportSource = z.strictObject({
  vcs: z._default(Vcs, "git"),
  /** Required credentials. An omitted user name or password accepts any value. */
  credentials: z.optional(z.strictObject({ username: z.optional(z.string()), password: z.optional(z.string()) })),
  /** Projects to choose from, if there are several. */
  projects: z.optional(z.array(ImportProject)),
  fails: z.optional(z.strictObject({ step: z.enum(IMPORT_STEPS), message: z.string() })),
  history: z._default(CommitHistory, {}),
});

const StartedImport = z.strictObject({
  vcs_url: z.string(),
  vcs: z.optional(Vcs),
  vcs_username: z.optional(z.string()),
  vcs_password: z.optional(z.string()),
  tfvc_project: z.optional(z.string()),
  by: z.string(),
  at: z._default(SeedTime, "-1s"),
});

/** Inserts the sources that can be imported into a repository, by URL, and an import in progress. */
export const sourceImport = defineSection(
  z.strictObject({
    sources: z._default(z.record(z.string(), SeedImportSource), {}),
    started: z.optional(StartedImport),
  }),
  (context, repository: Repository, { sources, started }) => {
    eachEntry(["sources"], sources, (url, { history, ...source }) => {
      // Objects go to the repository's own store, but without refs.
      const empty = { refs: new Map<string, string>(), defaultBranch: "main" };
      const historyContext = { ...historyContextOf(context, repository), ...empty };
      inside(["history"], () => addHistory(historyContext, history));
      saveImportSource(context.db, repository.id, url, { ...source, refs: Object.fromEntries(historyContext.refs) });
    });
    if (!started) return;
    saveImport(context.db, {
      repository_id: repository.id,
      user_id: context.user(started.by, "started", "by").id,
      vcs_url: started.vcs_url,
      vcs: started.vcs ?? null,
      tfvc_project: started.tfvc_project ?? null,
      username: started.vcs_username ?? null,
      password: started.vcs_password ?? null,
      use_lfs: "undecided",
      refs: null,
      commit_count: 0,
      failed_step: null,
      error_message: null,
      since: resolveTime(started.at, context.start).getTime(),
      status: started.vcs === undefined ? "detecting" : "importing",
    });
  },
);
