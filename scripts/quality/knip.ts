import type { KnipConfig } from "knip";

const config: KnipConfig = {
  // A type that an exported function takes or returns may be named by whoever calls it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Programs of the system, which the commands that need them say how to get.
  ignoreBinaries: ["apt-get", "fc-list", "openssl"],
  workspaces: {
    ".": {
      // What nothing imports: commands that people and workflows call, and what is built, bundled or started by its path.
      entry: [
        "scripts/*.{mjs,ts}",
        "scripts/quality/{knip,licences}.ts",
        "scripts/test/*-reporter.ts",
        "scripts/test/busy-loop.mjs",
        "scripts/**/*.fixture.{mjs,ts}",
        "test/consumers/projects/**/*.{js,ts}",
        "test/documents/given/**/*.{mjs,ts}",
        "test/bench/main.ts",
        "test/bench/apps/*.ts",
        "test/bench/client/worker/main.ts",
        "test/bench/deliveries/recovery-memory.ts",
        "test/browser/runtimes/receiving.ts",
        "test/workflow/webhooks/fake-redis.ts",
      ],
      ignoreDependencies: [
        // Started by name, in checks.ts.
        ...["cspell", "jscpd", "remark-cli", "remark-validate-links", "secretlint"],
        "@secretlint/secretlint-rule-preset-recommend",
        // Read or started from where they are installed.
        ...["@octokit/openapi-webhooks", "workerd"],
        // The documents' examples import them, and a test runs those.
        ...["fastify", "hono"],
        // The compiler's word on whose JSX it is; only the extension has any.
        "preact",
      ],
    },
    action: { entry: ["src/bundle/late-*.ts"] },
    // Its script is served to pages, from where it is installed.
    "packages/emulator": { ignoreDependencies: ["@hotwired/turbo"] },
  },
};

export default config;
