import {
  createOrganizationHook,
  createOrganizationVariable,
  createRepositoryHook,
  getOrganizationVariable,
  getRepositoryVariable,
} from "@forgehand/core/operations";
import { test as base } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../../service/service-client.ts";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";
import { type FailingReceiver, startReceiver } from "./receiver.ts";
import { emitEvents } from "./receiver-test.fixture.ts";

const SECRET = "a secret";
const NAME = "FORGEHAND_REDELIVERY";
const REDELIVER = { task: "redeliver", mode: "apply", wait: "10" };

const test = base.extend<{ receiver: FailingReceiver }>({
  receiver: async ({ emulator }, use) => {
    const receiver = await startReceiver(SECRET);
    emulator.control.allowHookHost(receiver.host);
    await use(receiver);
    await receiver.stop();
  },
});

function configOf(receiver: FailingReceiver, path = "") {
  return { url: `${receiver.url}${path}`, content_type: "json", secret: SECRET } as const;
}

describe("owners of webhooks", () => {
  test("an organization's webhooks store their checkpoint in an organization variable", async ({
    emulator,
    receiver,
  }) => {
    const { call } = createServiceClient(emulator);
    const config = configOf(receiver);
    const hook = await call(createOrganizationHook, { org: "acme", name: "web", config, events: ["star"] });
    await emulator.control.settled();
    receiver.failNext(2);
    await emitEvents(emulator, 3);
    const inputs = { ...inputsFor(emulator), ...REDELIVER, organization: "acme" };
    const plan = await runStep({ ...inputs, mode: "plan" });
    expect(plan.outputs).toMatchObject({ changed: "2" });
    expect(receiver.received.filter(({ event }) => event === "star")).toHaveLength(3);
    const step = await runStep(inputs);
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "2", failed: "0" });
    expect(step.summary).toContain(`organization acme, webhook ${hook.id}`);
    expect(step.summary).toContain("✅ delivered");
    expect(step.log).not.toContain("/deliveries");
    const variable = await call(getOrganizationVariable, { org: "acme", name: NAME });
    expect(variable?.visibility).toBe("private");
    expect(Object.keys(JSON.parse(variable?.value ?? "").hooks)).toEqual([String(hook.id)]);
    expect(await call(getOrganizationVariable, { org: "acme", name: `${NAME}_LOCK` })).toBeNull();
  });

  test("without webhooks are skipped without a warning, because a pattern can match many of them", async ({
    emulator,
  }) => {
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, repositories: "acme/*", mode: "plan" });
    expect(step.errors).toEqual([]);
    const { skipped, notes } = JSON.parse(step.outputs["plan"] ?? "");
    expect(skipped).toEqual([{ target: "acme/gears", why: "has no webhook" }]);
    expect(notes).toEqual([]);
    expect(step.log).not.toContain("::warning::");
    const withWebhook = await runStep({
      ...inputsFor(emulator),
      ...REDELIVER,
      repositories: "acme/widgets",
      mode: "plan",
    });
    expect(withWebhook.log).toContain("Redeliver failed deliveries: nothing to do.");
    expect(withWebhook.log).not.toContain("::group::Redeliver");
  });

  test("keeps the visibility of an organization's variable", async ({ emulator, receiver }) => {
    const { call } = createServiceClient(emulator);
    await call(createOrganizationVariable, { org: "acme", name: NAME, value: '{"hooks":{}}', visibility: "all" });
    await call(createOrganizationHook, { org: "acme", name: "web", config: configOf(receiver), events: ["star"] });
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, organization: "acme" });
    expect(step.errors).toEqual([]);
    expect(await call(getOrganizationVariable, { org: "acme", name: NAME })).toMatchObject({ visibility: "all" });
  });

  test("an app's webhook stores its checkpoint in the workflow's repository, with another token", async ({
    emulator,
    receiver,
  }) => {
    const record = { event: "star", action: "created", repository: "acme/widgets", status_code: 502 };
    await emulator.control.seed({
      apps: {
        "ci-app": {
          name: "CI",
          client_id: "Iv1.ci-app",
          owner: "acme",
          installations: { acme: {} },
          events: ["star"],
          hook: {
            ...configOf(receiver),
            deliveries: [
              { ...record, time: "-20m", guid: "6f1d2c3b-0000-4000-8000-000000000001" },
              { ...record, time: "-10m", guid: "6f1d2c3b-0000-4000-8000-000000000002", status_code: 200 },
            ],
          },
        },
      },
    });
    const key = await emulator.control.createAppKey("ci-app");
    const app = "Iv1.ci-app";
    const inputs = {
      "api-url": emulator.apiUrl,
      "app-id": app,
      "private-key": key,
      "state-token": emulator.tokens["alice"] ?? "",
      ...REDELIVER,
    };
    const step = await runStep(inputs, { GITHUB_REPOSITORY: "acme/widgets" });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "1", failed: "0" });
    expect(receiver.received.map(({ guid }) => guid)).toEqual(["6f1d2c3b-0000-4000-8000-000000000001"]);
    const variable = await createServiceClient(emulator).call(getRepositoryVariable, { ...WIDGETS, name: NAME });
    expect(Object.keys(JSON.parse(variable?.value ?? "").hooks)).toEqual([`app-${app}`]);
  });

  test("an app's webhook requires a checkpoint location", async ({ emulator }) => {
    const key = await emulator.control.createAppKey("forgehand-demo");
    const inputs = { "api-url": emulator.apiUrl, "app-id": "1", "private-key": key };
    const step = await runStep({ ...inputs, ...REDELIVER, hook: "app" });
    expect(step.errors[0]).toContain('The input "state-repository" must name a repository');
    expect(emulator.control.calls()).toEqual([]);
  });

  for (const [name, inputs, problem] of [
    [
      "no selection of webhooks",
      {},
      'The input "repositories" is missing. Set repositories, organization or hook: app.',
    ],
    [
      "an app's webhook together with a repository",
      { hook: "app", repositories: "acme/widgets" },
      'The input "hook" must not be app alone',
    ],
  ] as const) {
    test(`reports before the first call: ${name}`, async ({ emulator }) => {
      const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, ...inputs });
      expect(step.errors[0]).toContain(problem);
      expect(emulator.control.calls()).toEqual([]);
    });
  }
});

describe("selection of webhooks and events", () => {
  test("selects webhooks by address and ID and skips inactive ones", async ({ emulator, receiver }) => {
    const { call } = createServiceClient(emulator);
    const createHook = (path: string, active = true) =>
      call(createRepositoryHook, { ...WIDGETS, config: configOf(receiver, path), events: ["star"], active });
    const [first, second, inactive] = [
      await createHook("/first"),
      await createHook("/second"),
      await createHook("/off", false),
    ];
    await emulator.control.settled();
    receiver.failNext(2);
    await emitEvents(emulator, 1);
    const inputs = { ...inputsFor(emulator), ...REDELIVER, repositories: "acme/widgets" };
    const host = new URL(receiver.url).host;
    const byAddress = await runStep({ ...inputs, hook: `http://${host}/*/first, ${host}/nowhere/*` });
    expect(byAddress.errors[0]).toContain(`webhooks ${host}/nowhere/*: no webhook has a matching address`);
    expect(byAddress.outputs).toMatchObject({ changed: "1", failed: "1", skipped: "0" });
    expect(byAddress.summary).toContain(`webhook ${first.id}`);
    const typo = { ...inputs, hook: `${host}/nowhere/*` };
    const warned = await runStep({ ...typo, "if-none-found": "warn" });
    expect(warned.exitCode).toBe(0);
    expect(warned.log).toContain(`::warning::webhooks ${host}/nowhere/*: no webhook has a matching address`);
    const other = await runStep({ ...typo, shard: "1/2" });
    expect(other.exitCode).toBe(0);
    const byId = await runStep({ ...inputs, hook: `${second.id} ${inactive.id} 999` });
    expect(byId.outputs).toMatchObject({ changed: "1", failed: "1" });
    expect(byId.errors[0]).toContain("webhook 999: not found");
    expect(byId.summary).toContain("is disabled");
  });

  test("selects events by name and action, with a checkpoint for each filter", async ({ emulator, receiver }) => {
    const { call } = createServiceClient(emulator);
    await call(createRepositoryHook, { ...WIDGETS, config: configOf(receiver), events: ["star"] });
    await emulator.control.settled();
    receiver.failNext(4);
    await emitEvents(emulator, 4);
    const inputs = {
      ...inputsFor(emulator),
      ...REDELIVER,
      repositories: "acme/widgets",
      hook: `${new URL(receiver.url).host}/*`,
      "overlap-minutes": "0",
    };
    const deleted = await runStep({ ...inputs, events: "push, star.deleted" });
    expect(deleted.outputs).toMatchObject({ changed: "2", failed: "0" });
    expect(deleted.summary).not.toContain("star created");
    const all = await runStep(inputs);
    expect(all.outputs).toMatchObject({ changed: "2", failed: "0" });
    expect(receiver.received.filter(({ event }) => event === "star")).toHaveLength(8);
  });

  test("accepts the vendor's event names and reports typos", async ({ emulator, receiver }) => {
    const deliveries = [{ event: "updater_alert", action: "created", time: "-600s", status_code: 500 }];
    const hook = { url: receiver.url, events: ["updater_alert", "push"], deliveries };
    await emulator.control.seed({ repositories: { "acme/alerts": { hooks: [hook] } } });
    const inputs = { ...inputsFor(emulator), ...REDELIVER, repositories: "acme/alerts", mode: "plan" };
    const step = await runStep({ ...inputs, events: "dependabot_alert, pusch" });
    expect(step.errors).toEqual([]);
    const { changes, notes } = JSON.parse(step.outputs["plan"] ?? "");
    expect(changes).toMatchObject([{ target: expect.stringContaining("updater_alert") }]);
    expect(notes).toEqual(["events names pusch, but none of the webhooks subscribes to it."]);
    const corrected = await runStep({ ...inputs, events: "push, ping, updater_alert" });
    expect(JSON.parse(corrected.outputs["plan"] ?? "")).toMatchObject({ changes, notes: [] });
  });

  test("sends at most the maximum, oldest first, and the rest in the next run", async ({ emulator, receiver }) => {
    const { call } = createServiceClient(emulator);
    await call(createRepositoryHook, { ...WIDGETS, config: configOf(receiver), events: ["star"] });
    await emulator.control.settled();
    const before = receiver.received.length;
    receiver.failNext(5);
    await emitEvents(emulator, 5);
    const guids = receiver.received.slice(before).map(({ guid }) => guid);
    const inputs = {
      ...inputsFor(emulator),
      ...REDELIVER,
      repositories: "acme/widgets",
      hook: `${new URL(receiver.url).host}/*`,
      "max-redeliveries": "3",
      "overlap-minutes": "0",
    };
    const first = await runStep(inputs);
    expect(first.outputs).toMatchObject({ changed: "3", skipped: "2" });
    expect(first.summary).toContain("postponed to the next run: max-redeliveries is 3");
    const sent = () => receiver.received.slice(before + 5).map(({ guid }) => guid);
    expect(sent().toSorted()).toEqual(guids.slice(0, 3).toSorted());
    const second = await runStep(inputs);
    expect(second.outputs).toMatchObject({ changed: "2", skipped: "0" });
    expect(sent().toSorted()).toEqual(guids.toSorted());
  });
});
