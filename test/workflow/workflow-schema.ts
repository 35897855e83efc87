import * as z from "zod/mini";
import { WorkflowStep } from "./action-steps.ts";

const WorkflowPermissionsSchema = z.record(z.string(), z.enum(["read", "write", "none"]));
const ContainerSchema = z.union([z.string(), z.looseObject({ image: z.string() })]);
const WorkflowInputSchema = z.looseObject({ default: z.optional(z.unknown()) });
const TriggersSchema = z.looseObject({
  workflow_dispatch: z.nullish(z.object({ inputs: z.optional(z.record(z.string(), WorkflowInputSchema)) })),
});

const WorkflowJobSchema = z.looseObject({
  needs: z.optional(z.union([z.string(), z.array(z.string())])),
  if: z.optional(z.string()),
  strategy: z.optional(z.looseObject({ matrix: z.optional(z.unknown()) })),
  outputs: z.optional(z.record(z.string(), z.string())),
  container: z.optional(ContainerSchema),
  services: z.optional(z.record(z.string(), ContainerSchema)),
  "timeout-minutes": z.int(),
  environment: z.optional(z.string()),
  permissions: z.optional(WorkflowPermissionsSchema),
  steps: z.array(WorkflowStep),
});
export type WorkflowJob = z.output<typeof WorkflowJobSchema>;

/** A workflow file, as far as tests read it. */
export const WorkflowSchema = z.looseObject({
  on: z.optional(TriggersSchema),
  permissions: WorkflowPermissionsSchema,
  jobs: z.record(z.string(), WorkflowJobSchema),
});
