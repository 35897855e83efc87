import { dispatchEvent } from "../deliveries/events/dispatches.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { peelTag } from "../git/tag.ts";
import type { Account } from "../state/accounts.ts";
import { findRef, type GitStore } from "../state/git-store.ts";
import type { Repository } from "../state/repositories.ts";
import { type StoredWorkflow, workflowRuns } from "../state/workflow-runs.ts";
import { readWorkflows } from "./workflow-files/read-workflows.ts";
import type { DispatchInput } from "./workflow-files/workflow-file.ts";

/** Maximum number of inputs (GitHub's documentation). */
const MAX_INPUTS = 25;

export interface WorkflowDispatch {
  readonly repository: Repository;
  readonly sender: Account;
  readonly workflow: StoredWorkflow;
  /** A branch or tag, by its short or full name. */
  readonly ref: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Starts a workflow by hand; returns the reason if that isn't possible. */
export function dispatchWorkflow(
  context: EmulatorContext,
  { repository, sender, workflow, ref, inputs }: WorkflowDispatch,
): { readonly runId: number } | { readonly problem: string } {
  const { db } = context;
  const store = { db, repositoryId: repository.id };
  const found = findBranchOrTag(store, ref);
  if (!found) return { problem: `No ref found for: ${ref}` };
  if (workflow.state !== "active") return { problem: "Cannot trigger a 'workflow_dispatch' on a disabled workflow" };
  const file = readWorkflows(store, found.sha).find(({ path }) => path === workflow.path)?.file;
  const trigger = file?.triggers.get("workflow_dispatch");
  if (!trigger) return { problem: "Workflow does not have 'workflow_dispatch' trigger" };
  const declared = new Map(Object.entries(trigger.inputs ?? {}));
  const problem = findInputProblem(declared, inputs);
  if (problem !== undefined) return { problem };
  const defaults = [...declared].flatMap(([name, input]) => (input?.default == null ? [] : [[name, input.default]]));
  const values = { ...Object.fromEntries(defaults), ...inputs };
  const event = dispatchEvent(context, repository, sender, {
    ref: found.name,
    workflow: workflow.path,
    inputs: values,
  });
  context.deliveries.emit(repository.id, event);
  const run = workflowRuns.first(db, { workflow_id: workflow.id, event: "workflow_dispatch" }, "id DESC");
  return run ? { runId: run.id } : { problem: "The workflow file is invalid." };
}

/** Finds a branch or tag. Branches take precedence. */
function findBranchOrTag(store: GitStore, ref: string): { readonly name: string; readonly sha: string } | undefined {
  const names = /^refs\/(heads|tags)\//.test(ref) ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`];
  for (const name of names) {
    const target = findRef(store, name);
    const sha = target === undefined ? undefined : peelTag(store, target);
    if (sha !== undefined) return { name, sha };
  }
  return undefined;
}

function findInputProblem(
  declared: ReadonlyMap<string, DispatchInput | null>,
  inputs: Readonly<Record<string, unknown>>,
): string | undefined {
  const names = Object.keys(inputs);
  if (names.length > MAX_INPUTS) return `No more than ${MAX_INPUTS} inputs are allowed; ${names.length} were supplied.`;
  const unexpected = names.filter((name) => !declared.has(name));
  if (unexpected.length > 0) return `Unexpected inputs provided: ${JSON.stringify(unexpected)}`;
  for (const [name, input] of declared) {
    const value = inputs[name];
    const isMissing = value === undefined || value === "";
    if (isMissing && input?.required && input.default == null) return `Required input '${name}' not provided`;
    if (value !== undefined && input && !isAccepted(input, value)) {
      return `Provided value '${String(value)}' for input '${name}' ${EXPECTATIONS[input.type] ?? "is invalid"}`;
    }
  }
  return undefined;
}

const EXPECTATIONS: Readonly<Record<string, string>> = {
  choice: "not in the list of allowed values",
  boolean: "is not a boolean",
  number: "is not a number",
};

function isAccepted({ type, options }: DispatchInput, value: unknown): boolean {
  const text = String(value);
  if (type === "choice") return options.some((option) => String(option) === text);
  if (type === "boolean") return text === "true" || text === "false";
  return type !== "number" || (text !== "" && Number.isFinite(Number(text)));
}
