import { defineConfig } from "vitest/config";

/** One browser serves all browser tests, so those files run in one worker, one after the other. */
const oneWorker = { fileParallelism: false, isolate: false } as const;

/** What is waited for is waited for as long as a tab waits for what it is to show. */
const patient = { expect: { poll: { timeout: 5000 } } } as const;

/** Every answer and event of the emulator in any test is held against the contract. */
const setupFiles = ["./test/contract/check-answers.ts", "./test/contract/check-events.ts"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          setupFiles,
          include: ["{packages,extension,action,scripts,test/contract,test/extension,test/bench}/**/*.test.{ts,tsx}"],
          // Many start a whole service, on machines that do much else.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "workflow",
          setupFiles,
          include: ["test/{conformance,documents,site,workflow}/**/*.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "consumers",
          include: ["test/consumers/*.test.ts"],
          globalSetup: "./test/consumers/install.ts",
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "browser",
          setupFiles,
          include: ["test/{browser,demo}/**/*.test.ts"],
          testTimeout: 30_000,
          ...oneWorker,
          ...patient,
        },
      },
      {
        test: {
          name: "firefox",
          setupFiles,
          include: ["test/firefox/**/*.test.ts"],
          testTimeout: 30_000,
          ...oneWorker,
          ...patient,
        },
      },
    ],
  },
});
