import { execFileSync } from "node:child_process";
import { type Step, SUITES } from "./suites.ts";

/** Tests of bundles, which vitest's module graph doesn't lead to, by the folders that the bundles are made from. */
const BUNDLE_TESTS: readonly { readonly sources: RegExp; readonly step: Step; readonly files: readonly string[] }[] = [
  {
    sources: /^(action|packages\/core)\/src\//,
    step: SUITES.workflow[0],
    files: ["test/workflow/bundle.test.ts", "test/workflow/oidc/plan.test.ts"],
  },
  { sources: /./, step: SUITES.browser[0], files: ["test/browser/smoke.test.ts"] },
];

function changedFiles(since: string): readonly string[] {
  const list = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
  return [...list("diff", "--name-only", since), ...list("ls-files", "--others", "--exclude-standard")];
}

/** A step, and the arguments that it adds to vitest's. */
export interface SelectedRun {
  readonly step: Step;
  readonly vitestArgs: readonly string[];
}

/**
 * Returns what changed files can break: the tests that import one of them, by vitest's module graph, and short tests of
 * the bundles.
 * @param files changed since that commit, as paths from the project's root
 */
export function runsForFiles(files: readonly string[], since: string): readonly SelectedRun[] {
  if (files.length === 0) return [];
  const related = [...SUITES.unit, ...SUITES.workflow].map((step) => ({
    step,
    vitestArgs: [`--changed=${since}`, "--passWithNoTests"],
  }));
  const bundles = BUNDLE_TESTS.filter(({ sources }) => files.some((file) => sources.test(file)));
  return [...related, ...bundles.map(({ step, files: tests }) => ({ step, vitestArgs: tests }))];
}

/** Returns what the changes since a commit can break. @param since default HEAD: changes that are not committed */
export function changedRuns(since = "HEAD"): readonly SelectedRun[] {
  return runsForFiles(changedFiles(since), since);
}
