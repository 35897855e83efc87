import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "./inputs.ts";
import { runStep } from "./runner.ts";

const VALID_INPUTS = {
  task: "rotate-secrets",
  kind: "dependabot",
  organization: "acme",
  secret: "DEPLOY_KEY",
  value: "new",
  mode: "apply",
};

describe("invalid input", () => {
  const cases: [problem: string, inputs: Record<string, string>, message: string][] = [
    ["no task", { task: "" }, 'The input "task" is missing. For example: task: redeliver'],
    [
      "an unknown task",
      { task: "rotate" },
      'The input "task" must be rotate-secrets, set-variables, oidc-template or redeliver, got "rotate". For example: task: redeliver',
    ],
    ["an unknown mode", { mode: "do" }, 'The input "mode" must be plan, check, apply, matrix or merge, got "do".'],
    ["an unknown dialect", { dialect: "gitlab" }, 'The input "dialect" must be github or svc, got "gitlab".'],
    ["no token", { token: "" }, 'The input "token" is missing. For example: token: $'],
    [
      "a broken token",
      { token: "two words" },
      'The input "token" must not contain spaces or other characters that tokens cannot have. For',
    ],
    ["no secret name", { secret: "" }, 'The input "secret" is missing. For example: secret: DEPLOY_KEY'],
    [
      "an invalid secret name",
      { secret: "1-X" },
      'The input "secret" must contain only letters, digits and _, and not start with a digit, got "1-X".',
    ],
    [
      "an empty list",
      { task: "redeliver", repositories: " , " },
      'The input "repositories" must not be empty, got ","',
    ],
    [
      "a duplicate repository",
      { task: "redeliver", repositories: "acme/Widgets acme/widgets" },
      'must not contain duplicates, got "acme/widgets" (item 2 of the list).',
    ],
    [
      "an invalid API address with a password",
      { "api-url": "ftp://user:hunter2@x/" },
      'The input "api-url" must be an http or https URL, got a text that can contain a user name and password',
    ],
    ["zero attempts", { task: "redeliver", repositories: "a/b", "max-attempts": "0" }, "must be at least 1"],
    ["no value", { value: "" }, 'The input "value" is missing.'],
    [
      "an API address without a scheme",
      { "api-url": "forge" },
      'The input "api-url" must be an http or https URL, got "forge"',
    ],
    ["an invalid API address", { "api-url": "http://[" }, "The base URL"],
    ["an unknown token", { token: "ghp_wrong" }, "The token is wrong, expired or revoked."],
  ];
  for (const [problem, inputs, message] of cases) {
    test(`${problem} is reported in one line, with exit code 1 and no changes`, async ({ emulator }) => {
      const step = await runStep({ ...inputsFor(emulator), ...VALID_INPUTS, ...inputs });
      expect(step.exitCode).toBe(1);
      expect(step.errors).toHaveLength(1);
      expect(step.errors[0]).toContain(message);
      expect(step.log).not.toMatch(/^\s+at /m);
      expect(emulator.control.secrets()).toMatchObject([{ value: "the old deploy key" }]);
    });
  }

  test("masks secrets before it reports other invalid inputs", async () => {
    const secrets = { token: "ghp_a token", value: 'a "quoted"\nvalue', "state-token": "ghp_state" };
    const { log } = await runStep({ ...VALID_INPUTS, ...secrets, mode: "do" });
    const lines = log.split("\n").filter((line) => line !== "");
    const maskLines = lines
      .slice(
        0,
        lines.findIndex((line) => !line.startsWith("::add-mask::")),
      )
      .map(decodeURIComponent);
    for (const secret of Object.values(secrets)) {
      const forms = [secret, JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString("base64")];
      expect(maskLines).toEqual(expect.arrayContaining(forms.map((form) => `::add-mask::${form}`)));
    }
  });

  test("uses the runner's API if none is given", async ({ emulator }) => {
    const { "api-url": api = "", ...inputs } = { ...inputsFor(emulator), ...VALID_INPUTS };
    expect((await runStep(inputs, { GITHUB_API_URL: `${api}/` })).exitCode).toBe(0);
    expect((await runStep(inputs)).errors[0]).toContain(
      'The input "api-url" must be set, because GITHUB_API_URL is not.',
    );
  });

  test("responses cannot inject workflow commands", async () => {
    const server = createServer((_request, response) => {
      response.writeHead(403, { "content-type": "application/json" });
      response.end(JSON.stringify({ message: "No\n::set-env name=PATH::/evil\r\n::add-mask::x <img src=x>" }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : "";
    const step = await runStep({ ...VALID_INPUTS, token: "ghp_x", "api-url": `http://127.0.0.1:${port}` });
    server.close();
    expect(step.log).not.toMatch(/^::(set-env|add-mask::x)/m);
    expect(step.summary).toContain("&lt;img src=x&gt;");
  });

  test("reports an unreachable service", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : "";
    server.close();
    const step = await runStep({ ...VALID_INPUTS, token: "ghp_x", "api-url": `http://127.0.0.1:${port}` });
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain("No connection (ECONNREFUSED). Check the address and the network.");
  });

  test("reports a service that responds with a web page", async ({ emulator }) => {
    const server = createServer((_request, response) => {
      response.writeHead(404, { "content-type": "text/html" }).end("<!doctype html><p>Not here");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const step = await runStep({ ...inputsFor(emulator), ...VALID_INPUTS, "api-url": origin });
    server.close();
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain("returned 404 with a web page instead of JSON. Check the base URL");
    expect(step.errors[0]).toContain(`${origin}/api/v3`);
  });

  test("rejects inputs that contradict each other", async ({ emulator }) => {
    const step = await runStep({ ...inputsFor(emulator), task: "oidc-template", "include-claim-keys": "repo" });
    expect(step.errors[0]).toContain('The input "organization" or "repositories" must be set.');
    const both = { task: "oidc-template", organization: "acme", "use-default": "true" };
    const other = await runStep({ ...inputsFor(emulator), ...both });
    expect(other.errors[0]).toContain('The input "use-default" must not be true for an organization.');
    const contradictory = { task: "oidc-template", repositories: "acme/widgets", "use-default": "true" };
    const keys = await runStep({ ...inputsFor(emulator), ...contradictory, "include-claim-keys": "repo" });
    expect(keys.errors[0]).toContain('The input "use-default" must not be true if "include-claim-keys" is set');
  });
});
