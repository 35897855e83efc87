import { parseJson } from "@forgehand/core/internal";
import type { Report } from "@forgehand/tasks/report/report";
import { SETTINGS } from "@forgehand/tasks/settings/settings";
import * as z from "zod/mini";

/** Result of reading a report file. */
export type ReportReading = { readonly report: Report } | { readonly problem: string };

/** Reads a report file. It comes from an artifact, so any content is possible. */
export function readReport(text: string): ReportReading {
  const json = parseJson(text);
  if (json === undefined) return { problem: text.trim() === "" ? "is empty" : "is not JSON, or is truncated" };
  const version = z.safeParse(VersionSchema, json);
  if (!version.success) return { problem: "is not a report of this action" };
  if (version.data.version !== 1) {
    return { problem: `must be of version 1, got ${version.data.version}. Merge it with the release that wrote it.` };
  }
  const parsed = z.safeParse(ReportSchema, json);
  if (parsed.success) return { report: parsed.data };
  const [issue] = parsed.error.issues;
  return { problem: `is an invalid report: ${issue?.path.join(".") || "its content"} is invalid` };
}

const VersionSchema = z.looseObject({ version: z.number(), mode: z.string(), tasks: z.array(z.unknown()) });

const FailureSchema = z.object({ target: z.string(), problem: z.string(), isUnread: z.optional(z.boolean()) });

const ChangeSchema = z.looseObject({
  target: z.string(),
  what: z.string(),
  before: z.string(),
  after: z.string(),
  drift: z.optional(z.string()),
  details: z.optional(z.array(z.object({ label: z.string(), before: z.string(), after: z.string() }))),
});

const TaskReportSchema = z.object({
  task: SETTINGS.task.field(),
  title: z.string(),
  plan: z.object({
    changes: z.array(ChangeSchema),
    skipped: z.array(z.object({ target: z.string(), why: z.string(), isUnchanged: z.optional(z.boolean()) })),
    unreadable: z.array(FailureSchema),
    notes: z.array(z.string()),
    givenUp: z.optional(
      z.array(
        z.object({
          target: z.string(),
          problem: z.string(),
          isNew: z.boolean(),
          count: z.optional(z.int().check(z.positive())),
        }),
      ),
    ),
    advice: z.optional(z.array(z.object({ title: z.string(), text: z.string() }))),
  }),
  outcomes: z.array(
    z.object({
      change: ChangeSchema,
      end: z.enum(["changed", "failed", "unknown", "not-started", "skipped"]),
      note: z.optional(z.string()),
    }),
  ),
  failures: z.array(FailureSchema),
});

const ReportSchema: z.ZodMiniType<Report> = z.object({
  version: z.literal(1),
  mode: SETTINGS.mode.field(),
  shard: z.optional(z.string()),
  webUrl: z.optional(z.string()),
  step: z.string(),
  at: z.string(),
  attempt: z.number(),
  cancelled: z.boolean(),
  calls: z.number().check(z.nonnegative()),
  seconds: z.number().check(z.nonnegative()),
  tasks: z.array(TaskReportSchema),
  problems: z.optional(z.array(FailureSchema)),
  shards: z.optional(
    z.array(z.object({ shard: z.string(), attempt: z.number(), cancelled: z.boolean(), headline: z.string() })),
  ),
});
