import { execFileSync } from "node:child_process";
import { dirname, relative } from "node:path";
import * as z from "zod/mini";
import { type Step, SUITES, type TestProject } from "./suites.ts";

/** A step with additional arguments for vitest. */
export interface SelectedRun {
  readonly step: Step;
  readonly vitestArgs: readonly string[];
}

/** Projects whose tests are selected by vitest's module graph. The limits keep a run under a minute. */
const RELATED_TEST_PROJECTS: readonly { readonly step: TestProject; readonly limit: number }[] = [
  { step: SUITES.unit[0], limit: 60 },
  { step: SUITES.workflow[0], limit: 5 },
];

/** Tests of bundles, by the source folders of the bundles. The module graph does not connect them. */
const BUNDLE_TESTS: readonly { readonly sources: RegExp; readonly step: Step; readonly files: readonly string[] }[] = [
  {
    sources: /^(action|packages\/(?:core|tasks))\/src\//,
    step: SUITES.workflow[0],
    files: ["test/workflow/bundle.test.ts", "test/workflow/oidc/plan.test.ts"],
  },
  { sources: /./, step: SUITES.browser[0], files: ["test/browser/smoke.test.ts"] },
];

/** Test files that import a changed file, by project name. Paths are relative to the root. */
export type RelatedFiles = Readonly<Record<string, readonly string[]>>;

const Listed = z.array(z.object({ file: z.string(), projectName: z.string() }));

function changedFiles(since: string): readonly string[] {
  const list = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
  return [...list("diff", "--name-only", since), ...list("ls-files", "--others", "--exclude-standard")];
}

/** Lists the test files that import a file changed since a commit. */
function relatedFiles(since: string): RelatedFiles {
  const projects = RELATED_TEST_PROJECTS.map(({ step }) => `--project=${step.project}`);
  const args = ["list", ...projects, `--changed=${since}`, "--filesOnly", "--json", "--passWithNoTests"];
  const output = execFileSync("node_modules/.bin/vitest", args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  // Without related files, vitest prints a sentence instead of the list.
  const listed = output.trimStart().startsWith("[") ? z.parse(Listed, JSON.parse(output)) : [];
  const byProject = Map.groupBy(listed, ({ projectName }) => projectName);
  return Object.fromEntries(
    Array.from(byProject, ([name, files]) => [name, files.map(({ file }) => relative(process.cwd(), file))]),
  );
}

/** Number of folders between two files. */
function distance(from: string, to: string): number {
  return relative(dirname(from), dirname(to)).split("/").filter(Boolean).length;
}

/** Sorts test files by their distance from the nearest changed file. */
function nearestFirst(tests: readonly string[], changed: readonly string[]): readonly string[] {
  const distanceOf = new Map(tests.map((test) => [test, Math.min(...changed.map((file) => distance(file, test)))]));
  return tests.toSorted((a, b) => (distanceOf.get(a) ?? 0) - (distanceOf.get(b) ?? 0));
}

/**
 * Selects tests for changed files that fit into about a minute: the related tests that are nearest to a change, and
 * short tests of the bundles.
 * @returns the runs, and a note for each project with omitted tests
 */
export function selectRuns(
  changed: readonly string[],
  related: RelatedFiles,
): { readonly runs: readonly SelectedRun[]; readonly notes: readonly string[] } {
  const runs: SelectedRun[] = [];
  const notes: string[] = [];
  for (const { step, limit } of RELATED_TEST_PROJECTS) {
    const files = nearestFirst(related[step.project] ?? [], changed);
    if (files.length > 0) runs.push({ step, vitestArgs: files.slice(0, limit) });
    if (files.length > limit)
      notes.push(`${step.name}: the ${limit} nearest of ${files.length} related files; npm test runs all.`);
  }
  for (const { sources, step, files } of BUNDLE_TESTS)
    if (changed.some((file) => sources.test(file))) runs.push({ step, vitestArgs: files });
  return { runs, notes };
}

/**
 * Selects the tests that the changes since a commit can break.
 * @param since the default is HEAD, which selects uncommitted changes
 */
export function selectChangedRuns(since = "HEAD"): ReturnType<typeof selectRuns> {
  const changed = changedFiles(since);
  return changed.length === 0
    ? { runs: [], notes: ["Nothing has changed."] }
    : selectRuns(changed, relatedFiles(since));
}
