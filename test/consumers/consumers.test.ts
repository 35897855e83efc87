import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { signDelivery } from "@forgehand/core/webhooks";
import { chromium } from "playwright-core";
import { preview } from "vite";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import * as z from "zod/mini";
import { CHROMIUM } from "../../scripts/browsers.mjs";
import { findProgram } from "../../scripts/program.mjs";
import { type EmulatorProcess, startEmulatorFrom } from "../service/emulator-process.ts";
import { serveWorkerd } from "../service/workerd.ts";
import { cleanEnvironment } from "./environment.ts";
import { hoverText } from "./hover.ts";

const FOLDER = inject("consumers");
const tool = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
const TSC = tool("typescript/bin/tsc");
const VITE = tool("vite/bin/vite.js");
const ESBUILD = tool("esbuild/bin/esbuild");
const ROLLDOWN = tool("rolldown/bin/cli.mjs");
const VITEST = tool("vitest/vitest.mjs");

type EnvironmentVariables = Readonly<Record<string, string>>;

/** A project with both published packages installed. */
interface Consumer {
  /** Name of its folder. */
  readonly name: string;
  /** Arguments of its build steps. */
  readonly build: readonly (readonly string[])[];
  /**
   * Runs the built project.
   * @returns its output
   */
  readonly run: (folder: string, environment: EnvironmentVariables) => Promise<unknown>;
  readonly expectedOutput: unknown;
  /** The operations that it calls. */
  readonly expectedCalls: readonly string[];
}

const CONSUMERS: readonly Consumer[] = [
  {
    name: "node-esm",
    build: [],
    run: runWithNode("main.js"),
    expectedOutput: { stars: ["alice"], missing: true },
    expectedCalls: ["starRepository", "listStargazers", "getRepository"],
  },
  {
    name: "commonjs",
    build: [],
    run: runWithNode("main.js"),
    expectedOutput: { isThere: true },
    expectedCalls: ["getRepositoryActionsPublicKey", "putRepositoryActionsSecret", "listRepositoryActionsSecrets"],
  },
  {
    name: "nodenext",
    build: [[TSC, "-p", "."]],
    run: runWithNode("dist/main.js"),
    expectedOutput: { subscribed: true, received: "200 true" },
    expectedCalls: ["setSubscription", "getSubscription"],
  },
  {
    name: "bundler",
    build: [
      [TSC, "-p", "."],
      [ROLLDOWN, "src/main.ts", "--platform", "node", "--dir", "dist"],
    ],
    run: runWithNode("dist/main.js"),
    expectedOutput: { watched: expect.any(Array), missing: true, method: "PUT" },
    expectedCalls: ["listWatchedRepositories", "getRepository"],
  },
  {
    name: "esbuild",
    build: [[ESBUILD, "src/main.ts", "--bundle", "--platform=node", "--outfile=dist/main.cjs"]],
    run: runWithNode("dist/main.cjs"),
    expectedOutput: { sealed: 84 },
    expectedCalls: ["getRepositoryActionsPublicKey", "putRepositoryActionsSecret"],
  },
  {
    name: "esbuild",
    // As the README of the package recommends.
    build: [
      [
        ESBUILD,
        "src/main.ts",
        "--bundle",
        "--platform=node",
        "--format=esm",
        "--outfile=dist/main.mjs",
        "--banner:js=import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      ],
    ],
    run: runWithNode("dist/main.mjs"),
    expectedOutput: { sealed: 84 },
    expectedCalls: ["getRepositoryActionsPublicKey", "putRepositoryActionsSecret"],
  },
  {
    name: "vite",
    build: [[VITE, "build"]],
    run: runInBrowser("dist"),
    expectedOutput: { stars: ["alice"], missing: "PUT /api/v3/user/starred/acme/missing: 404 Not Found." },
    expectedCalls: ["starRepository", "listStargazers", "starRepository"],
  },
  {
    name: "service-worker",
    build: [[ESBUILD, "src/worker.ts", "--bundle", "--format=iife", "--conditions=worker", "--outfile=dist/worker.js"]],
    run: runInWorkerd,
    expectedOutput: "200 Handled.",
    expectedCalls: ["starRepository"],
  },
];

async function runNode(folder: string, args: readonly string[], environment: EnvironmentVariables): Promise<string> {
  const options = { cwd: folder, env: cleanEnvironment(environment) };
  // Compilers print errors on standard output.
  return promisify(execFile)(process.execPath, args, options).then(
    ({ stdout }) => stdout,
    (error) => Promise.reject(new Error(`${args.join(" ")} failed\n${error.stdout}${error.stderr}`)),
  );
}

/** Runs a file with Node and parses its standard output as JSON. */
function runWithNode(file: string): Consumer["run"] {
  return async (folder, environment) => JSON.parse(await runNode(folder, [file], environment));
}

/** Opens a page and parses the text of its `output` element as JSON. */
function runInBrowser(buildFolder: string): Consumer["run"] {
  return async (folder) => {
    const root = join(folder, buildFolder);
    const server = await preview({
      root,
      configFile: false,
      logLevel: "silent",
      build: { outDir: "." },
      preview: { host: "127.0.0.1", port: 0 },
    });
    const executablePath = findProgram(CHROMIUM);
    if (executablePath === undefined) throw new Error("No Chromium here. Run `npm run setup`, or set CHROMIUM_PATH.");
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const browser = await chromium.launch({ executablePath, args });
    try {
      const page = await browser.newPage();
      await page.goto(server.resolvedUrls?.local[0] ?? "");
      const output = page.locator("output:not(:empty)");
      await output.waitFor({ state: "attached" });
      return JSON.parse((await output.textContent()) ?? "");
    } finally {
      await browser.close();
      await server.close();
    }
  };
}

/** Sends a delivery to the worker and returns its response. */
async function runInWorkerd(folder: string, environment: EnvironmentVariables): Promise<string> {
  const worker = await serveWorkerd(folder, environment);
  try {
    const payload = { zen: "Anything added dilutes everything else.", hook_id: 1 };
    const delivery = await signDelivery({ event: "ping", payload, secret: environment["WEBHOOK_SECRET"] ?? "" });
    const response = await fetch(worker.url, delivery);
    return `${response.status} ${(await response.text()).trim()}`;
  } finally {
    await worker.stop();
  }
}

const CallLogSchema = z.object({ calls: z.array(z.object({ operation: z.nullable(z.string()) })) });

describe("with the published packages", () => {
  let emulator: EmulatorProcess;
  const control = async <S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S>> =>
    z.parse(schema, await (await emulator.control(`/${path}`)).json());

  beforeAll(async () => {
    const command = join(FOLDER, "node_modules/.bin/forgehand-emulator");
    // The page of a browser client is served on a free port.
    emulator = await startEmulatorFrom(command, "--control", "--allow-origin", "*");
  });
  beforeEach(async () => {
    await emulator.control("/reset", { method: "POST" });
  });
  afterAll(() => emulator.stop());

  test.each(CONSUMERS)("$name builds and runs", async ({ name, build, run, expectedOutput, expectedCalls }) => {
    const folder = join(FOLDER, name);
    const [url, token] = [emulator.apiUrl, emulator.tokens["alice"] ?? ""];
    const environment = {
      FORGE_URL: url,
      FORGE_TOKEN: token,
      VITE_FORGE_URL: url,
      VITE_FORGE_TOKEN: token,
      WEBHOOK_SECRET: "of the hook",
    };
    for (const step of build) await runNode(folder, step, environment);
    expect(await run(folder, environment)).toEqual(expectedOutput);
    const log = await control("calls", CallLogSchema);
    expect(log.calls.map(({ operation }) => operation)).toEqual(expectedCalls);
  });

  test("mistakes in code do not compile, with no other option than strict", async () => {
    expect(await runNode(join(FOLDER, "strict"), [TSC, "-p", "."], {})).toBe("");
  });

  test("editors show the route, the access and the public page of an operation", async () => {
    const file = join(FOLDER, "strict/src/typos.ts");
    const text = await hoverText(TSC, file, "listRepositoryActionsSecrets, { ...widgets, perpage");
    // Unknown fields are not among those of the response.
    expect(text).toContain("{\n    total_count: number;\n    secrets: Secret[];\n}");
    expect(text).toContain("`GET /repos/{owner}/{repo}/actions/secrets`");
    expect(text).toContain('an app\'s installation token, with the repository permission "Secrets" (read)');
    expect(text).toContain("https://docs.github.com/rest/actions/secrets#list-repository-secrets");
  });

  test("each test of a project gets its own emulator, and options don't leak into other files", async () => {
    const folder = join(FOLDER, "vitest");
    // Both files share one process and its modules. Each has one test with options and one without.
    const shared = ["--no-isolate", "--no-file-parallelism"];
    await runNode(folder, [VITEST, "run", ...shared, "--reporter=json", "--outputFile=report.json"], {});
    const report: unknown = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
    expect(report).toMatchObject({ numPassedTests: 4, numTotalTests: 4 });
  });

  test("a stack trace names the functions", async () => {
    const folder = join(FOLDER, "node-esm");
    const code = 'await import("@forgehand/core").then(({ createClient }) => createClient({ baseUrl: "nowhere" }))';
    const failing = runNode(folder, ["--input-type=module", "--eval", code], {});
    await expect(failing).rejects.toThrow(
      /InputError: .*\n(?: +at .*\n)* +at createClient \(.*\/core\/dist\/node\/chunks\/client\.js:\d+:\d+\)/,
    );
  });
});
