import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "./inputs.ts";
import { runStep, type StepResult } from "./runner.ts";

const TOKEN = 'ghp_0123456789+/ab=cd&"ef';

const SEED = {
  users: { alice: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: { "acme/widgets": { actions_secrets: { KEY: "old" } } },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
};
const test = emulatorTest({ seed: SEED }).extend<{ folder: string }>({
  folder: async ({ emulator: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "forgehand-masking-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

const ROTATE = { task: "rotate-secrets", kind: "actions", secret: "KEY", repositories: "acme/widgets", mode: "apply" };
const node = (script: string, ...args: string[]) => JSON.stringify([process.execPath, "-e", script, ...args]);

/** The forms in which programs and services repeat a secret. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  encodeURIComponent(secret).toLowerCase(),
  new URLSearchParams({ x: secret }).toString().slice(2),
  secret.replaceAll("&", "&amp;").replaceAll('"', "&quot;"),
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("hex").toUpperCase(),
  ...["", "x", "xx"].map((before) => Buffer.from(`${before}${secret}!`).toString("base64")),
  JSON.stringify(JSON.stringify(secret)).slice(3, -3),
];

/** Everything that a step writes, without its mask commands. */
const shownBy = ({ log, summary, report, outputs }: StepResult) =>
  [log.replaceAll(/^::add-mask::.*$/gm, ""), summary, report, ...Object.values(outputs)].join("\n");

function expectNothingShown(step: StepResult, secret: string): void {
  // The first and last characters of base64 depend on the text around the secret.
  for (const form of formsOf(secret)) expect(shownBy(step)).not.toContain(form.slice(4, -8));
}

describe("a secret is replaced in everything that the step writes", () => {
  test("if a service repeats the token in any encoding", async () => {
    const token = "ghp_0123456789abcdefghijklmnopqrstuv";
    const server = createServer((_request, response) => {
      response.writeHead(403, { "content-type": "application/json" });
      response.end(JSON.stringify({ message: formsOf(token).join(" ") }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : "";
    const inputs = { ...ROTATE, token, value: "new value", "api-url": `http://127.0.0.1:${port}` };
    const steps = [await runStep(inputs), await runStep({ ...inputs, shard: "acme" })];
    server.close();
    for (const step of steps) {
      expect(step.exitCode).toBe(1);
      expectNothingShown(step, token);
    }
    // The client already replaces the encodings that it knows.
    expect(steps[1]?.report).toMatch(/\[secret\]|\*\*\*/);
  });

  test("if a service repeats another credential where its message is shortened", async () => {
    const stateToken = "0123456789abcdef0123456789abcdef01234567";
    const server = createServer((_request, response) => {
      response.writeHead(403, { "content-type": "application/json" });
      response.end(JSON.stringify({ message: `${".".repeat(461)}${stateToken}` }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : "";
    const url = { "api-url": `http://127.0.0.1:${port}`, token: "ghp_0123456789", "state-token": stateToken };
    const step = await runStep({ ...ROTATE, ...url, value: "new value", shard: "acme" });
    server.close();
    expect(step.exitCode).toBe(1);
    expect(shownBy(step)).toContain("....");
    expect(shownBy(step)).not.toContain(stateToken.slice(0, 8));
  });

  test("if a command prints it within a longer text, in wrapped base64", async ({ emulator }) => {
    const value = "0123456789abcdefghijklmnopqrstuvwxyz".repeat(4);
    const script = `const value = require("fs").readFileSync(0);
      for (const [text, columns] of [["user:", /.{64}/g], ["x-access-token:", /.{76}/g], ["", /.{40}/g]])
        console.log(Buffer.from(text + value + "!").toString("base64").replace(columns, "$&\\n"))`;
    const step = await runStep({ ...inputsFor(emulator), ...ROTATE, value, deliver: node(script) });
    expect(step.errors).toEqual([]);
    const shown = shownBy(step);
    expect(shown).toContain("***");
    for (const text of ["user:", "x-access-token:", ""]) {
      const encoded = Buffer.from(`${text}${value}!`).toString("base64").slice(24, -8);
      for (let at = 0; at + 8 <= encoded.length; at++) expect(shown).not.toContain(encoded.slice(at, at + 8));
    }
  });

  test("if it is also given as an invalid input", async () => {
    for (const form of formsOf(TOKEN)) {
      const step = await runStep({ ...ROTATE, "state-token": TOKEN, mode: form });
      expect(step.errors[0]).toMatch(/^The input "mode" must be .*, got ".{0,3}\*\*\*/);
      expectNothingShown(step, TOKEN);
    }
  });

  test("if a command prints it in any encoding", async ({ emulator }) => {
    const value = "line one: a+b/c=d & \"e\"\nline two: <f> 'g' %h \\i";
    const printed = [...formsOf(value), ...value.split("\n").flatMap(formsOf)];
    const script = "console.error(process.argv.slice(1).join(' ')); process.stdout.write(JSON.parse(process.argv[1]))";
    const step = await runStep({
      ...inputsFor(emulator),
      ...ROTATE,
      "value-command": node(script, JSON.stringify(value), ...printed),
    });
    expect(step.errors).toEqual([]);
    expect(emulator.control.secrets()).toMatchObject([{ value }]);
    for (const secret of [value, ...value.split("\n")]) expectNothingShown(step, secret);
  });
});

describe("a value must not come from", () => {
  const variables = {
    ACTIONS_RUNTIME_TOKEN: "of.the.runner",
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "of.the.issuer",
    ACTIONS_ID_TOKEN_REQUEST_URL: "https://issuer.example",
  };

  test("an input, a credential of the runner, or a copy of the token", async ({ emulator }) => {
    const inputs = inputsFor(emulator);
    const { token = "" } = inputs;
    const copies = {
      COPY: `${token}\n`,
      HEADER: `Bearer ${token}`,
      GIT_HEADER: `basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`,
    };
    const environment = { ...variables, ...copies };
    for (const name of ["INPUT_TOKEN", "INPUT_API-URL", "ACTIONS_RUNTIME_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"]) {
      const step = await runStep({ ...inputs, ...ROTATE, "value-env": name }, environment);
      expect(step.errors[0]).toContain('"value-env" must not name an input or a credential of the runner, got');
    }
    for (const name of Object.keys(copies)) {
      const copy = await runStep({ ...inputs, ...ROTATE, "value-env": name }, environment);
      expect(copy.errors[0]).toContain('"value-env" must not give a value that contains a credential of this step');
    }
    const reversed = node("console.log([...process.argv[1]].reverse().join(''))", [...token].reverse().join(""));
    const printed = await runStep({ ...inputs, ...ROTATE, "value-command": reversed });
    expect(printed.errors[0]).toContain("must not contain a credential of this step itself");
    expect(emulator.control.secrets()).toMatchObject([{ value: "old" }]);
  });

  test.runIf(process.platform === "linux")(
    "the environment of a process, or a file of the runner",
    async ({ emulator, folder }) => {
      symlinkSync("/proc/self/environ", join(folder, "link"));
      symlinkSync("/proc", join(folder, "processes"));
      const paths = ["/proc/self/environ", "/proc/1/../self/environ", "link", "processes/self/environ", "/dev/fd/0"];
      for (const path of paths) {
        const inputs = { ...inputsFor(emulator), ...ROTATE };
        const step = await runStep({ ...inputs, "value-file": path }, { ...variables, GITHUB_WORKSPACE: folder });
        expect(step.errors[0]).toMatch(/"value-file" names ".*", which is a file of the operating system/);
        const config = await runStep({ ...inputs, config: path }, { ...variables, GITHUB_WORKSPACE: folder });
        expect(config.errors[0]).toContain("which is a file of the operating system");
      }
      const credentials = join(folder, ".credentials");
      writeFileSync(credentials, "{}");
      const step = await runStep({ ...inputsFor(emulator), ...ROTATE, "value-file": credentials });
      expect(step.errors[0]).toContain("which belongs to the runner or to Git");
      expect(emulator.control.secrets()).toMatchObject([{ value: "old" }]);
    },
  );
});

describe("a command", () => {
  const variables = {
    ACTIONS_RUNTIME_TOKEN: "of.the.runner",
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "of.the.issuer",
    ACTIONS_ID_TOKEN_REQUEST_URL: "https://issuer.example",
    KEPT: "yes",
  };
  const printVariables = "process.stdout.write(JSON.stringify([Object.entries(process.env), process.argv]))";

  test("gets no credentials of the step or the runner", async ({ emulator }) => {
    const inputs = inputsFor(emulator);
    const { token = "" } = inputs;
    const step = await runStep(
      { ...inputs, ...ROTATE, "state-token": "ghp_of_the_state", "value-command": node(printVariables) },
      { ...variables, GH_TOKEN: token, COPY: "ghp_of_the_state", AUTHORIZATION: `Bearer ${token}` },
    );
    expect(step.errors).toEqual([]);
    const value = String(emulator.control.secrets()[0]?.value);
    expect(value).toContain('["KEPT","yes"]');
    for (const hidden of [token, "ghp_of_the_state", "of.the.runner", "of.the.issuer", "INPUT_", "ACTIONS_"])
      expect(value).not.toContain(hidden);
  });

  test("can request identity tokens if that is allowed", async ({ emulator }) => {
    // Values that contain credentials are refused, so the command reverses them.
    const print = "process.stdout.write([...JSON.stringify(Object.entries(process.env))].reverse().join(''))";
    const inputs = { ...inputsFor(emulator), ...ROTATE, "value-command": node(print) };
    const step = await runStep({ ...inputs, "allow-id-token": "true" }, variables);
    expect(step.errors).toEqual([]);
    const value = [...String(emulator.control.secrets()[0]?.value)].reverse().join("");
    for (const shown of ["of.the.issuer", "https://issuer.example"]) expect(value).toContain(shown);
    expect(value).not.toContain("of.the.runner");
  });

  test("must not have a credential as an argument", async ({ emulator }) => {
    const inputs = inputsFor(emulator);
    for (const name of ["value-command", "deliver"] as const) {
      const source = name === "deliver" ? { value: "new" } : {};
      const command = node("0", `--token=${inputs["token"]}`);
      const step = await runStep({ ...inputs, ...ROTATE, ...source, [name]: command });
      expect(step.errors[0]).toContain(`"${name}" must not contain a credential that this step itself uses`);
    }
    expect(emulator.control.secrets()).toMatchObject([{ value: "old" }]);
  });
});

describe("a token is not sent over http to another machine", () => {
  const inputs = { ...ROTATE, token: "ghp_of_the_step", value: "new value" };

  test("unless that is allowed", async () => {
    for (const url of ["http://forge.invalid/api/v3", "http://127.0.0.1.forge.invalid", "http://10.0.0.1:9"]) {
      for (const given of [runStep({ ...inputs, "api-url": url }), runStep(inputs, { GITHUB_API_URL: url })]) {
        const step = await given;
        expect(step.errors[0]).toMatch(/(The input "api-url"|GITHUB_API_URL) must be an https URL, got "http:/);
      }
    }
    const step = await runStep({ ...inputs, "api-url": "http://forge.invalid", "allow-http": "true" });
    expect(step.errors[0]).toContain("No connection");
  });

  test("to request an identity token", async ({ emulator }) => {
    const variables = {
      ACTIONS_ID_TOKEN_REQUEST_URL: "http://issuer.invalid/token",
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "of.the.issuer",
    };
    const expectation = { ...inputsFor(emulator), task: "oidc-template", "expect-subject": "repo:acme/widgets" };
    const step = await runStep(expectation, variables);
    expect(step.errors[0]).toContain("ACTIONS_ID_TOKEN_REQUEST_URL must be an https URL");
  });
});
