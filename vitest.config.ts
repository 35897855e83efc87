import { defineConfig } from "vitest/config";

/** One browser serves all browser tests, so those files run in one worker, one after the other. */
const oneWorker = { fileParallelism: false, isolate: false } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{packages,extension,action,scripts,test/contract,test/bench}/**/*.test.{ts,tsx}"],
        },
      },
      { test: { name: "workflow", include: ["test/{conformance,workflow}/**/*.test.ts"], testTimeout: 30_000 } },
      { test: { name: "browser", include: ["test/{browser,demo}/**/*.test.ts"], testTimeout: 30_000, ...oneWorker } },
    ],
  },
});
