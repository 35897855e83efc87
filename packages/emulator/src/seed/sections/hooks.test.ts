import { listRepositoryHookDeliveries, listRepositoryHooks } from "@forgehand/core/operations";
import { describe, expect, test } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { deliveryIds, fieldValues, signAppJwt } from "../../resources/shared/hooks.fixture.ts";

const seedWith = (hook: object, extraSeed: object = {}) => ({
  users: { alice: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: { "acme/widgets": { hooks: [hook] } },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
  ...extraSeed,
});

const HOOK_URL = "http://127.0.0.1:1/";
const HOOKS = "/repos/acme/widgets/hooks";

describe("webhooks of a seed", () => {
  test("have the deliveries that the seed declares", async () => {
    const payload = { action: "created", starred_at: null };
    const deliveries = [
      { event: "ping", time: "-2h", guid: "a" },
      { event: "star", action: "created", time: "-1h", guid: "b", status_code: 500, response: "no", payload },
      { event: "star", action: "created", time: "-30m", guid: "b", status_code: 0, redelivery: true },
      { event: "star", action: "created", time: "-4d", guid: "old" },
    ];
    const hook = {
      url: HOOK_URL,
      secret: "hunter2",
      content_type: "json",
      insecure_ssl: true,
      events: ["star"],
      deliveries,
    };
    const emulator = await startEmulator({ seed: seedWith(hook) });
    const listed = await requestJson(emulator, `GET ${HOOKS}`);
    expect(listed.body).toMatchObject([
      {
        active: true,
        events: ["star"],
        last_response: { message: "failed to connect to host" },
        config: { url: HOOK_URL, content_type: "json", secret: "********", insecure_ssl: "1" },
      },
    ]);
    const path = `${HOOKS}/${fieldValues(listed, "id")[0]}/deliveries`;
    const records = await requestJson(emulator, `GET ${path}`);
    expect(records.body).toMatchObject([
      { guid: "b", redelivery: true, status_code: 0, status: "failed to connect to host" },
      { guid: "b", redelivery: false, status_code: 500, status: "Invalid HTTP Response: 500", repository_id: 1 },
      { guid: "a", event: "ping", action: null, status_code: 200, status: "OK" },
    ]);
    expect((await requestJson(emulator, `GET ${path}/${deliveryIds(records)[1]}`)).body).toMatchObject({
      request: {
        headers: {
          "X-GitHub-Event": "star",
          "X-Hub-Signature-256": expect.stringMatching(/^sha256=/),
        },
        payload,
      },
      response: { payload: "no" },
    });
    expect((await requestJson(emulator, `POST ${path}/${deliveryIds(records)[1]}/attempts`)).status).toBe(202);
    await emulator.control.settled();
    expect(fieldValues(await requestJson(emulator, `GET ${path}`), "guid")).toEqual(["b", "b", "b", "a"]);
    await emulator.stop();
  });

  test("can belong to organizations and apps", async () => {
    const deliveries = [
      { event: "star", time: "-1h", repository: "acme/widgets" },
      { event: "ping", time: "-2h" },
    ];
    const emulator = await startEmulator({
      seed: {
        ...seedWith({ url: HOOK_URL }),
        organizations: {
          acme: { members: { alice: "owner" }, hooks: [{ url: HOOK_URL, events: ["team"], deliveries }] },
        },
        apps: {
          robot: { owner: "acme", events: ["star"], hook: { url: HOOK_URL, deliveries }, installations: { acme: {} } },
        },
      },
    });
    const [id] = fieldValues(await requestJson(emulator, "GET /orgs/acme/hooks"), "id");
    const organization = (await requestJson(emulator, `GET /orgs/acme/hooks/${id}/deliveries`)).body;
    expect(organization).toMatchObject([{ repository_id: 1, installation_id: null }, { repository_id: null }]);
    const jwt = await signAppJwt(await emulator.control.createAppKey("robot"), "1", new Date());
    const app = (await requestJson(emulator, "GET /app/hook/deliveries", undefined, jwt)).body;
    expect(app).toMatchObject([
      { repository_id: 1, installation_id: 1 },
      { repository_id: null, installation_id: null },
    ]);
    await emulator.stop();
  });

  test("use neutral event names, but the vendor's names in requests and responses", async () => {
    const deliveries = [{ event: "updater_alert", action: "created", time: "-1h" }];
    const emulator = await startEmulator({ seed: seedWith({ url: HOOK_URL, events: ["updater_alert"], deliveries }) });
    const listed = await requestJson(emulator, `GET ${HOOKS}`);
    expect(listed.body).toMatchObject([{ events: ["dependabot_alert"] }]);
    const path = `${HOOKS}/${fieldValues(listed, "id")[0]}/deliveries`;
    const records = await requestJson(emulator, `GET ${path}`);
    expect(records.body).toMatchObject([{ event: "dependabot_alert", action: "created" }]);
    expect((await requestJson(emulator, `GET ${path}/${deliveryIds(records)[0]}`)).body).toMatchObject({
      event: "dependabot_alert",
      request: { headers: { "X-GitHub-Event": "dependabot_alert" } },
    });
    const { call } = clientFor(emulator, "alice");
    const widgets = { owner: "acme", repo: "widgets" };
    const [hook] = await call(listRepositoryHooks, widgets);
    expect(hook).toMatchObject({ events: ["updater_alert"] });
    expect(await call(listRepositoryHookDeliveries, { ...widgets, hook_id: hook?.id ?? 0 })).toMatchObject([
      { event: "updater_alert", action: "created" },
    ]);
    await emulator.stop();
  });

  const robot = (fields: object) => ({ apps: { robot: { owner: "acme", ...fields } } });
  const starred = (fields: object) => ({ deliveries: [{ event: "star", time: "-1h", ...fields }] });
  const invalidSeeds: [problem: string, seed: object][] = [
    [
      'events.0 must be an event that a webhook of a repository can subscribe to, got "team"',
      seedWith({ url: HOOK_URL, events: ["team"] }),
    ],
    ["events.1 must be an event that a webhook of a repository", seedWith({ url: HOOK_URL, events: ["push", "*"] })],
    [
      'deliveries.0.event must be a webhook event, got "nonsense"',
      seedWith({ url: HOOK_URL, ...starred({ event: "nonsense" }) }),
    ],
    [
      "deliveries.0.guid must have 1 to 200 letters, digits, dots",
      seedWith({ url: HOOK_URL, ...starred({ guid: "a b" }) }),
    ],
    ["deliveries.0.time must be an ISO 8601 time", seedWith({ url: HOOK_URL, ...starred({ time: "soon" }) })],
    [
      'apps.robot.events.0 must be an event that a webhook of an app can subscribe to, got "package"',
      seedWith({ url: HOOK_URL }, robot({ events: ["package"] })),
    ],
    [
      "apps.robot.hook.deliveries.0.repository must be a repository that the app is installed for, got acme/widgets",
      seedWith({ url: HOOK_URL }, robot({ hook: { url: HOOK_URL, ...starred({ repository: "acme/widgets" }) } })),
    ],
    [
      'apps.robot.hook.deliveries.0.repository must name an existing repository, got "acme/none"',
      seedWith({ url: HOOK_URL }, robot({ hook: { url: HOOK_URL, ...starred({ repository: "acme/none" }) } })),
    ],
  ];
  test.each(invalidSeeds)("are rejected: %s", async (problem, seed) => {
    await expect(startEmulator({ seed })).rejects.toThrow(problem);
  });
});

test("inserts many deliveries quickly and filters the few failed ones", async () => {
  const count = pickSize(6000, 30_000);
  const deliveries = Array.from({ length: count }, (_, n) => ({
    event: "star",
    action: "created",
    time: `-${n}s`,
    guid: `g${n}`,
    status_code: n % 2000 === 1999 ? 500 : 200,
  }));
  const emulator = await startEmulator({ seed: seedWith({ url: HOOK_URL, secret: "hunter2", deliveries }) });
  const first = await requestJson(emulator, `GET ${HOOKS}/1/deliveries?per_page=100`);
  expect(fieldValues(first, "guid")).toEqual(Array.from({ length: 100 }, (_, n) => `g${n}`));
  const failed = await requestJson(emulator, `GET ${HOOKS}/1/deliveries?per_page=100&status=failure`);
  expect(fieldValues(failed, "guid")).toEqual(Array.from({ length: count / 2000 }, (_, n) => `g${n * 2000 + 1999}`));
  expect((await requestJson(emulator, `DELETE ${HOOKS}/1`)).status).toBe(204);
  await emulator.stop();
});
