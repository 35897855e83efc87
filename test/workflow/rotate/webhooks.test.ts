import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createOrganizationHook,
  createRepositoryHook,
  getRepositoryHook,
  listRepositoryHooks,
  starRepository,
  unstarRepository,
} from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { Webhooks } from "@octokit/webhooks";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../../service/service-client.ts";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";

interface SignedDelivery {
  readonly path: string;
  readonly body: string;
  readonly signature: string;
}

interface RecordingReceiver {
  readonly url: string;
  readonly deliveries: readonly SignedDelivery[];
}

const test = emulatorTest().extend<{ receiver: RecordingReceiver; folder: string }>({
  folder: async ({ emulator: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "forgehand-webhooks-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  receiver: async ({ emulator }, use) => {
    const deliveries: SignedDelivery[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request
        .setEncoding("utf8")
        .on("data", (text: string) => {
          body += text;
        })
        .on("end", () => {
          const signature = String(request.headers["x-hub-signature-256"] ?? "");
          deliveries.push({ path: request.url ?? "", body, signature });
          response.writeHead(204).end();
        });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("The receiver must listen on a port.");
    const host = `127.0.0.1:${address.port}`;
    emulator.control.allowHookHost(host);
    await use({ url: `http://${host}`, deliveries });
    await new Promise((resolve) => server.close(resolve));
  },
});

const OLD = "the old secret";
const ROTATE = { task: "rotate-secrets", kind: "webhook", mode: "apply" };
const configOf = ({ url }: RecordingReceiver, path: string, secret: string | undefined = OLD) =>
  ({ url: `${url}${path}`, content_type: "json", insecure_ssl: "0", ...(secret === "" ? {} : { secret }) }) as const;

/** Creates a webhook of acme/widgets for stars. */
async function createHook(emulator: Emulator, receiver: RecordingReceiver, path = "/hook", secret = OLD) {
  const { call } = createServiceClient(emulator);
  const { id } = await call(createRepositoryHook, {
    ...WIDGETS,
    config: configOf(receiver, path, secret),
    events: ["star"],
  });
  await emulator.control.settled();
  return id;
}

/** Causes an event, and returns its delivery to a path. */
async function deliveryTo(emulator: Emulator, { deliveries }: RecordingReceiver, path: string) {
  await createServiceClient(emulator).call(starRepository, WIDGETS);
  await emulator.control.settled();
  const delivery = deliveries.findLast((candidate) => candidate.path === path);
  if (!delivery) throw new Error(`The event must be delivered to ${path}.`);
  return delivery;
}

/** Verifies a signature with a library that is not ours. */
const isSignedWith = (secret: string, { body, signature }: Pick<SignedDelivery, "body" | "signature">) =>
  new Webhooks({ secret }).verify(body, signature);

const node = (script: string, ...args: string[]) => JSON.stringify([process.execPath, "-e", script, ...args]);
/** Appends the variables and the value that a command receives to a file. */
const RECORD = `const { appendFileSync, readFileSync } = require("fs");
  const { FORGEHAND_HOOK, FORGEHAND_HOOK_URL, FORGEHAND_TARGET, FORGEHAND_TARGETS, FORGEHAND_SECRET } = process.env;
  const value = readFileSync(0, "utf8");
  appendFileSync(process.argv[1], JSON.stringify({ FORGEHAND_HOOK, FORGEHAND_HOOK_URL, FORGEHAND_TARGET, FORGEHAND_TARGETS, FORGEHAND_SECRET, value }) + "\\n")`;
const recorded = (file: string): Record<string, string>[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("the secret of a webhook", () => {
  test("is replaced, signs the next delivery, and nothing else of the webhook changes", async ({
    emulator,
    receiver,
  }) => {
    const id = await createHook(emulator, receiver);
    const { call } = createServiceClient(emulator);
    const before = await call(getRepositoryHook, { ...WIDGETS, hook_id: id });
    const inputs = {
      ...inputsFor(emulator),
      ...ROTATE,
      repositories: "acme/widgets",
      hook: String(id),
      value: "the new secret",
    };
    emulator.control.clearCalls();
    const plan = await runStep({ ...inputs, mode: "plan" });
    expect(plan.log).toContain(`acme/widgets, webhook ${id}: a new secret for 127.0.0.1`);
    expect(plan.log).toMatch(/\(webhook\): a secret, the webhook was last changed \S+Z → another secret/);
    expect(emulator.control.calls().every(({ method }) => method === "GET")).toBe(true);
    emulator.control.clock.advance(60);

    const step = await runStep(inputs);
    expect([step.errors, step.outputs["changed"]]).toEqual([[], "1"]);
    const { body, signature } = await deliveryTo(emulator, receiver, "/hook");
    expect(await isSignedWith("the new secret", { body, signature })).toBe(true);
    expect(await isSignedWith(OLD, { body, signature })).toBe(false);
    const after = await call(getRepositoryHook, { ...WIDGETS, hook_id: id });
    expect(after).toEqual({ ...before, updated_at: after.updated_at, last_response: after.last_response });
    const writes = emulator.control.calls().filter(({ method }) => method !== "GET");
    expect(writes.map(({ operation }) => operation)).toEqual(["updateRepositoryHookConfig", "starRepository"]);
    for (const text of [step.log.replaceAll(/^::add-mask::.*$/gm, ""), step.summary, step.report]) {
      expect(text).not.toContain("the new secret");
    }
  });

  test("is generated for each webhook and delivered first", async ({ emulator, receiver, folder }) => {
    const [first, second] = [
      await createHook(emulator, receiver, "/first"),
      await createHook(emulator, receiver, "/second", ""),
    ];
    const file = join(folder, "delivered");
    const inputs = {
      ...inputsFor(emulator),
      ...ROTATE,
      repositories: "acme/widgets",
      hook: `${receiver.url}/*`,
      generate: "hex 40",
      deliver: node(RECORD, file),
    };
    expect((await runStep(inputs)).errors[0]).toContain('"value-for" is missing');
    const step = await runStep({ ...inputs, "value-for": "each" });
    expect([step.errors, step.outputs["changed"]]).toEqual([[], "2"]);
    expect(step.log).toContain("(webhook): no secret → a secret");
    const delivered = recorded(file);
    expect(delivered.map(({ value: _, ...variables }) => variables)).toEqual(
      expect.arrayContaining(
        [first, second].map((id, index) => ({
          FORGEHAND_HOOK: String(id),
          FORGEHAND_HOOK_URL: `${receiver.url}/${["first", "second"][index]}`,
          FORGEHAND_TARGET: `acme/widgets, webhook ${id}`,
          FORGEHAND_TARGETS: "1",
        })),
      ),
    );
    const secretOf = (id: number) =>
      delivered.find(({ FORGEHAND_HOOK }) => FORGEHAND_HOOK === String(id))?.["value"] ?? "";
    expect(secretOf(first)).not.toBe(secretOf(second));
    const delivery = await deliveryTo(emulator, receiver, "/second");
    expect(await isSignedWith(secretOf(second), delivery)).toBe(true);
  });

  test("stays if its receiver does not accept the new one, and is skipped by a re-run", async ({
    emulator,
    receiver,
  }) => {
    const id = await createHook(emulator, receiver);
    emulator.control.clock.advance(60);
    const since = new Date(emulator.control.clock.now()).toISOString();
    emulator.control.clock.advance(60);
    const inputs = {
      ...inputsFor(emulator),
      ...ROTATE,
      repositories: "acme/widgets",
      hook: String(id),
      value: "the new secret",
      since,
    };
    const failed = await runStep({ ...inputs, deliver: node("process.exit(1)") });
    expect(failed.exitCode).toBe(1);
    const { body, signature } = await deliveryTo(emulator, receiver, "/hook");
    expect(await isSignedWith(OLD, { body, signature })).toBe(true);
    expect((await runStep(inputs)).outputs).toMatchObject({ changed: "1", skipped: "0" });
    const again = await runStep(inputs);
    expect([again.errors, again.outputs["changed"], again.outputs["skipped"]]).toEqual([[], "0", "1"]);
  });

  test("of organizations and apps is rotated too", async ({ emulator, receiver }) => {
    const { call } = createServiceClient(emulator);
    const hook = await call(createOrganizationHook, {
      org: "acme",
      name: "web",
      config: configOf(receiver, "/organization"),
      events: ["star"],
    });
    const inputs = { ...inputsFor(emulator), ...ROTATE, value: "the new secret" };
    const organization = await runStep({ ...inputs, organization: "acme", hook: String(hook.id) });
    expect(organization.errors).toEqual([]);
    const { body, signature } = await deliveryTo(emulator, receiver, "/organization");
    expect(await isSignedWith("the new secret", { body, signature })).toBe(true);

    const app = { name: "CI", client_id: "Iv1.ci-app", owner: "acme", installations: { acme: {} }, events: ["star"] };
    await emulator.control.seed({
      apps: { "ci-app": { ...app, hook: { ...configOf(receiver, "/app"), insecure_ssl: false } } },
    });
    const { token: _, ...asApp }: Record<string, string> = inputs;
    const credentials = { "app-id": app.client_id, "private-key": await emulator.control.createAppKey("ci-app") };
    const step = await runStep({ ...asApp, ...credentials, hook: "app" });
    expect([step.errors, step.outputs["changed"]]).toEqual([[], "1"]);
    expect(step.log).toContain("the app's webhook: a new secret for 127.0.0.1");
    await call(unstarRepository, WIDGETS);
    const delivered = await deliveryTo(emulator, receiver, "/app");
    expect(await isSignedWith("the new secret", delivered)).toBe(true);
    expect((await runStep({ ...inputs, hook: "app" })).errors[0]).toContain("client-id");
    const sharded = await runStep({ ...asApp, ...credentials, hook: "app", shard: "1/2" });
    expect(sharded.summary).toContain("belongs to no shard");
  });

  test("is not set where it is missing, if only existing ones are rotated", async ({ emulator, receiver }) => {
    const id = await createHook(emulator, receiver, "/hook", "");
    const inputs = { ...inputsFor(emulator), ...ROTATE, repositories: "acme/widgets", value: "x y z" };
    const step = await runStep({ ...inputs, hook: String(id), when: "existing", mode: "plan" });
    expect(step.log).toContain("it has no secret, and when does not include missing");
    const missing = await runStep({ ...inputs, hook: "4711", mode: "plan" });
    expect(missing.errors[0]).toContain("webhook 4711: not found");
    emulator.control.faults.add({ operation: "updateRepositoryHookConfig", status: 403, times: 1 });
    const failed = await runStep({ ...inputs, hook: String(id) });
    expect([failed.exitCode, failed.outputs["failed"]]).toEqual([1, "1"]);
    const listed = await createServiceClient(emulator).call(listRepositoryHooks, WIDGETS);
    expect(listed.find((hook) => hook.id === id)?.config.secret).toBeUndefined();
  });

  test("must be text, and is checked before it is delivered", async ({ emulator, receiver, folder }) => {
    const id = await createHook(emulator, receiver);
    const [value, delivered] = [join(folder, "value"), join(folder, "delivered")];
    writeFileSync(value, Buffer.from([0x61, 0xff, 0xfe, 0x62]));
    const inputs = {
      ...inputsFor(emulator),
      ...ROTATE,
      repositories: "acme/widgets",
      hook: String(id),
      deliver: node(RECORD, delivered),
    };
    const fromFile = await runStep({ ...inputs, "value-file": value });
    expect(fromFile.errors[0]).toContain("gives an invalid value: it must be text in UTF-8 for a webhook.");
    const print = node('process.stdout.write(require("fs").readFileSync(process.argv[1]))', value);
    const fromCommand = await runStep({ ...inputs, "value-command": print });
    expect(fromCommand.errors[0]).toContain("must be text in UTF-8 for a webhook");
    expect(existsSync(delivered)).toBe(false);
    const { body, signature } = await deliveryTo(emulator, receiver, "/hook");
    expect(await isSignedWith(OLD, { body, signature })).toBe(true);
  });

  test("must come from one entry only", async ({ emulator, receiver, folder }) => {
    const id = await createHook(emulator, receiver);
    const config = join(folder, "forgehand.yml");
    const entry = { repositories: "acme/widgets", kind: "webhook", "value-env": "NEW_SECRET" };
    writeFileSync(
      config,
      JSON.stringify({
        "rotate-secrets": [
          { ...entry, hook: [id] },
          { ...entry, hook: "all" },
        ],
      }),
    );
    const inputs = { ...inputsFor(emulator), config, mode: "apply" };
    const step = await runStep(inputs, { NEW_SECRET: "the new secret" });
    expect(step.errors[0]).toMatch(/webhook \d+: it must get its secret from one entry only, got two: /);
    const { body, signature } = await deliveryTo(emulator, receiver, "/hook");
    expect(await isSignedWith(OLD, { body, signature })).toBe(true);
  });

  test.for<[label: string, inputs: Record<string, string>, message: string]>([
    ["a name", { secret: "X" }, 'The input "secret" must not be set with kind: webhook'],
    ["a visibility", { visibility: "all" }, 'The input "visibility" must not be set with kind: webhook'],
    ["patterns to delete", { prune: "X_*" }, 'The input "prune" must not be set with kind: webhook'],
    ["other stores", { "other-stores": "none" }, 'The input "other-stores" must not be set with kind: webhook'],
    ["an environment", { environment: "x" }, 'The input "environment" must not be set with kind: webhook'],
    [
      "the level environment",
      { level: "environment" },
      'The input "kind" must be actions for an environment, got webhook.',
    ],
    ["an app's webhook among others", { hook: "app, all" }, 'The input "hook" must be app alone'],
    ["no selection", { hook: "" }, 'The input "hook" is missing'],
    ["generated bytes", { value: "", generate: "bytes", "allow-undelivered": "true", "value-for": "all" }, "got bytes"],
    [
      "webhooks of another kind",
      { kind: "actions", secret: "X" },
      'The input "hook" must only be set with kind: webhook',
    ],
  ])("is rejected with %s", async ([, inputs, message], { emulator }) => {
    const base = { ...inputsFor(emulator), ...ROTATE, repositories: "acme/widgets", hook: "all", value: "x y z" };
    const step = await runStep({ ...base, ...inputs });
    expect(step.errors[0]).toContain(message);
    expect(emulator.control.calls()).toEqual([]);
  });
});
