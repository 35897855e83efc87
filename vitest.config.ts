import { configDefaults, defineConfig } from "vitest/config";

/** Run before each test file. Check every response and event of the emulator against the contract. */
const setupFiles = ["./test/property-runs.ts", "./test/contract/check-responses.ts", "./test/contract/check-events.ts"];

/**
 * Makes test files share a process and its modules, which halves the CPU time of a run. Each core gets one process.
 * @param groupOrder order of the projects, which run one after another because a process serves the files of one
 * project only
 */
const sharedProcess = (groupOrder: number) => ({ isolate: false, maxWorkers: "100%", sequence: { groupOrder } });

/** Polling assertions end when they pass, so only a failing one waits that long. */
const longPolling = { expect: { poll: { timeout: 30_000 } } } as const;

// Only a hanging test reaches these limits. On a busy machine, everything takes several times as long.
const UNIT_TIMEOUT = 60_000;
const PROCESS_TIMEOUT = 120_000;

export default defineConfig({
  test: {
    reporters: process.stdout.isTTY
      ? ["default", "./scripts/test/slowest-files-reporter.ts"]
      : ["./scripts/test/suite-reporter.ts", "./scripts/test/slowest-files-reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          setupFiles,
          include: [
            "{packages,extension,action,scripts,test/bench,test/clock,test/contract,test/engines,test/extension,test/language}/**/*.test.{ts,tsx}",
          ],
          exclude: [...configDefaults.exclude, "extension/.output/**"],
          testTimeout: UNIT_TIMEOUT,
          hookTimeout: UNIT_TIMEOUT,
          ...sharedProcess(1),
          ...longPolling,
        },
      },
      {
        test: {
          name: "workflow",
          setupFiles,
          include: ["test/{cli,conformance,documents,site,workflow}/**/*.test.ts"],
          testTimeout: PROCESS_TIMEOUT,
          hookTimeout: PROCESS_TIMEOUT,
          ...sharedProcess(2),
          ...longPolling,
        },
      },
      {
        test: {
          name: "consumers",
          include: ["test/consumers/*.test.ts"],
          globalSetup: "./test/consumers/install.ts",
          testTimeout: PROCESS_TIMEOUT,
          hookTimeout: PROCESS_TIMEOUT,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: "browser",
          setupFiles,
          include: ["test/{browser,demo}/**/*.test.ts"],
          testTimeout: PROCESS_TIMEOUT,
          hookTimeout: PROCESS_TIMEOUT,
          ...sharedProcess(4),
          ...longPolling,
        },
      },
      {
        test: {
          name: "firefox",
          setupFiles,
          include: ["test/firefox/**/*.test.ts"],
          testTimeout: PROCESS_TIMEOUT,
          hookTimeout: PROCESS_TIMEOUT,
          ...sharedProcess(5),
          // Firefox is slow to start, so one process serves all files.
          maxWorkers: 1,
          ...longPolling,
        },
      },
    ],
  },
});
