import { createServer, request } from "node:http";
import { createClient } from "@forgehand/core";
import { listInstallations } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test as base, emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "./inputs.ts";
import { runStep } from "./runner.ts";

const ORGANIZATION = {
  members: { alice: "owner" },
  updater_secrets: { DEPLOY_KEY: { value: "old", visibility: "all" } },
};

/** Two more organizations. The app is installed in one of them. */
const MORE_ORGANIZATIONS = {
  organizations: { globex: ORGANIZATION, initech: ORGANIZATION },
  apps: { robot: { client_id: "Iv1.robot", owner: "acme", installations: { acme: {}, globex: {} } } },
};

const ROTATE = {
  task: "rotate-secrets",
  kind: "dependabot",
  secret: "DEPLOY_KEY",
  value: "a new deploy key",
  mode: "apply",
};

const test = base.extend<{ app: Record<string, string> }>({
  /** The inputs of a step that uses the app's credentials. */
  app: async ({ emulator }, use) => {
    await emulator.control.seed(MORE_ORGANIZATIONS);
    const key = await emulator.control.createAppKey("robot");
    await use({ "api-url": emulator.apiUrl, "app-id": "Iv1.robot", "private-key": key, ...ROTATE });
  },
});

const valuesOf = (emulator: Emulator) =>
  Object.fromEntries(emulator.control.secrets().map(({ organization, value }) => [organization, value]));

/** The values of the add-mask commands in a log. */
const masksOf = (log: string) => new Set(Array.from(log.matchAll(/^::add-mask::(.*)$/gm), ([, text]) => text));

/** The IDs of the app's installations, by owner. */
async function installationIds(app: Record<string, string>): Promise<Record<string, number>> {
  const { "api-url": baseUrl = "", "app-id": id = "", "private-key": privateKey = "" } = app;
  const client = createClient({ baseUrl, credentials: { app: id, privateKey } });
  const all = await Array.fromAsync(client.items(listInstallations, {}));
  return Object.fromEntries(
    all.flatMap(({ id, account }) => (account && "login" in account ? [[account.login, id]] : [])),
  );
}

describe("an app", () => {
  test("uses the installation of each owner, looked up once", async ({ emulator, app }) => {
    const step = await runStep({ ...app, organization: "ACME, globex" });
    expect(step.errors).toEqual([]);
    expect(valuesOf(emulator)).toMatchObject({ acme: ROTATE.value, globex: ROTATE.value, initech: "old" });
    const count = (name: string) => emulator.control.calls().filter(({ operation }) => operation === name).length;
    expect([count("listInstallations"), count("createInstallationToken")]).toEqual([1, 2]);
    expect(step.log).toContain(`${emulator.control.calls().length} calls in `);
  });

  test("masks its key, its own tokens and those of its installations", async ({ app }) => {
    const { "private-key": key = "", ...others } = app;
    const oneLine = key.trim().replaceAll("\n", "\\n");
    const step = await runStep({ ...others, "private-key": oneLine, organization: "acme" });
    expect(step.exitCode).toBe(0);
    const masks = masksOf(step.log);
    for (const line of key.trim().split("\n")) expect(masks).toContain(line);
    expect(masks).toContain(oneLine);
    expect([...masks].filter((mask) => /^ghs_\w+$/.test(mask ?? ""))).toHaveLength(1);
    expect([...masks].filter((mask) => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(mask ?? ""))).not.toEqual([]);
  });

  test("reports an owner without an installation and continues with the others", async ({ emulator, app }) => {
    const step = await runStep({ ...app, organization: "initech, globex" });
    expect(step.exitCode).toBe(1);
    expect(step.summary).toContain(
      "The app Iv1.robot is not installed for initech. It is installed for: acme, globex.",
    );
    expect(valuesOf(emulator)).toMatchObject({ acme: "the old deploy key", globex: ROTATE.value, initech: "old" });
  });

  test("reports that its installation is suspended", async ({ emulator, app }) => {
    const ids = await installationIds(app);
    emulator.control.transition({ installation: ids["globex"] ?? 0, to: "suspended" });
    const step = await runStep({ ...app, organization: "globex" });
    expect(step.summary).toContain("The app Iv1.robot is suspended for globex");
  });

  test("uses the installation given by ID without listing installations", async ({ emulator, app }) => {
    const ids = await installationIds(app);
    emulator.control.clearCalls();
    const installationInputs = { ...app, installation: String(ids["globex"]), organization: "globex" };
    expect((await runStep({ ...installationInputs, mode: "plan" })).outputs).toMatchObject({ changed: "1" });
    expect(emulator.control.calls().filter(({ operation }) => operation === "listInstallations")).toEqual([]);
    const step = await runStep(installationInputs);
    expect(step.errors).toEqual([]);
    expect(valuesOf(emulator)).toMatchObject({ globex: ROTATE.value });
    const wrong = await runStep({ ...app, installation: "99999", organization: "globex" });
    expect(wrong.exitCode).toBe(1);
    expect(wrong.summary).toContain("99999");
  });

  test("reports a private key that belongs to another app", async ({ app }) => {
    const step = await runStep({ ...app, "app-id": "Iv1.forgehand-demo", organization: "acme" });
    expect(step.summary).toContain("The service rejected the app Iv1.forgehand-demo with this key.");
  });
});

describe("invalid credentials", () => {
  const invalidCombinations: [problem: string, inputs: Record<string, string>, message: string][] = [
    ["no credentials", {}, 'The input "token" is missing. For example: token: $'],
    ["an app without its key", { "app-id": "1" }, 'The input "private-key" is missing. For example: private-key: $'],
    [
      "a key without its app",
      { "private-key": "KEY" },
      'The input "client-id" is missing. For example: client-id: Iv23liAbCdEf',
    ],
    ["an installation alone", { installation: "5" }, 'The input "client-id" is missing.'],
    [
      "a token and an app",
      { token: "ghp_x", "app-id": "1", "private-key": "KEY" },
      'The inputs "token" and "client-id" with "private-key" must not both be set.',
    ],
    [
      "a token and an app without its key",
      { token: "ghp_x", "app-id": "1" },
      'The inputs "token" and "client-id" with "private-key" must not both be set.',
    ],
    [
      "a token and an installation",
      { token: "ghp_x", installation: "5" },
      'The input "installation" must only be set for an app',
    ],
    [
      "a key that is cut off",
      { "app-id": "1", "private-key": "CUT" },
      'The input "private-key" must be an app\'s RSA key as PEM',
    ],
    [
      "a path instead of a key",
      { "app-id": "1", "private-key": "/run/app.pem" },
      'The input "private-key" must be a private key of an app (PEM).',
    ],
  ];
  for (const [problem, inputs, message] of invalidCombinations) {
    test(`are rejected before any call and not printed: ${problem}`, async ({ emulator, app }) => {
      const { "app-id": _, "private-key": key = "", ...others } = app;
      const keys: Record<string, string> = { KEY: key, CUT: key.replace(/\n[^\n]+\n[^\n]+\n-----END/, "\n-----END") };
      const stepInputs = Object.entries(inputs).map(([name, value]) => [name, keys[value] ?? value]);
      const step = await runStep({ ...others, ...Object.fromEntries(stepInputs), organization: "acme" });
      expect(step.exitCode).toBe(1);
      expect(step.errors).toEqual([expect.stringContaining(message)]);
      expect(step.log.replace(/^::add-mask::.*$/gm, "")).not.toMatch(/[A-Za-z0-9+/]{40}|ghp_x/);
      expect(emulator.control.calls()).toEqual([]);
    });
  }
});

test("debug logging logs every call and no secrets", async ({ emulator }) => {
  const inputs: Record<string, string> = { ...inputsFor(emulator), ...ROTATE, organization: "acme" };
  emulator.control.faults.add({ operation: "getOrganizationUpdaterSecret", status: 502, times: 1 });
  const { log, exitCode } = await runStep(inputs, { RUNNER_DEBUG: "1" });
  expect(exitCode).toBe(0);
  expect(log).toMatch(
    /^::debug::Call \d+: PUT \/orgs\/\{org\}\/updater\/secrets\/\{secret_name\} \(.*\): 204 in \d+ ms/m,
  );
  expect(log.match(/^::debug::Call /gm)?.length).toBeGreaterThanOrEqual(emulator.control.calls().length);
  const shown = log.replace(/^::add-mask::.*$/gm, "");
  for (const secret of [inputs["token"] ?? "", ROTATE.value]) expect(shown).not.toContain(secret);
  expect((await runStep(inputs)).log).not.toContain("::debug::");
});

describe("an app's installation tokens", () => {
  /** An app with these permissions, installed for acme. */
  async function appWith(emulator: Emulator, permissions: Readonly<Record<string, string>>) {
    const keeper = { client_id: "Iv1.keeper", owner: "acme", permissions, installations: { acme: {}, globex: {} } };
    await emulator.control.seed({ organizations: { globex: ORGANIZATION }, apps: { keeper } });
    const key = await emulator.control.createAppKey("keeper");
    return { "api-url": emulator.apiUrl, "client-id": "Iv1.keeper", "private-key": key, ...ROTATE };
  }
  const requestsOf = (emulator: Emulator, name: string) =>
    emulator.control.calls().filter(({ operation }) => operation === name);
  const permissionsOf = (emulator: Emulator) =>
    requestsOf(emulator, "createInstallationToken").map(({ body }) => Object(body).permissions);

  const GENEROUS = {
    metadata: "read",
    administration: "write",
    contents: "write",
    organization_dependabot_secrets: "write",
    organization_secrets: "read",
  };

  test("have only the permissions that the mode needs, and are revoked at the end", async ({ emulator }) => {
    const app = await appWith(emulator, GENEROUS);
    expect((await runStep({ ...app, organization: "acme", mode: "plan" })).errors).toEqual([]);
    const read = { metadata: "read", organization_dependabot_secrets: "read", organization_secrets: "read" };
    expect(permissionsOf(emulator)).toEqual([read]);
    expect((await runStep({ ...app, organization: "acme, globex" })).errors).toEqual([]);
    const write = { ...read, organization_dependabot_secrets: "write" };
    expect(permissionsOf(emulator)).toEqual([read, write, write]);
    expect(requestsOf(emulator, "revokeInstallationToken").map(({ status }) => status)).toEqual([204, 204, 204]);
  });

  test("are revoked after a failure; a revocation that fails is a warning", async ({ emulator }) => {
    const app = await appWith(emulator, GENEROUS);
    emulator.control.faults.add({ operation: "putOrganizationUpdaterSecret", status: 422, times: 9 });
    emulator.control.faults.add({ operation: "revokeInstallationToken", status: 403, times: 1 });
    const step = await runStep({ ...app, organization: "acme, globex" });
    expect(step.exitCode).toBe(1);
    expect(step.warnings).toEqual([
      expect.stringMatching(
        /^The installation token for (acme|globex) could not be revoked, and expires within the hour: /,
      ),
    ]);
    expect(
      requestsOf(emulator, "revokeInstallationToken")
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([204, 403]);
  });

  test("are not created if the installation lacks a permission, which is named before anything is written", async ({
    emulator,
  }) => {
    const app = await appWith(emulator, { metadata: "read", organization_dependabot_secrets: "read" });
    const step = await runStep({ ...app, organization: "acme" });
    expect(step.errors[0]).toContain(
      'The app Iv1.keeper lacks the organization permission "Organization dependabot secrets" (write) for acme.',
    );
    expect(requestsOf(emulator, "createInstallationToken")).toEqual([]);
    // Reading does not need it.
    expect((await runStep({ ...app, organization: "acme", mode: "plan" })).errors).toEqual([]);
  });

  test("require one name of the app", async ({ emulator }) => {
    const app = await appWith(emulator, GENEROUS);
    const step = await runStep({ ...app, "app-id": "1", organization: "acme" });
    expect(step.errors).toEqual([
      'The input "app-id" and "client-id" must not both be set: both name the app. Remove "app-id".',
    ]);
  });
});

describe("a proxy", () => {
  // An address that also leads to this machine, to which no proxy is used under its usual ones.
  const proxyTest = emulatorTest({ allowHosts: ["0.0.0.0"] });

  proxyTest(
    "is used if the environment names one, except for this machine and hosts in NO_PROXY",
    async ({ emulator }) => {
      const proxiedHosts: string[] = [];
      const proxy = createServer((incoming, outgoing) => {
        const { url = "", method, headers } = incoming;
        proxiedHosts.push(new URL(url).host);
        incoming.pipe(
          request(url, { method, headers }, (response) => {
            outgoing.writeHead(response.statusCode ?? 0, response.headers);
            response.pipe(outgoing);
          }),
        );
      });
      await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
      const address = proxy.address();
      const HTTP_PROXY = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
      const inputs = { ...inputsFor(emulator), ...ROTATE, organization: "acme" };
      const apiUrl = emulator.apiUrl.replace("127.0.0.1", "0.0.0.0");
      const remoteInputs = { ...inputs, "api-url": apiUrl, "allow-http": "true" };
      const direct = [
        await runStep({ ...inputs, mode: "plan" }, { HTTP_PROXY }),
        await runStep({ ...remoteInputs, mode: "plan" }, { HTTP_PROXY, NO_PROXY: "0.0.0.0" }),
      ];
      expect(direct.map(({ errors, exitCode }) => [errors, exitCode])).toEqual([
        [[], 0],
        [[], 0],
      ]);
      expect(proxiedHosts).toEqual([]);
      const proxied = await runStep(remoteInputs, { HTTP_PROXY });
      proxy.close();
      expect(proxied.errors).toEqual([]);
      expect(new Set(proxiedHosts)).toEqual(new Set([new URL(apiUrl).host]));
    },
  );
});
