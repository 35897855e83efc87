import { relative } from "node:path";
import type { TestModule } from "vitest/node";
import type { FileDuration } from "./slowest-files.ts";

/** Returns how long each test file took. */
export function fileDurations(modules: readonly TestModule[]): FileDuration[] {
  return modules.map((module) => {
    const { collectDuration, duration } = module.diagnostic();
    return { file: relative(process.cwd(), module.moduleId), milliseconds: collectDuration + duration };
  });
}
