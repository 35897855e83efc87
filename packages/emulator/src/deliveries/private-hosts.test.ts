import { lookup } from "node:dns/promises";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { requestJson } from "../requests.fixture.ts";
import { responseId } from "../resources/shared/hooks.fixture.ts";
import { emulatorTest, test as testWithDemo } from "../vitest.ts";
import { type Receiver, startReceiver } from "./receiver.fixture.ts";

const test = emulatorTest({ seed: "demo" });

const REPOSITORY_HOOKS = "/repos/acme/widgets/hooks";
const OWNERS = [REPOSITORY_HOOKS, "/orgs/acme/hooks"];
const REFUSED_STATUS = "failed to connect to host (private address, see --allow-hook-host)";

const portOf = ({ url }: Receiver) => Number(new URL(url).port);

const hookTo = (url: string, fields: object = {}) => ({
  name: "web",
  config: { url, content_type: "json" },
  ...fields,
});

const Errors = z.object({ errors: z.array(z.looseObject({ code: z.string(), message: z.string() })) });

/** Every spelling of a private address of this machine or its network. */
const privateUrls = (port: number) => [
  ...[`http://127.0.0.1:${port}/`, `http://127.1:${port}/`, `http://2130706433:${port}/`, `http://0x7f.1:${port}/`],
  ...[`http://0177.0.0.1:${port}/`, `http://１２７.0.0.1:${port}/`, `http://127.0.0.1.:${port}/`],
  ...[`http://0.0.0.0:${port}/`, `http://0:${port}/`, `http://127.255.255.254:${port}/`],
  ...[`http://[::1]:${port}/`, `http://[::]:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`],
  ...[`http://[::127.0.0.1]:${port}/`, `http://[64:ff9b::7f00:1]:${port}/`, `http://[2002:7f00:1::]:${port}/`],
  ...[`http://localhost:${port}/`, `http://LOCALHOST.:${port}/`, `http://a.localhost:${port}/`],
  ...[`http://user:pass@localhost:${port}/`, "http://10.0.0.1/", "http://172.31.255.255/", "http://192.168.1.1/"],
  ...["http://169.254.169.254/latest/meta-data/", "http://100.64.0.1/", "http://224.0.0.1/", "http://255.255.255.255/"],
  ...["http://[fd00::1]/", "http://[fe80::1]/", "http://[ff02::1]/", "https://198.18.0.1/", "http://240.0.0.1/"],
];

/** Creates a webhook, pings it and returns its delivery record. */
async function pingAndRead(emulator: Emulator, hook: object) {
  const created = await requestJson(emulator, `POST ${REPOSITORY_HOOKS}`, hook);
  expect(created.status).toBe(201);
  return lastDelivery(emulator, responseId(created));
}

async function lastDelivery(emulator: Emulator, hookId: number) {
  await emulator.control.settled();
  const list = await requestJson(emulator, `GET ${REPOSITORY_HOOKS}/${hookId}/deliveries`);
  const [id] = Array.from(list.text.matchAll(/"id":(\d+)/g), ([, digits = ""]) => digits);
  return requestJson(emulator, `GET ${REPOSITORY_HOOKS}/${hookId}/deliveries/${id}`);
}

const refusedDelivery = {
  body: { status: REFUSED_STATUS, status_code: 0, response: { headers: {}, payload: null } },
};

describe("a webhook to a private address", () => {
  test.for(OWNERS)("can't be created at %s", async (hooks, { emulator }) => {
    await using receiver = await startReceiver();
    for (const url of privateUrls(portOf(receiver))) {
      const response = await requestJson(emulator, `POST ${hooks}`, hookTo(url, { events: ["push"] }));
      expect([url, response.status]).toEqual([url, 422]);
      const { hostname: host, host: hostAndPort } = new URL(url);
      const [error] = z.parse(Errors, response.body).errors;
      expect(error?.message).toContain(
        `url is not supported because it isn't reachable over the public Internet (${host})`,
      );
      expect(error?.message).toContain(`--allow-hook-host ${hostAndPort}`);
    }
    await emulator.control.settled();
    expect(receiver.received).toEqual([]);
  });

  test.for(OWNERS)("can't be set by an update at %s", async (hooks, { emulator }) => {
    await using receiver = await startReceiver();
    const created = await requestJson(emulator, `POST ${hooks}`, hookTo("http://receiver.invalid/", { active: false }));
    const path = `${hooks}/${responseId(created)}`;
    for (const url of privateUrls(portOf(receiver))) {
      const response = await requestJson(emulator, `PATCH ${path}`, hookTo(url));
      expect([url, response.status]).toEqual([url, 422]);
    }
    expect((await requestJson(emulator, `GET ${path}`)).body).toMatchObject({
      config: { url: "http://receiver.invalid/" },
    });
    // The URL of an existing webhook isn't checked again by other changes.
    expect(await requestJson(emulator, `PATCH ${path}`, { active: true })).toMatchObject({ status: 200 });
  });

  test("isn't delivered to if its name resolves to a private address", async ({ emulator }) => {
    await using receiver = await startReceiver();
    // Most systems resolve their own name to one of their private addresses, without asking a name server.
    const host = `${hostname()}:${portOf(receiver)}`;
    expect((await lookup(hostname())).address).toMatch(/^(127|10|172|192)\.|^::1$/);
    expect(await pingAndRead(emulator, hookTo(`http://${host}/`))).toMatchObject(refusedDelivery);
    expect(receiver.received).toEqual([]);

    emulator.control.allowHookHost(host);
    await requestJson(emulator, `POST ${REPOSITORY_HOOKS}/2/pings`);
    expect(await lastDelivery(emulator, 2)).not.toMatchObject(refusedDelivery);
  });

  test("isn't delivered to if it is in a built-in seed", async ({ emulator }) => {
    await requestJson(emulator, `POST ${REPOSITORY_HOOKS}/1/pings`);
    expect(await lastDelivery(emulator, 1)).toMatchObject(refusedDelivery);
  });

  test("isn't delivered to after a redirect", async ({ emulator }) => {
    await using receiver = await startReceiver();
    await using target = await startReceiver();
    emulator.control.allowHookHost(receiver.host);
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.setResponse(status, "", { location: target.url });
      await requestJson(emulator, `DELETE ${REPOSITORY_HOOKS}/${status}`);
      const delivery = await pingAndRead(emulator, hookTo(`${receiver.url}${status}`));
      expect(delivery).toMatchObject({ body: { status_code: status } });
    }
    expect(receiver.received).toHaveLength(5);
    expect(target.received).toEqual([]);
  });

  test("isn't delivered to over another emulator's connection", async ({ emulator }) => {
    await using receiver = await startReceiver(false, { connection: "keep-alive" });
    const host = `${hostname()}:${portOf(receiver)}`;
    const other = await startEmulator({ allowHookHosts: [host] });
    try {
      expect(await pingAndRead(other, hookTo(`http://${host}/`))).not.toMatchObject(refusedDelivery);
      expect(await pingAndRead(emulator, hookTo(`http://${host}/`))).toMatchObject(refusedDelivery);
    } finally {
      await other.stop();
    }
  });
});

describe("a public address", () => {
  test("is allowed, also without being resolved", async ({ emulator }) => {
    for (const url of ["https://8.8.8.8/", "https://[2606:4700::1111]/", "https://receiver.example:8443/"]) {
      const hook = hookTo(url, { active: false });
      expect([url, (await requestJson(emulator, `POST ${REPOSITORY_HOOKS}`, hook)).status]).toEqual([url, 201]);
    }
  });
});

describe("an allowed host", () => {
  test("accepts deliveries on its port only", async ({ emulator }) => {
    await using receiver = await startReceiver();
    await using other = await startReceiver();
    emulator.control.allowHookHost(receiver.host);
    const delivery = await pingAndRead(emulator, hookTo(receiver.url));
    expect(delivery).toMatchObject({ body: { status_code: 200, response: { payload: "thanks" } } });
    for (const url of [other.url, `http://localhost:${portOf(receiver)}/`]) {
      expect((await requestJson(emulator, `POST ${REPOSITORY_HOOKS}`, hookTo(url))).status).toBe(422);
    }
    expect(other.received).toEqual([]);
  });

  test("without a port accepts deliveries on every port", async () => {
    await using receiver = await startReceiver();
    await using other = await startReceiver();
    const emulator = await startEmulator({ allowHookHosts: ["127.0.0.1"] });
    try {
      for (const { url } of [receiver, other]) {
        expect(await pingAndRead(emulator, hookTo(url))).toMatchObject({ body: { status_code: 200 } });
      }
    } finally {
      await emulator.stop();
    }
  });

  test("stays allowed after a reset", async ({ emulator }) => {
    await using receiver = await startReceiver();
    emulator.control.allowHookHost(receiver.host);
    const tokens = await emulator.control.reset();
    const access = { apiUrl: emulator.apiUrl, tokens };
    expect((await requestJson(access, `POST ${REPOSITORY_HOOKS}`, hookTo(receiver.url))).status).toBe(201);
  });

  test("can be that of a webhook in a seed, but not in a state file", async () => {
    await using receiver = await startReceiver();
    const folder = mkdtempSync(join(tmpdir(), "forgehand-hosts-"));
    const [file, data] = [join(folder, "seed.json"), join(folder, "state.db")];
    const seed = {
      users: { alice: {} },
      repositories: { "alice/own": { hooks: [{ url: receiver.url, events: ["star"] }] } },
      tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
    };
    writeFileSync(file, JSON.stringify(seed));
    try {
      for (const given of [seed, file]) {
        const emulator = await startEmulator({ seed: given, ...(given === file ? { data } : {}) });
        await requestJson(emulator, "POST /repos/alice/own/hooks/1/pings");
        await emulator.control.settled();
        await emulator.stop();
      }
      expect(receiver.received).toHaveLength(2);
      const restarted = await startEmulator({ data });
      await requestJson(restarted, "POST /repos/alice/own/hooks/1/pings");
      await restarted.control.settled();
      await restarted.stop();
      expect(receiver.received).toHaveLength(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("can be that of a webhook in a seed that is added later", async ({ emulator }) => {
    await using receiver = await startReceiver();
    await emulator.control.seed({
      repositories: { "acme/bolts": { hooks: [{ url: receiver.url, events: ["star"] }] } },
    });
    await requestJson(emulator, "PUT /user/starred/acme/bolts");
    await emulator.control.settled();
    expect(receiver.received).toHaveLength(1);
  });

  test.for([
    "",
    "a b",
    "http://127.0.0.1:80",
    "127.0.0.1/path",
    "127.0.0.1:65536",
    "127.0.0.1:x",
    "::1",
    "user@a",
    "*",
  ])("can't be %j", async (host, { emulator }) => {
    expect(() => emulator.control.allowHookHost(host)).toThrow(RangeError);
    await expect(startEmulator({ allowHookHosts: [host] })).rejects.toThrow(/allowHookHosts must be/);
  });

  testWithDemo("can be written in any spelling", async ({ emulator }) => {
    await using receiver = await startReceiver();
    const port = portOf(receiver);
    emulator.control.allowHookHost(`2130706433:${port}`);
    expect((await requestJson(emulator, `POST ${REPOSITORY_HOOKS}`, hookTo(receiver.url))).status).toBe(201);
    emulator.control.allowHookHost("[0:0:0:0:0:0:0:1]:80");
    for (const [url, status] of [
      ["http://[::1]/", 201],
      ["http://[::1]:80/a", 201],
      ["https://[::1]/", 422],
      ["http://[::1]:81/", 422],
    ] as const) {
      expect([url, (await requestJson(emulator, `POST ${REPOSITORY_HOOKS}`, hookTo(url))).status]).toEqual([
        url,
        status,
      ]);
    }
  });
});
