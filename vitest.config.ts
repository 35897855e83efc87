import { configDefaults, defineConfig } from "vitest/config";

/** Runs before each test file: holds every response and event of the emulator against the contract. */
const setupFiles = ["./test/property-runs.ts", "./test/contract/check-answers.ts", "./test/contract/check-events.ts"];

/**
 * Test files share a process and its modules, which halves the CPU time of a run. Each core gets one process.
 * @param groupOrder projects run one after another: a process serves the files of one project only
 */
const shared = (groupOrder: number) => ({ isolate: false, maxWorkers: "100%", sequence: { groupOrder } });

/** Polling assertions end as soon as they hold; only a failing one waits that long. */
const patientPolling = { expect: { poll: { timeout: 30_000 } } } as const;

// Limits that only a hanging test reaches: on a busy machine everything takes several times as long.
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
            "{packages,extension,action,scripts,test/bench,test/clock,test/contract,test/extension}/**/*.test.{ts,tsx}",
          ],
          exclude: [...configDefaults.exclude, "extension/.output/**"],
          testTimeout: UNIT_TIMEOUT,
          hookTimeout: UNIT_TIMEOUT,
          ...shared(1),
          ...patientPolling,
        },
      },
      {
        test: {
          name: "workflow",
          setupFiles,
          include: ["test/{conformance,documents,site,workflow}/**/*.test.ts"],
          testTimeout: PROCESS_TIMEOUT,
          hookTimeout: PROCESS_TIMEOUT,
          ...shared(2),
          ...patientPolling,
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
          ...shared(4),
          ...patientPolling,
        },
      },
      {
        test: {
          name: "firefox",
          setupFiles,
          include: ["test/firefox/**/*.test.ts"],
          testTimeout: PROCESS_TIMEOUT,
          hookTimeout: PROCESS_TIMEOUT,
          ...shared(5),
          // Firefox is slow to start: one serves all files.
          maxWorkers: 1,
          ...patientPolling,
        },
      },
    ],
  },
});
