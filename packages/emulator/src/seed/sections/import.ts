import * as z from "zod/mini";
import type { Repository } from "../../state/repositories.ts";
import { Project, STEPS, saveImport, saveSource, Vcs } from "../../state/source-imports.ts";
import { growHistory, History } from "../history.ts";
import { section } from "../section.ts";
import { readTime, SeedTime } from "../time.ts";
import { growthOf } from "./git.ts";

/** What lies at an address outside. */
const Source = z.strictObject({
  vcs: z._default(Vcs, "git"),
  /** What it asks for; any name and password will do where neither is said. */
  credentials: z.optional(z.strictObject({ username: z.optional(z.string()), password: z.optional(z.string()) })),
  /** Several, of which one must be chosen. */
  projects: z.optional(z.array(Project)),
  /** At which step an import of it ends, and why. */
  fails: z.optional(z.strictObject({ step: z.enum(STEPS), message: z.string() })),
  history: z._default(History, {}),
});

const Started = z.strictObject({
  vcs_url: z.string(),
  vcs: z.optional(Vcs),
  vcs_username: z.optional(z.string()),
  vcs_password: z.optional(z.string()),
  tfvc_project: z.optional(z.string()),
  by: z.string(),
  at: z._default(SeedTime, "-1s"),
});

/** What can be imported into a repository, by address, and an import that is under way. */
export const sourceImport = section(
  z.strictObject({ sources: z._default(z.record(z.string(), Source), {}), started: z.optional(Started) }),
  (planting, repository: Repository, { sources, started }, path) => {
    for (const [url, { history, ...source }] of Object.entries(sources)) {
      // It lies beside the repository's own history, under no name of it.
      const growth = { ...growthOf(planting, repository), refs: new Map<string, string>(), defaultBranch: "main" };
      growHistory(growth, history, [...path, "sources", url, "history"]);
      saveSource(planting.db, repository.id, url, { ...source, refs: Object.fromEntries(growth.refs) });
    }
    if (!started) return;
    saveImport(planting.db, {
      repository_id: repository.id,
      user_id: planting.user(started.by, [...path, "started", "by"]).id,
      ...{ vcs_url: started.vcs_url, vcs: started.vcs ?? null, tfvc_project: started.tfvc_project ?? null },
      ...{ username: started.vcs_username ?? null, password: started.vcs_password ?? null, use_lfs: "undecided" },
      ...{ refs: null, commit_count: 0, failed_step: null, error_message: null },
      since: readTime(started.at, planting.start).getTime(),
      status: started.vcs === undefined ? "detecting" : "importing",
    });
  },
);
