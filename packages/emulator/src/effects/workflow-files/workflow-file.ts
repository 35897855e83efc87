import { parse } from "yaml";
import * as z from "zod/mini";

// Workflow files, as far as the emulator runs them: triggers with their filters, and jobs with their matrix and needs.
// @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax

const oneOrMore = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => (typeof value === "string" ? [value] : value)),
);
const Scalar = z.union([z.string(), z.number(), z.boolean()]);

/** An input of a workflow that is started by hand. */
const DispatchInput = z.looseObject({
  required: z._default(z.boolean(), false),
  default: z.optional(z.nullable(Scalar)),
  type: z._default(z.enum(["string", "boolean", "choice", "number", "environment"]), "string"),
  options: z._default(z.array(Scalar), []),
});
export type DispatchInput = z.output<typeof DispatchInput>;

/** The filters of one trigger. */
const WorkflowTrigger = z.looseObject({
  branches: z.optional(oneOrMore),
  "branches-ignore": z.optional(oneOrMore),
  tags: z.optional(oneOrMore),
  "tags-ignore": z.optional(oneOrMore),
  paths: z.optional(oneOrMore),
  "paths-ignore": z.optional(oneOrMore),
  types: z.optional(oneOrMore),
  workflows: z.optional(oneOrMore),
  inputs: z.optional(z.nullable(z.record(z.string(), z.nullable(DispatchInput)))),
});
export type WorkflowTrigger = z.output<typeof WorkflowTrigger>;

const RunsOn = z.union([
  oneOrMore,
  z.pipe(
    z.looseObject({ labels: z.optional(oneOrMore) }),
    z.transform(({ labels = [] }) => labels),
  ),
]);

const MatrixValue = z.union([Scalar, z.looseObject({}), z.array(z.unknown())]);
export type MatrixValue = z.output<typeof MatrixValue>;
/** Values of a matrix by key. */
export const MatrixCombination = z.record(z.string(), MatrixValue);

const FileJob = z.looseObject({
  name: z.optional(Scalar),
  needs: z._default(oneOrMore, []),
  "runs-on": z._default(RunsOn, ["ubuntu-latest"]),
  strategy: z.optional(
    z.looseObject({
      // An expression can compute the matrix; it is then not expanded.
      matrix: z.optional(z.union([z.string(), z.record(z.string(), z.union([z.string(), z.array(MatrixValue)]))])),
    }),
  ),
  steps: z._default(
    z.array(z.looseObject({ name: z.optional(Scalar), run: z.optional(Scalar), uses: z.optional(z.string()) })),
    [],
  ),
});
export type FileJob = z.output<typeof FileJob>;

// YAML reads `- cron` lists of the schedule as an array.
const AnyTrigger = z.union([z.null(), WorkflowTrigger, z.array(z.unknown())]);

const WorkflowFileContent = z.looseObject({
  name: z.optional(z.nullable(Scalar)),
  "run-name": z.optional(z.nullable(Scalar)),
  on: z.union([oneOrMore, z.record(z.string(), AnyTrigger)]),
  jobs: z.record(z.string(), FileJob),
});

/** A parsed workflow file. */
export interface WorkflowFile {
  readonly name: string | undefined;
  /** Name of its runs; can contain expressions. */
  readonly runName: string | undefined;
  /** Filters by event. */
  readonly triggers: ReadonlyMap<string, WorkflowTrigger>;
  readonly jobs: ReadonlyMap<string, FileJob>;
}

/** Parses a workflow file; returns undefined if it is invalid. */
export function parseWorkflowFile(text: string): WorkflowFile | undefined {
  const parsed = z.safeParse(WorkflowFileContent, readYaml(text));
  if (!parsed.success) return undefined;
  const { name, "run-name": runName, on, jobs } = parsed.data;
  const triggers = Array.isArray(on)
    ? on.map((event): [string, WorkflowTrigger] => [event, {}])
    : Object.entries(on).map(([event, trigger]): [string, WorkflowTrigger] => [
        event,
        trigger === null || Array.isArray(trigger) ? {} : trigger,
      ]);
  return {
    name: textOf(name),
    runName: textOf(runName),
    triggers: new Map(triggers),
    jobs: new Map(Object.entries(jobs)),
  };
}

const textOf = (value: z.output<typeof Scalar> | null | undefined) =>
  value === null || value === undefined ? undefined : String(value);

function readYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
