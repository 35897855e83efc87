import { parseJson } from "@forgehand/core/internal";
import * as z from "zod/mini";
import type { Report } from "../report/report.ts";
import { SETTINGS } from "../settings/settings.ts";

/** What was read of a report's file. */
export type ReadReport = { readonly report: Report } | { readonly problem: string };

/** Reads a report as a run has written it: it came by way of an artifact, and may be anything. */
export function readReport(text: string): ReadReport {
  const json = parseJson(text);
  if (json === undefined) return { problem: text.trim() === "" ? "is empty" : "is no JSON, or was cut off" };
  const version = z.safeParse(Versioned, json);
  if (!version.success) return { problem: "is no report of this action" };
  if (version.data.version !== 1) {
    return { problem: `is a report of version ${version.data.version}: merge it with the release that wrote it` };
  }
  const parsed = z.safeParse(ReportFile, json);
  if (parsed.success) return { report: parsed.data };
  const [issue] = parsed.error.issues;
  return { problem: `is a damaged report: ${issue?.path.join(".") || "it"} is not as it should be` };
}

const Versioned = z.looseObject({ version: z.number(), mode: z.string(), tasks: z.array(z.unknown()) });

const Failure = z.object({ target: z.string(), problem: z.string(), isUnread: z.optional(z.boolean()) });

const Change = z.looseObject({
  target: z.string(),
  what: z.string(),
  before: z.string(),
  after: z.string(),
  drift: z.optional(z.string()),
});

const TaskReport = z.object({
  task: SETTINGS.task.field(),
  title: z.string(),
  plan: z.object({
    changes: z.array(Change),
    skipped: z.array(z.object({ target: z.string(), why: z.string() })),
    unreadable: z.array(Failure),
    notes: z.array(z.string()),
    advice: z.optional(z.array(z.object({ title: z.string(), text: z.string() }))),
  }),
  outcomes: z.array(
    z.object({
      change: Change,
      end: z.enum(["changed", "failed", "unknown", "not begun", "left alone"]),
      note: z.optional(z.string()),
    }),
  ),
  failures: z.array(Failure),
});

const ReportFile: z.ZodMiniType<Report> = z.object({
  version: z.literal(1),
  mode: SETTINGS.mode.field(),
  shard: z.optional(z.string()),
  step: z.string(),
  at: z.string(),
  attempt: z.number(),
  cancelled: z.boolean(),
  tasks: z.array(TaskReport),
  problems: z.optional(z.array(Failure)),
  shards: z.optional(
    z.array(z.object({ shard: z.string(), attempt: z.number(), cancelled: z.boolean(), came: z.string() })),
  ),
});
