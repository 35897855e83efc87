import type { KnipConfig } from "knip";

const config: KnipConfig = {
  // Callers of an exported function can need to name the types it takes or returns.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // System programs. The commands that need them explain how to install them.
  ignoreBinaries: ["apt-get", "fc-list", "openssl", "prlimit"],
  workspaces: {
    ".": {
      // Files that nothing imports: commands that people and workflows run, and files that are bundled or started by
      // path.
      entry: [
        "scripts/*.{mjs,ts}",
        "scripts/quality/{knip,licenses,lines}.ts",
        "scripts/quality/dependencies.mjs",
        "scripts/test/*-reporter.ts",
        "scripts/test/busy-loop.mjs",
        "scripts/**/*.fixture.{mjs,ts}",
        "test/consumers/projects/**/*.{js,ts}",
        "test/documents/given/**/*.{mjs,ts}",
        "test/bench/main.ts",
        "test/bench/apps/*.ts",
        "test/bench/worker/*.ts",
        "test/browser/runtimes/receiving.ts",
        "test/workflow/examples/local-action-entry.mjs",
      ],
      ignoreDependencies: [
        // Started by name, in checks.ts.
        "cspell",
        "dependency-cruiser",
        "jscpd",
        "remark-cli",
        "remark-validate-links",
        "secretlint",
        "@secretlint/secretlint-rule-preset-recommend",
        // Read or started from their installation folder.
        "@github/local-action",
        "@octokit/openapi-webhooks",
        "workerd",
        // Imported by examples in the documentation, which a test runs.
        "fastify",
        "hono",
        // The compiler's JSX import source; only the extension has JSX.
        "preact",
      ],
    },
    // Its exports are for the other packages here, so those that nothing imports are dead.
    "packages/tasks": { includeEntryExports: true },
    // The built modules of operations import them by name.
    "packages/core": { entry: ["src/contract/{rules,verifications}/*.ts"] },
    action: { entry: ["src/bundle/lazy-*.ts"] },
    // Its script is served to pages from its installation folder.
    "packages/emulator": { ignoreDependencies: ["@hotwired/turbo"] },
  },
};

export default config;
