import { MinimalReporter, type TestModule, type Vitest } from "vitest/node";

type Summary = Parameters<MinimalReporter["reportTestSummary"]>;

/** Vitest reporter for non-interactive output: prints failures in full, and one line per suite. */
export default class SuiteReporter extends MinimalReporter {
  override onInit(ctx: Vitest): void {
    this.ctx = ctx;
    // Hides the output of passing tests.
    this.silent ??= "passed-only";
  }

  override reportTestSummary(...[, errors]: Summary): void {
    const seconds = ((this.end - this.start) / 1000).toFixed(1);
    const suites = Map.groupBy(this.ctx.state.getTestModules(), ({ project }) => project.name || "tests");
    for (const [name, modules] of suites) {
      this.log(`${suiteLine(name, modules)} in ${seconds} s`);
      for (const line of new Set(skipReasons(modules))) this.log(line);
    }
    if (errors.length > 0) this.log(`✗ ${errors.length} unhandled errors`);
  }
}

/** Formats the tests that were skipped for a reason, such as a program that is not installed, one per line. */
function skipReasons(modules: readonly TestModule[]): string[] {
  const tests = modules.flatMap(({ children }) => Array.from(children.allTests("skipped")));
  return tests.flatMap((test) => {
    const result = test.result();
    return result.state === "skipped" && result.note ? [`- skipped ${test.name}: ${result.note}`] : [];
  });
}

function suiteLine(name: string, modules: readonly TestModule[]): string {
  const states = modules.flatMap(({ children }) => Array.from(children.allTests(), (test) => test.result().state));
  const count = (state: (typeof states)[number]) => states.filter((candidate) => candidate === state).length;
  const broken = modules.filter((module) => module.state() === "failed").length;
  const parts = [
    `${count("passed")} passed`,
    ...(count("failed") > 0 ? [`${count("failed")} failed`] : []),
    ...(count("skipped") > 0 ? [`${count("skipped")} skipped`] : []),
    broken > 0 ? `${broken} of ${modules.length} files failed` : `${modules.length} files`,
  ];
  return `${broken > 0 ? "✗" : "✓"} ${name}: ${parts.join(", ")}`;
}
