import type { CaseName, CaseResult } from "./cases.ts";
import type { Order } from "./order.ts";
import type { Progress } from "./progress.ts";
import type { Result } from "./result.ts";

/** What came of some cases. */
export interface Ran {
  readonly measured: readonly CaseResult[];
  /** Those that could not be measured. */
  readonly failed: readonly CaseName[];
}

/** Cases to be measured. */
export type Cases = readonly (readonly [name: CaseName, measure: (order: Order) => Promise<Result>])[];

/** Measures one case after the other; one that fails takes nothing from the others. */
export async function runCases(
  cases: Cases,
  { isQuick, progress, now }: { readonly isQuick: boolean; readonly progress: Progress; readonly now: () => number },
): Promise<Ran> {
  const measured: CaseResult[] = [];
  const failed: CaseName[] = [];
  for (const [index, [name, measure]] of cases.entries()) {
    progress.begin(name, index, cases.length);
    const began = now();
    try {
      const result = await measure({ isQuick, tell: progress.tell });
      measured.push({ ...result, name, milliseconds: now() - began });
      progress.end("done");
    } catch (error) {
      failed.push(name);
      progress.end(error instanceof Error ? error.message : String(error));
    }
  }
  return { measured, failed };
}
