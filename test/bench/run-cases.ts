import type { CaseName, CaseResult } from "./cases.ts";
import { type BenchPart, measureParts } from "./harness.ts";
import type { Progress } from "./progress.ts";

/** Result of running some cases. */
export interface RunResult {
  readonly measured: readonly CaseResult[];
  /** Cases that could not be measured. */
  readonly failed: readonly CaseName[];
}

export type CasesToRun = readonly (readonly [name: CaseName, load: () => Promise<readonly BenchPart[]>])[];

/** Measures one case after the other; a case that fails does not affect the others. */
export async function runCases(
  cases: CasesToRun,
  { isQuick, progress, now }: { readonly isQuick: boolean; readonly progress: Progress; readonly now: () => number },
): Promise<RunResult> {
  const measured: CaseResult[] = [];
  const failed: CaseName[] = [];
  for (const [index, [name, load]] of cases.entries()) {
    progress.begin(name, index, cases.length);
    const startedAt = now();
    try {
      const { update, skip } = progress;
      const result = await measureParts(name, await load(), { isQuick, onProgress: update, onSkip: skip });
      measured.push({ ...result, name, milliseconds: now() - startedAt });
      progress.end("done");
    } catch (error) {
      failed.push(name);
      progress.end(error instanceof Error ? error.message : String(error));
    }
  }
  return { measured, failed };
}
