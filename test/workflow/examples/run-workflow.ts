import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Emulator } from "@forgehand/emulator";
import { parse } from "yaml";
import * as z from "zod/mini";
import { usesForgehand, type WorkflowStep } from "../action-steps.ts";
import { registerEmulator } from "../inputs.ts";
import { type CreateStepCommand, runStep, type StepResult } from "../runner.ts";
import { type WorkflowJob, WorkflowSchema } from "../workflow-schema.ts";
import { type ExpressionContexts, evaluateCondition, evaluateTexts, evaluateValue } from "./expressions.ts";

/** Repository that contains the example workflows. */
export const AUTOMATION = "acme/automation";

/** Event that starts a workflow, with the settings of its steps. */
export interface WorkflowTrigger {
  readonly event: "schedule" | "workflow_dispatch" | "push" | "pull_request";
  /** Payload of the event. */
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Folder that `actions/checkout` has checked out. */
  readonly workspace: string;
  readonly createCommand: CreateStepCommand;
}

const MatrixSchema = z.object({ include: z.array(z.record(z.string(), z.unknown())) });

const readExample = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../examples/workflows/${name}`, import.meta.url)), "utf8");

/** An uploaded artifact: a report. */
interface Artifact {
  readonly name: string;
  readonly content: string;
}

/**
 * Runs an example workflow as GitHub does: jobs whose conditions hold, once for each row of their matrix, with the
 * emulator's job environment. Steps that use the action run against the emulator; checkouts do nothing.
 * @returns the results of the action's steps, by job
 */
export async function runWorkflow(
  emulator: Emulator,
  name: string,
  trigger: WorkflowTrigger,
): Promise<Readonly<Record<string, readonly StepResult[]>>> {
  registerEmulator(emulator);
  const { on, permissions, jobs } = WorkflowSchema.parse(parse(readExample(name)));
  const declared = Object.entries(on?.workflow_dispatch?.inputs ?? {});
  const defaults = trigger.event === "workflow_dispatch" ? declared : [];
  const contexts: ExpressionContexts = {
    github: { event_name: trigger.event, event: trigger.payload ?? {}, repository: AUTOMATION, run_attempt: "1" },
    inputs: { ...Object.fromEntries(defaults.map(([input, value]) => [input, value.default])), ...trigger.inputs },
    secrets: trigger.secrets,
  };
  const results: Record<string, StepResult[]> = {};
  const needs: Record<string, unknown> = {};
  const artifacts: Artifact[] = [];
  for (const [id, job] of Object.entries(jobs)) {
    const jobContexts = { ...contexts, needs };
    if (job.if !== undefined && !evaluateCondition(job.if, jobContexts)) continue;
    for (const [index, matrix] of matrixOf(job, jobContexts).entries()) {
      const { env } = emulator.control.startJob({
        repository: AUTOMATION,
        workflow: `.github/workflows/${name}`,
        event: trigger.event,
        pull: trigger.event === "pull_request" ? 1 : undefined,
        environment: job.environment,
        job: id,
        permissions: grantedPermissions({ ...permissions, ...job.permissions }),
      });
      emulator.control.clock.advance(1);
      const environment = { ...env, GITHUB_WORKSPACE: trigger.workspace };
      const stepContexts = { ...jobContexts, matrix, strategy: { "job-index": index } };
      const { steps, actionSteps } = await runSteps(job, { stepContexts, environment, artifacts, trigger });
      results[id] = [...(results[id] ?? []), ...actionSteps];
      needs[id] = { result: "success", outputs: evaluateTexts(job.outputs ?? {}, { ...stepContexts, steps }) };
    }
  }
  return results;
}

function matrixOf({ strategy }: WorkflowJob, contexts: ExpressionContexts): readonly Record<string, unknown>[] {
  if (strategy?.matrix === undefined) return [{}];
  return MatrixSchema.parse(evaluateValue(String(strategy.matrix), contexts)).include;
}

function grantedPermissions(permissions: NonNullable<WorkflowJob["permissions"]>): Record<string, "read" | "write"> {
  return Object.fromEntries(
    Object.entries(permissions).flatMap(([name, level]) => (level === "none" ? [] : [[name, level] as const])),
  );
}

interface StepsContext {
  readonly stepContexts: ExpressionContexts;
  readonly environment: Readonly<Record<string, string>>;
  readonly artifacts: Artifact[];
  readonly trigger: WorkflowTrigger;
}

async function runSteps(job: WorkflowJob, { stepContexts, environment, artifacts, trigger }: StepsContext) {
  const steps: Record<string, unknown> = {};
  const actionSteps: StepResult[] = [];
  for (const step of job.steps) {
    const contexts = { ...stepContexts, steps };
    if (step.if !== undefined && !evaluateCondition(step.if, contexts)) continue;
    const inputs = evaluateTexts(step.with ?? {}, contexts);
    if (usesForgehand(step)) {
      const variables = { ...environment, ...evaluateTexts(step.env ?? {}, contexts) };
      const result = await runStep(inputs, variables, trigger.createCommand);
      actionSteps.push(result);
      if (step.id !== undefined) steps[step.id] = { outputs: result.outputs };
    } else {
      runArtifactStep(step, inputs, { artifacts, trigger, report: actionSteps.at(-1)?.report ?? "" });
    }
  }
  return { steps, actionSteps };
}

/** Runs a step that uploads the report of the step before it, or downloads all reports. */
function runArtifactStep(
  { uses = "" }: WorkflowStep,
  { name = "", path = "" }: Readonly<Record<string, string>>,
  { artifacts, trigger, report }: { artifacts: Artifact[]; trigger: WorkflowTrigger; report: string },
): void {
  if (uses.startsWith("actions/upload-artifact@")) artifacts.push({ name, content: report });
  if (!uses.startsWith("actions/download-artifact@")) return;
  for (const artifact of artifacts) {
    const folder = join(trigger.workspace, path, artifact.name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "report.json"), artifact.content);
  }
}
