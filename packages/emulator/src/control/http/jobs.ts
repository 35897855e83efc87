import * as z from "zod/mini";
import { bodyRoute } from "./route.ts";

const JobSchema = z.strictObject({
  repository: z.string(),
  workflow: z.optional(z.string()),
  ref: z.optional(z.string()),
  sha: z.optional(z.string()),
  event: z.optional(z.string()),
  actor: z.optional(z.string()),
  environment: z.optional(z.string()),
  pull: z.optional(z.int()),
  job_workflow_ref: z.optional(z.string()),
  job: z.optional(z.string()),
  runner_environment: z.optional(z.enum(["hosted", "self-hosted"])),
  permissions: z.optional(z.record(z.string(), z.enum(["read", "write"]))),
});

export const JOB_ROUTES = [bodyRoute("POST", "/jobs", JobSchema, (control, job) => control.startJob(job))];
