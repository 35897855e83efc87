import * as z from "zod/mini";
import { branchAt } from "../../objects/check-suite.ts";
import * as state from "../../state/check-runs.ts";
import type { Repository } from "../../state/repositories.ts";
import { listSection } from "../define-section.ts";
import { SeedTime } from "../time.ts";
import { commitOf } from "./commit-statuses.ts";

const Annotation = z.strictObject({
  path: z.string(),
  start_line: z.int(),
  end_line: z.optional(z.int()),
  start_column: z.optional(z.int()),
  end_column: z.optional(z.int()),
  level: z._default(z.enum(["notice", "warning", "failure"]), "notice"),
  title: z.optional(z.string()),
  message: z.string(),
  raw_details: z.optional(z.string()),
});

const CheckRun = z.strictObject({
  /** Slug of the app that created it. */
  app: z.string(),
  /** A branch, a tag or a commit; the default branch if omitted. */
  ref: z.optional(z.string()),
  name: z.string(),
  status: z._default(z.enum(["queued", "in_progress", "completed"]), "completed"),
  /** `success` for a completed run if omitted. */
  conclusion: z.optional(
    z.enum(["action_required", "cancelled", "failure", "neutral", "success", "skipped", "stale", "timed_out"]),
  ),
  external_id: z._default(z.string(), ""),
  details_url: z.optional(z.string()),
  title: z.optional(z.string()),
  summary: z.optional(z.string()),
  text: z.optional(z.string()),
  annotations: z._default(z.array(Annotation), []),
  started: z.optional(SeedTime),
  completed: z.optional(SeedTime),
});

/** Inserts check runs that apps created, with their suites. */
export const checkRuns = listSection(CheckRun, (context, repository: Repository, input) => {
  const { db, toTimestamp } = context;
  const { name, status, external_id, title, summary, text, started, completed = started } = input;
  const app = context.app(input.app, "app");
  const head_sha = commitOf(context, repository, input.ref);
  const created_at = toTimestamp(started);
  const commit = { repository_id: repository.id, head_sha, app_id: app.id };
  const suite =
    state.checkSuites.find(db, commit) ??
    state.checkSuites.insert(db, {
      ...commit,
      head_branch: branchAt({ db, repositoryId: repository.id }, head_sha),
      rerequested: false,
      created_at,
      updated_at: created_at,
    });
  const { id } = state.checkRuns.insert(db, {
    suite_id: suite.id,
    ...{ name, external_id, status, title, summary, text, created_at },
    details_url: input.details_url ?? app.external_url,
    conclusion: status === "completed" ? (input.conclusion ?? "success") : null,
    started_at: created_at,
    completed_at: status === "completed" ? toTimestamp(completed) : null,
  });
  for (const { level, start_line, end_line = start_line, ...annotation } of input.annotations) {
    state.checkAnnotations.insert(db, {
      ...annotation,
      check_run_id: id,
      start_line,
      end_line,
      annotation_level: level,
    });
  }
});
