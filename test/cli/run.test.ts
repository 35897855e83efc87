import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, vi } from "vitest";
import * as z from "zod/mini";
import { listenOnFreePort } from "../service/listen.ts";
import { addRepositories } from "../workflow/fleet/add-repositories.ts";
import { runCli, startCli } from "./cli-process.ts";
import { POLL_OPTIONS, test, variablesFor } from "./run-cli.ts";

const ROTATE = ["--task", "rotate-secrets", "--repositories", "acme/widgets", "--secret", "KEY", "--value-env", "NEW"];
const NEW = { NEW: "a new secret value" };

const ReportSchema = z.object({
  version: z.literal(1),
  mode: z.string(),
  cancelled: z.boolean(),
  tasks: z.array(
    z.object({ task: z.string(), outcomes: z.array(z.object({ end: z.string(), note: z.optional(z.string()) })) }),
  ),
  problems: z.optional(z.array(z.object({ target: z.string(), problem: z.string() }))),
});

const readReport = (stdout: string) => z.parse(ReportSchema, JSON.parse(stdout));

describe("exit codes", () => {
  test("of plan and check say whether there are changes", async ({ emulator, folder }) => {
    const variables = { ...variablesFor(emulator), ...NEW };
    const missing = [...ROTATE, "--when", "missing"];
    expect((await runCli(folder, ["plan", ...missing], variables)).exitCode).toBe(2);
    expect((await runCli(folder, ["check", ...missing], variables)).exitCode).toBe(2);
    expect((await runCli(folder, ["apply", "--yes", ...missing], variables)).exitCode).toBe(0);
    expect(emulator.control.secrets()).toContainEqual(expect.objectContaining({ name: "KEY", value: NEW.NEW }));
    const again = await runCli(folder, ["plan", ...missing], variables);
    expect(again.exitCode).toBe(0);
    expect(again.stdout).toContain("0 would be changed (nothing was), 1 skipped.");
    expect((await runCli(folder, ["apply", "--yes", ...missing], variables)).exitCode).toBe(0);
  });

  test.for([
    ["an expired token", { GH_TOKEN: "ghp_wrong" }, "The token is wrong, expired or revoked"],
    ["a dead network", { GITHUB_API_URL: "http://127.0.0.1:1" }, "No connection (ECONNREFUSED)"],
    ["a missing permission", { GH_TOKEN: "mallory" }, "Either it does not exist, or this token cannot see it"],
  ] as const)("of %s is 1, with its reason", async ([, broken, reason], { emulator, folder }) => {
    const token = "GH_TOKEN" in broken ? (emulator.tokens[broken.GH_TOKEN] ?? broken.GH_TOKEN) : undefined;
    const variables = { ...variablesFor(emulator), ...NEW, ...broken, ...(token && { GH_TOKEN: token }) };
    const args = ["apply", "--yes", ...ROTATE.map((word) => word.replace("widgets", "gears"))];
    const { exitCode, stdout, stderr } = await runCli(folder, args, variables);
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toContain(reason);
    expect(stdout + stderr).not.toMatch(/^\s+at /m);
    const json = await runCli(folder, [...args, "--json"], variables);
    expect(json.exitCode).toBe(1);
    expect(JSON.stringify(JSON.parse(json.stdout))).toContain(reason);
    expect(json.stderr).toContain(reason);
  });
});

describe("apply without a terminal", () => {
  test("requires --yes and changes nothing", async ({ emulator, folder }) => {
    const variables = { ...variablesFor(emulator), ...NEW };
    const { exitCode, stdout, stderr } = await runCli(folder, ["apply", ...ROTATE], variables);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain("forgehand apply must have --yes without a terminal to ask in.");
    expect(emulator.control.calls()).toEqual([]);
  });

  test("takes a value from standard input, and shows it nowhere", async ({ emulator, folder }) => {
    const args = ["apply", "--yes", "--json", "--verbose", ...ROTATE.slice(0, -2), "--value-file", "-"];
    const done = await runCli(folder, args, variablesFor(emulator), "piped secret value\n");
    expect(done.exitCode).toBe(0);
    expect(emulator.control.secrets()).toContainEqual(
      expect.objectContaining({ name: "KEY", value: "piped secret value" }),
    );
    expect(done.stdout + done.stderr).not.toContain("piped secret value");
    expect(done.stderr).toContain("Call 1: ");
    expect(done.stdout + done.stderr).not.toContain(emulator.tokens["alice"]);
  });

  test("cancels at the first signal, and reports every outcome", async ({ emulator, folder }) => {
    await addRepositories(emulator, "acme", 30);
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", after: 10, delay: 3600, times: 3 });
    const args = [
      "apply",
      "--yes",
      "--json",
      "--pace",
      "polite",
      ...ROTATE.map((word) => word.replace("widgets", "service-*")),
    ];
    const { child, done } = startCli(folder, args, { ...variablesFor(emulator), ...NEW });
    const writes = () => emulator.control.calls().filter(({ operation }) => operation === "putRepositoryActionsSecret");
    await vi.waitFor(() => expect(writes().length).toBeGreaterThan(3), POLL_OPTIONS);
    child.kill("SIGINT");
    const { exitCode, stdout, stderr } = await done;
    expect(exitCode).toBe(1);
    expect(stderr).toContain("The run was cancelled: finishing work in progress");
    const { cancelled, tasks } = readReport(stdout);
    expect(cancelled).toBe(true);
    expect(tasks[0]?.outcomes).toHaveLength(30);
    const changed = tasks[0]?.outcomes.filter(({ end }) => end === "changed").length;
    expect(changed).toBe(emulator.control.secrets().filter(({ value }) => value === NEW.NEW).length);
    expect(tasks[0]?.outcomes.some(({ end }) => end === "not-started")).toBe(true);
  });

  test("completes although nothing reads its output", async ({ emulator, folder }) => {
    const { child, done } = startCli(folder, ["apply", "--yes", ...ROTATE], { ...variablesFor(emulator), ...NEW });
    child.stdout?.destroy();
    child.stderr?.destroy();
    expect((await done).exitCode).toBe(0);
    expect(emulator.control.secrets()).toContainEqual(expect.objectContaining({ name: "KEY", value: NEW.NEW }));
  });
});

describe("output", () => {
  test("with --json is one document, and logs go to standard error", async ({ emulator, folder }) => {
    const variables = { ...variablesFor(emulator), ...NEW };
    const { stdout, stderr } = await runCli(folder, ["plan", "--json", ...ROTATE], variables);
    expect(readReport(stdout)).toMatchObject({ mode: "plan", tasks: [{ task: "rotate-secrets" }] });
    expect(stderr).toContain("Rotate secrets: ");
    const invalid = await runCli(folder, ["plan", "--json", "--task", "rotate-secrets", "--level", "x"], variables);
    expect(readReport(invalid.stdout).problems?.[0]?.problem).toMatch(
      /^--level must be organization, repository or environment, got "x"\./,
    );
  });

  test("is coloured only in a terminal or on request", async ({ emulator, folder }) => {
    const variables = { ...variablesFor(emulator), ...NEW };
    const plain = await runCli(folder, ["plan", ...ROTATE], variables);
    const coloured = await runCli(folder, ["plan", "--color", ...ROTATE], variables);
    expect(plain.stdout).not.toContain("\u001b");
    expect(coloured.stdout).toContain("\u001b[33mplanned\u001b[39m");
    // Each run reports its own duration: `4 calls in 0.2 s.`
    const withoutDuration = (text: string) => text.replace(/ calls in [\d.]+ s\./, " calls.");
    expect(withoutDuration(plain.stdout)).toMatch(/\d calls\.$/m);
    expect(withoutDuration(stripVTControlCharacters(coloured.stdout))).toBe(withoutDuration(plain.stdout));
  });

  test("never contains control sequences of the service", async ({ folder }) => {
    const evil = "\u001b[2J\u001b]0;owned\u0007 \u009b31m \u202egnp.exe \u2066x";
    const server = createServer((_request, response) => {
      response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify({ message: evil }));
    });
    const origin = `http://127.0.0.1:${await listenOnFreePort(server)}`;
    const variables = { GITHUB_API_URL: origin, GH_TOKEN: "ghp_x", ...NEW };
    for (const flags of [["--verbose"], ["--json"]]) {
      const { exitCode, stdout, stderr } = await runCli(folder, ["plan", ...flags, ...ROTATE], variables);
      expect(exitCode).toBe(1);
      expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
      expect(stdout + stderr).toContain("gnp.exe");
    }
  });
});

describe("the configuration file", () => {
  const FILE = "rotate-secrets: { repositories: acme/widgets, secret: FROM_FILE, value-env: NEW }\n";

  test("is found in the folder, and flags override it", async ({ emulator, folder }) => {
    writeFileSync(join(folder, "forgehand.yml"), FILE);
    const variables = { ...variablesFor(emulator), ...NEW };
    const found = await runCli(folder, ["plan"], variables);
    expect(found.stderr).toContain("Using forgehand.yml.");
    expect(found.stdout).toContain("acme/widgets: FROM_FILE");
    const overridden = await runCli(folder, ["plan", "--secret", "OTHER"], variables);
    expect(overridden.stdout).toContain("acme/widgets: OTHER");
    const byFlags = await runCli(folder, ["plan", ...ROTATE], variables);
    expect(byFlags.stderr).not.toContain("forgehand.yml");
    expect(byFlags.stdout).toContain("acme/widgets: KEY");
  });

  test("that is missing is explained", async ({ emulator, folder }) => {
    const { exitCode, stderr } = await runCli(folder, ["plan"], variablesFor(emulator));
    expect(exitCode).toBe(1);
    expect(stderr).toBe("Error: --task is missing. For example: --task redeliver\n");
  });

  test("can't send the own token as a value", async ({ emulator, folder }) => {
    writeFileSync(join(folder, "forgehand.yml"), FILE.replace("NEW", "GH_TOKEN"));
    const { exitCode, stdout, stderr } = await runCli(folder, ["apply", "--yes"], variablesFor(emulator));
    expect(exitCode).toBe(1);
    expect(stderr).toContain("must not give a value that contains a credential");
    expect(stdout + stderr).not.toContain(emulator.tokens["alice"]);
  });
});

describe("credentials", () => {
  test("of github.com are not sent to another host", async ({ folder }) => {
    const variables = { GH_TOKEN: "ghp_for_github", GH_HOST: "ghe.example.com" };
    const { exitCode, stderr } = await runCli(
      folder,
      ["plan", "--task", "redeliver", "--repositories", "a/b"],
      variables,
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain("GH_TOKEN is for github.com and is not sent to ghe.example.com.");
  });
});
