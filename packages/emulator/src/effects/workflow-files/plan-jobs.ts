import * as z from "zod/mini";
import type { JobPlan } from "../../state/workflow-jobs.ts";
import { type FileJob, MatrixCombination, type MatrixValue, type WorkflowFile } from "./workflow-file.ts";

/** Maximum number of jobs that a matrix can make, as documented by GitHub. */
const MAX_MATRIX_JOBS = 256;

/** Seconds that a job waits for a runner, and its duration: those of seeds, too. */
const [WAIT_SECONDS, JOB_SECONDS] = [2, 30];

type Combination = Readonly<Record<string, MatrixValue>>;

/** Returns the jobs of a workflow file, each after those that it needs; undefined if needs are missing or circular. */
export function planJobs({ jobs }: WorkflowFile): JobPlan[] | undefined {
  const namesById = new Map<string, readonly string[]>();
  const usedNames = new Set<string>();
  const plans: JobPlan[] = [];
  const remaining = new Map(jobs);
  while (remaining.size > 0) {
    const next = [...remaining].find(([, job]) => job.needs.every((need) => namesById.has(need)));
    if (!next) return undefined;
    const [id, job] = next;
    remaining.delete(id);
    const needs = job.needs.flatMap((need) => namesById.get(need) ?? []);
    const instances = combinationsOf(job).map((combination) => planJob(id, job, combination, needs, usedNames));
    namesById.set(
      id,
      instances.map(({ name }) => name),
    );
    plans.push(...instances);
  }
  return plans.length > 0 ? plans : undefined;
}

function planJob(
  id: string,
  job: FileJob,
  combination: Combination,
  needs: readonly string[],
  usedNames: Set<string>,
): JobPlan {
  const name = uniqueName(nameOf(id, job, combination), id, usedNames);
  const steps = job.steps.map((step) => withMatrix(String(step.name ?? defaultStepName(step)), combination));
  return {
    name,
    labels: job["runs-on"].map((label) => withMatrix(label, combination)),
    needs: [...needs],
    steps: ["Set up job", ...steps, "Complete job"].map((title) => ({
      name: title,
      seconds: 1,
      fails: false,
      log: "",
    })),
    wait: WAIT_SECONDS,
    seconds: JOB_SECONDS,
    outcome: "success",
    next_outcomes: ["success"],
  };
}

function nameOf(id: string, job: FileJob, combination: Combination): string {
  const values = Object.values(combination).filter((value) => typeof value !== "object");
  if (job.name !== undefined) {
    const name = String(job.name);
    if (name.includes("${{") || values.length === 0) return withMatrix(name, combination);
    return `${name} (${values.join(", ")})`;
  }
  return values.length === 0 ? id : `${id} (${values.join(", ")})`;
}

/** Returns a name that no other job of the run has. */
function uniqueName(name: string, id: string, usedNames: Set<string>): string {
  let unique = name;
  for (let count = 1; usedNames.has(unique); count++) unique = `${name} (${id}${count === 1 ? "" : ` ${count}`})`;
  usedNames.add(unique);
  return unique;
}

function defaultStepName({ run, uses }: FileJob["steps"][number]): string {
  return `Run ${uses ?? String(run ?? "").split("\n")[0]}`;
}

/** Replaces expressions that are a value of the matrix. Others stay as they are. */
function withMatrix(text: string, combination: Combination): string {
  return text.replaceAll(/\$\{\{\s*matrix\.([\w-]+)\s*\}\}/g, (expression, key: string) => {
    const value = Object.hasOwn(combination, key) ? combination[key] : undefined;
    return value === undefined || typeof value === "object" ? expression : String(value);
  });
}

/** Returns the combinations of a job's matrix; one without values if it has none or an expression computes it. */
function combinationsOf({ strategy }: FileJob): Combination[] {
  const matrix = strategy?.matrix;
  if (matrix === undefined || typeof matrix === "string") return [{}];
  let combinations: Combination[] = [{}];
  let hasAxes = false;
  for (const [key, values] of Object.entries(matrix)) {
    if (key === "include" || key === "exclude" || typeof values === "string") continue;
    hasAxes = true;
    combinations = combinations
      .flatMap((combination) => values.map((value) => ({ ...combination, [key]: value })))
      .slice(0, MAX_MATRIX_JOBS);
  }
  const excluded = readCombinations(matrix["exclude"]);
  const remaining = hasAxes
    ? combinations.filter((combination) => !excluded.some((exclusion) => includes(combination, exclusion)))
    : [];
  const all = addIncluded(remaining, readCombinations(matrix["include"])).slice(0, MAX_MATRIX_JOBS);
  return all.length > 0 ? all : [{}];
}

function readCombinations(values: string | readonly MatrixValue[] | undefined): Combination[] {
  if (values === undefined || typeof values === "string") return [];
  return values.flatMap((value) => {
    const parsed = z.safeParse(MatrixCombination, value);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Adds each entry of `include` to the combinations that it doesn't contradict, or as a combination of its own. */
function addIncluded(combinations: readonly Combination[], included: readonly Combination[]): Combination[] {
  let extended = [...combinations];
  const added: Combination[] = [];
  for (const entry of included) {
    const canExtend = (combination: Combination) =>
      Object.entries(entry).every(
        ([key, value]) => !Object.hasOwn(combination, key) || isSame(combination[key], value),
      );
    if (combinations.some(canExtend)) {
      extended = extended.map((combination, index) => {
        const original = combinations[index];
        return original && canExtend(original) ? { ...combination, ...entry } : combination;
      });
    } else added.push(entry);
  }
  return [...extended, ...added];
}

const includes = (combination: Combination, part: Combination) =>
  Object.entries(part).every(([key, value]) => isSame(combination[key], value));

const isSame = (a: MatrixValue | undefined, b: MatrixValue) => JSON.stringify(a) === JSON.stringify(b);
