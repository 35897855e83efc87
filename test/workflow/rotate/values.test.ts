import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "../inputs.ts";
import { runStep, type StepResult } from "../runner.ts";

const SEED = {
  users: { alice: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: {
    "acme/widgets": { actions_secrets: { KEY: "old" } },
    "acme/gears": { actions_secrets: { KEY: "old" } },
    "acme/bolts": { actions_secrets: { KEY: "old" } },
  },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
};
const test = emulatorTest({ seed: SEED }).extend<{ folder: string }>({
  folder: async ({ emulator: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "forgehand-values-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

const ONE_REPOSITORY = {
  task: "rotate-secrets",
  kind: "actions",
  secret: "KEY",
  repositories: "acme/widgets",
  mode: "apply",
};
const ALL_REPOSITORIES = { ...ONE_REPOSITORY, repositories: "acme/*" };
const node = (script: string, ...args: string[]) => JSON.stringify([process.execPath, "-e", script, ...args]);

const valuesOf = ({ control }: Emulator) =>
  Object.fromEntries(control.secrets().map(({ repository, value }) => [repository, value]));

/** Expects a value, in all its encodings, to appear only in mask commands. */
function expectHidden(step: StepResult, value: string | Buffer): void {
  const bytes = Buffer.from(value);
  const text = bytes.toString();
  const forms = [text, bytes.toString("base64"), JSON.stringify(text).slice(1, -1)];
  const shown = [
    step.log.replaceAll(/^::add-mask::.*$/gm, ""),
    step.summary,
    step.report,
    ...Object.values(step.outputs),
  ];
  for (const form of forms) {
    for (const output of shown) expect(output).not.toContain(form);
    // Workflow commands escape these characters.
    const masked = form.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
    expect(step.log).toContain(`::add-mask::${masked}`);
  }
}

describe("a value comes from", () => {
  test("an environment variable", async ({ emulator }) => {
    const value = 'line one "quoted"\nline two ü';
    const step = await runStep(
      { ...inputsFor(emulator), ...ONE_REPOSITORY, "value-env": "NEW_KEY" },
      { NEW_KEY: value },
    );
    expect(step.errors).toEqual([]);
    expect(valuesOf(emulator)["acme/widgets"]).toBe(value);
    expectHidden(step, value);
    const unset = await runStep({ ...inputsFor(emulator), ...ONE_REPOSITORY, "value-env": "NEW_KEY" });
    expect(unset.errors[0]).toContain('"value-env" names NEW_KEY, which is not set in the environment of this step');
    const empty = await runStep({ ...inputsFor(emulator), ...ONE_REPOSITORY, "value-env": "NEW_KEY" }, { NEW_KEY: "" });
    expect(empty.errors[0]).toContain("which is empty");
  });

  test("a file, unchanged", async ({ emulator, folder }) => {
    const file = join(folder, "key.pem");
    const all = { ...inputsFor(emulator), ...ONE_REPOSITORY, "value-file": file };
    expect((await runStep(all)).errors[0]).toMatch(/"value-file" names ".*key.pem", which does not exist\./);
    expect((await runStep({ ...all, "value-file": folder })).errors[0]).toContain("which is a folder");
    writeFileSync(file, "");
    expect((await runStep(all)).errors[0]).toContain("which is empty");
    writeFileSync(file, "x".repeat(50_000));
    expect((await runStep(all)).errors[0]).toContain("must be at most 49,152 bytes (48 KB), got 50,000.");
    const value = "-----BEGIN KEY-----\r\nc2VjcmV0LWJ5dGVz\r\n-----END KEY-----\r\n";
    writeFileSync(file, value);
    const step = await runStep(all);
    expect(step.errors).toEqual([]);
    expect(valuesOf(emulator)["acme/widgets"]).toBe(value);
    expectHidden(step, value);
  });

  test("a command, without its line break, and never printed", async ({ emulator }) => {
    const script = "console.log('printed-value'); console.error('found printed-value at ' + process.argv[1])";
    const all = { ...inputsFor(emulator), ...ONE_REPOSITORY, "value-command": node(script, "the $HOME vault") };
    const planned = await runStep({ ...all, mode: "plan" });
    expect(planned.log).not.toContain("found");
    const step = await runStep(all);
    expect(step.errors).toEqual([]);
    expect(valuesOf(emulator)["acme/widgets"]).toBe("printed-value");
    expect(step.log).toContain("found *** at the $HOME vault");
    expect(step.log.indexOf("::add-mask::printed-value")).toBeLessThan(step.log.indexOf("found ***"));
    expectHidden(step, "printed-value");
  });

  test("a file or a command, with or without its line break", async ({ emulator, folder }) => {
    const file = join(folder, "token");
    writeFileSync(file, "from-a-file\n");
    const all = { ...inputsFor(emulator), ...ONE_REPOSITORY };
    const written = async (inputs: Readonly<Record<string, string>>) => {
      const step = await runStep({ ...all, ...inputs });
      expect(step.errors).toEqual([]);
      return { value: valuesOf(emulator)["acme/widgets"], warnings: step.warnings, log: step.log };
    };
    const kept = await written({ "value-file": file });
    expect(kept.value).toBe("from-a-file\n");
    expect(kept.warnings).toEqual([
      expect.stringContaining("ends with a line break, which becomes part of the secret."),
    ]);
    expect(await written({ "value-file": file, trim: "none" })).toMatchObject({ value: "from-a-file\n", warnings: [] });
    expect(await written({ "value-file": file, trim: "line-break" })).toMatchObject({
      value: "from-a-file",
      warnings: [],
    });
    const command = node("process.stdout.write('printed\\n\\n')");
    const trimmed = await written({ "value-command": command });
    expect(trimmed.value).toBe("printed\n");
    expect(trimmed.log).toContain("was removed. Set trim: none to keep it.");
    expect((await written({ "value-command": command, trim: "none" })).value).toBe("printed\n\n");
    const generated = await runStep({ ...all, generate: "hex 16", "allow-undelivered": "true", trim: "none" });
    expect(generated.errors[0]).toContain('"trim" must not be set with generate');
  });

  const invalidCommands: [label: string, command: string, message: string][] = [
    ["fails", node("console.error('sealed'); process.exit(3)"), "ended with exit code 3. See its messages in the log."],
    ["prints nothing", node("console.log()"), "printed no value to its standard output"],
    [
      "prints far too much",
      node("console.error('x'.repeat(99)); console.log('x'.repeat(60000))"),
      "printed more than 49,154 bytes",
    ],
    [
      "prints a value that is one byte too long",
      node("console.log('x'.repeat(49153))"),
      "must be at most 49,152 bytes (48 KB), got 49,153.",
    ],
    ["does not exist", '["no-such-program"]', "could not be run: program not found."],
  ];
  test("a command that cannot inject workflow commands", async ({ emulator }) => {
    // If the runner executed this output, it would print later mask commands instead of executing them.
    const printCommands =
      'console.error("##[stop-commands]x\\n::stop-commands::x\\nsee ##[add-mask]KEY"); console.log("from a command");';
    const step = await runStep({ ...inputsFor(emulator), ...ONE_REPOSITORY, "value-command": node(printCommands) });
    expect(step.errors).toEqual([]);
    expect(step.log).not.toContain("##[");
    expect(step.log).not.toMatch(/^\s*::stop-commands/m);
    expect(step.log).toContain("stop-commands]x");
  });

  test.for(invalidCommands)("a command, unless it %s", async ([, command, message], { emulator }) => {
    const step = await runStep({ ...inputsFor(emulator), ...ONE_REPOSITORY, "value-command": command });
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain(message);
    expect(step.log).not.toMatch(/^\s+at /m);
    expect(step.log.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain("xxxx");
    expect(valuesOf(emulator)["acme/widgets"]).toBe("old");
  });

  test("a generator, shared or one for each target", async ({ emulator }) => {
    const generated = {
      ...inputsFor(emulator),
      ...ALL_REPOSITORIES,
      generate: "alphanumeric 40",
      "allow-undelivered": "true",
    };
    const shared = await runStep({ ...generated, "value-for": "all" });
    expect(shared.errors).toEqual([]);
    const [value = "", ...others] = [...new Set<string>(Object.values(valuesOf(emulator)))];
    expect(others).toEqual([]);
    expect(value).toMatch(/^[A-Za-z0-9]{40}$/);
    expectHidden(shared, value);
    await runStep({ ...generated, "value-for": "each" });
    expect(new Set([value, ...Object.values(valuesOf(emulator))]).size).toBe(4);
  });
});

describe("a value of only whitespace", () => {
  // An input that references an unavailable secret has such a value.
  test.for([
    [{ value: "\n" }, {}],
    [{ "value-env": "NEW_KEY" }, { NEW_KEY: " \r\n" }],
    [{ "value-command": node("console.log('\\n')") }, {}],
  ] as const)("is rejected: %j", async ([inputs, variables], { emulator }) => {
    const step = await runStep({ ...inputsFor(emulator), ...ONE_REPOSITORY, ...inputs }, { ...variables });
    expect(step.errors.join()).toContain("must not be blank");
    expect(valuesOf(emulator)["acme/widgets"]).toBe("old");
  });
});

describe("a value is delivered first", () => {
  const deliver = (folder: string, extra = "") =>
    node(
      `const fs = require("fs"); let all = ""; process.stdin.setEncoding("utf8").on("data", (part) => { all += part; })
       .on("end", () => { const { FORGEHAND_TARGET: target } = process.env; ${extra}
         fs.appendFileSync(process.argv[1], JSON.stringify({ value: all, target, env: Object.fromEntries(
           Object.entries(process.env).filter(([name]) => /^(FORGEHAND|INPUT)_/.test(name))) }) + "\\n");
         console.log("took " + all); console.error("thanks"); })`,
      join(folder, "delivered"),
    );
  const deliveredIn = (folder: string) => {
    return readFileSync(join(folder, "delivered"), "utf8")
      .trim()
      .split("\n")
      .map((line): Record<string, unknown> => JSON.parse(line));
  };

  test("one for each target, and a value that is not accepted is not written", async ({ emulator, folder }) => {
    const rejectGears = 'if (target === "acme/gears") process.exit(4);';
    const step = await runStep({
      ...inputsFor(emulator),
      ...ALL_REPOSITORIES,
      generate: "hex 32",
      "value-for": "each",
      deliver: deliver(folder, rejectGears),
    });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "2", failed: "1" });
    expect(step.errors[0]).toMatch(/acme\/gears: KEY: The command .* ended with exit code 4\./);
    const values = valuesOf(emulator);
    expect(values["acme/gears"]).toBe("old");
    const delivered = deliveredIn(folder);
    expect(delivered).toHaveLength(2);
    for (const { value, target } of delivered) expect(values[String(target)]).toBe(value);
    expect(delivered[0]?.["env"]).toMatchObject({
      FORGEHAND_SECRET: "KEY",
      FORGEHAND_KIND: "actions",
      FORGEHAND_LEVEL: "repository",
      FORGEHAND_REPOSITORY: delivered[0]?.["target"],
      FORGEHAND_ORGANIZATION: "acme",
    });
    // The command gets no inputs, which include the token.
    expect(Object.keys(Object(delivered[0]?.["env"])).filter((name) => name.startsWith("INPUT_"))).toEqual([]);
    expect(step.log).toContain("took ***");
    for (const { value } of delivered) expectHidden(step, String(value));
  });

  test("a shared value once, and nothing is written if it is not accepted", async ({ emulator, folder }) => {
    const all = { ...inputsFor(emulator), ...ALL_REPOSITORIES, generate: "bytes 32", "value-for": "all" };
    const rejected = await runStep({ ...all, deliver: node("process.exit(1)") });
    expect(rejected.outputs).toMatchObject({ changed: "0", failed: "3" });
    expect(rejected.errors[0]).toContain("It must receive the new value before the secret is changed.");
    expect(new Set(Object.values(valuesOf(emulator)))).toEqual(new Set(["old"]));
    const step = await runStep({ ...all, generate: "hex 40", deliver: deliver(folder) });
    expect(step.errors).toEqual([]);
    const delivered = deliveredIn(folder);
    expect(delivered).toMatchObject([{ env: { FORGEHAND_TARGETS: "3" } }]);
    expect(String(delivered[0]?.["target"]).split("\n").sort()).toEqual(["acme/bolts", "acme/gears", "acme/widgets"]);
    expect(new Set(Object.values(valuesOf(emulator)))).toEqual(new Set([delivered[0]?.["value"]]));
  });

  test("to a command that does not read it", async ({ emulator }) => {
    const value = "x".repeat(48 * 1024);
    const closeInput = node("process.stdin.destroy(); setTimeout(() => 0, 50)");
    const step = await runStep({ ...inputsFor(emulator), ...ONE_REPOSITORY, value, deliver: closeInput });
    expect(step.errors).toEqual([]);
    expect(valuesOf(emulator)["acme/widgets"]).toBe(value);
  });

  test("or must be marked with allow-undelivered", async ({ emulator }) => {
    const step = await runStep({ ...inputsFor(emulator), ...ONE_REPOSITORY, generate: "hex 40" });
    expect(step.errors[0]).toContain('"generate" needs "deliver"');
    expect(emulator.control.calls()).toEqual([]);
  });
});
