/** A command that must succeed. Its program is in node_modules/.bin. */
export interface Check {
  readonly kind: "check";
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
}

/** A project of vitest.config.ts. */
export interface TestProject {
  readonly kind: "tests";
  readonly name: string;
  readonly project: string;
}

export type Step = Check | TestProject;

const tests = (project: string, name = `${project} tests`): TestProject => ({ kind: "tests", name, project });

/** Steps of each suite, in the order in which they run. */
export const SUITES = {
  checks: [
    { kind: "check", name: "format and lint", command: ["biome", "ci", "."] },
    // Later runs only check what has changed.
    {
      kind: "check",
      name: "types",
      command: ["tsc", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/types.tsbuildinfo"],
    },
    { kind: "check", name: "quality", command: ["node", "scripts/quality.ts"] },
  ],
  unit: [tests("unit")],
  workflow: [tests("workflow")],
  consumers: [tests("consumers", "consumer tests")],
  browser: [tests("browser")],
  firefox: [tests("firefox", "Firefox tests")],
} as const satisfies Readonly<Record<string, readonly Step[]>>;

export type SuiteName = keyof typeof SUITES;

export function isSuiteName(name: string): name is SuiteName {
  return Object.hasOwn(SUITES, name);
}

/** Suites of `npm test`. */
export const DEFAULT_SUITES: readonly SuiteName[] = ["checks", "unit", "workflow", "consumers", "browser"];

/** Suites whose result can depend on the machine's load. */
export const TEST_SUITES: readonly SuiteName[] = DEFAULT_SUITES.filter((name) => name !== "checks");
