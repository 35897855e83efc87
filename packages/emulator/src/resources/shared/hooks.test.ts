import { describe, expect } from "vitest";
import { startReceiver } from "../../deliveries/receiver.fixture.ts";
import type { Emulator } from "../../public.ts";
import { notSupplied, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { fieldValues, pageLink, responseId, SEED } from "./hooks.fixture.ts";

const OWNERS = [
  { kind: "repository", type: "Repository", hooks: "/repos/acme/widgets/hooks" },
  { kind: "organization", type: "Organization", hooks: "/orgs/acme/hooks" },
] as const;

/** A URL without a receiver, for hooks whose deliveries do not matter. */
const NOWHERE = "http://127.0.0.1:1/";

const test = emulatorTest({ seed: SEED, allowHookHosts: ["127.0.0.1:1"] });

const hookInput = (url: string, fields: object = {}) => ({ name: "web", config: { url }, ...fields });

const validationError = (message: string, field?: string) => ({
  status: 422,
  body: {
    message: "Validation Failed",
    errors: [{ resource: "Hook", code: "custom", message, ...(field === undefined ? {} : { field }) }],
  },
});

describe.for(OWNERS)("webhooks of the $kind", ({ kind, type, hooks }) => {
  const create = (emulator: Emulator, body: object, token?: string) =>
    requestJson(emulator, `POST ${hooks}`, body, token);

  test("are created, shown, listed, updated and deleted", async ({ emulator }) => {
    expect((await requestJson(emulator, `GET ${hooks}`)).body).toEqual([]);
    const created = await create(emulator, hookInput(NOWHERE));
    const id = responseId(created);
    const url = `${emulator.apiUrl}${hooks}/${id}`;
    expect(created).toMatchObject({
      status: 201,
      body: {
        type,
        name: "web",
        active: true,
        events: ["push"],
        url,
        ping_url: `${url}/pings`,
        config: { url: NOWHERE, content_type: "form", insecure_ssl: "0" },
        deliveries_url: `${url}/deliveries`,
      },
    });
    expect(created.headers.get("location")).toBe(url);
    await emulator.control.settled();
    const shown = await requestJson(emulator, `GET ${hooks}/${id}`);
    expect((await requestJson(emulator, `GET ${hooks}`)).body).toEqual([shown.body]);

    emulator.control.clock.advance(60);
    const change = { config: { url: `${NOWHERE}moved`, content_type: "json", insecure_ssl: 1 }, active: false };
    const changed = await requestJson(emulator, `PATCH ${hooks}/${id}`, change);
    expect(changed).toMatchObject({
      status: 200,
      body: {
        active: false,
        events: ["push"],
        config: { url: `${NOWHERE}moved`, content_type: "json", insecure_ssl: "1" },
        created_at: Object(shown.body).created_at,
      },
    });
    expect(Object(changed.body).updated_at).not.toBe(Object(shown.body).updated_at);
    expect((await requestJson(emulator, `GET ${hooks}/${id}`)).body).toEqual(changed.body);

    expect((await requestJson(emulator, `DELETE ${hooks}/${id}`)).status).toBe(204);
    for (const route of [`GET ${hooks}/${id}`, `DELETE ${hooks}/${id}`, `POST ${hooks}/${id}/pings`]) {
      expect((await requestJson(emulator, route)).status).toBe(404);
    }
    expect((await requestJson(emulator, `PATCH ${hooks}/${id}`, {})).status).toBe(404);
    expect((await requestJson(emulator, `GET ${hooks}`)).body).toEqual([]);
  });

  test("receive a ping on creation and on request", async ({ emulator }) => {
    await using receiver = await startReceiver();
    emulator.control.allowHookHost(receiver.host);
    const id = responseId(await create(emulator, hookInput(receiver.url, { events: ["star"] })));
    await emulator.control.settled();
    const headers = {
      "x-github-event": "ping",
      "x-github-hook-id": String(id),
      "x-github-hook-installation-target-type": kind,
    };
    const payload = {
      hook_id: id,
      hook: { id, type, events: ["star"] },
      sender: { login: "alice" },
      organization: { login: "acme" },
      enterprise: { slug: "acme-inc" },
      ...(kind === "repository" ? { repository: { full_name: "acme/widgets" } } : {}),
    };
    expect(receiver.received).toMatchObject([{ headers, payload }]);
    expect("repository" in Object(receiver.received[0]?.payload)).toBe(kind === "repository");

    expect((await requestJson(emulator, `POST ${hooks}/${id}/pings`)).status).toBe(204);
    await emulator.control.settled();
    expect(receiver.received).toMatchObject([{}, { headers, payload }]);
    expect(receiver.received[1]?.headers["x-github-delivery"]).not.toBe(
      receiver.received[0]?.headers["x-github-delivery"],
    );
  });

  test("receive no ping on creation if they are inactive", async ({ emulator }) => {
    await using receiver = await startReceiver();
    emulator.control.allowHookHost(receiver.host);
    const id = responseId(await create(emulator, hookInput(receiver.url, { active: false })));
    await emulator.control.settled();
    expect(receiver.received).toEqual([]);
    await requestJson(emulator, `POST ${hooks}/${id}/pings`);
    await emulator.control.settled();
    expect(receiver.received).toHaveLength(1);
  });

  test("never show their secret and lose it when the config is replaced", async ({ emulator }) => {
    const created = await create(emulator, { name: "web", config: { url: NOWHERE, secret: "hunter2" } });
    const path = `${hooks}/${responseId(created)}`;
    const shown = [
      created,
      await requestJson(emulator, `GET ${path}`),
      await requestJson(emulator, `PATCH ${path}`, { active: true }),
    ];
    for (const { body } of shown) {
      expect(body).toMatchObject({ config: { secret: "********" } });
      expect(JSON.stringify(body)).not.toContain("hunter2");
    }
    const replaced = await requestJson(emulator, `PATCH ${path}`, { config: { url: NOWHERE, content_type: "json" } });
    expect(Object(replaced.body).config).toEqual({ url: NOWHERE, content_type: "json", insecure_ssl: "0" });
    const emptied = await requestJson(emulator, `PATCH ${path}`, { config: { url: NOWHERE, secret: "" } });
    expect(Object(emptied.body).config).toEqual({ url: NOWHERE, content_type: "form", insecure_ssl: "0" });
  });

  test("replace their events", async ({ emulator }) => {
    const path = `${hooks}/${responseId(await create(emulator, hookInput(NOWHERE, { events: ["push", "star", "push"] })))}`;
    expect((await requestJson(emulator, `GET ${path}`)).body).toMatchObject({ events: ["push", "star"] });
    expect((await requestJson(emulator, `PATCH ${path}`, { events: ["watch"] })).body).toMatchObject({
      events: ["watch"],
    });
    expect((await requestJson(emulator, `PATCH ${path}`, { events: ["*"] })).body).toMatchObject({ events: ["*"] });
    expect((await requestJson(emulator, `PATCH ${path}`, { active: false })).body).toMatchObject({ events: ["*"] });
  });

  test("reject unknown events and those that this kind cannot have", async ({ emulator }) => {
    const events = ["push", "no_such_event", "workflow_dispatch", "ping", "installation", "github_app_authorization"];
    const message =
      "These events are not allowed for this hook: no_such_event, workflow_dispatch, ping, installation, github_app_authorization";
    expect(await create(emulator, hookInput(NOWHERE, { events }))).toMatchObject(validationError(message, "events"));
    // Outside the neutral dialect, an event's neutral name is unknown.
    expect(await create(emulator, hookInput(NOWHERE, { events: ["push", "updater_alert"] }))).toMatchObject({
      status: 422,
      body: { errors: [{ field: "events.1", code: "invalid" }] },
    });
    expect((await create(emulator, hookInput(NOWHERE, { events: ["team"] }))).status).toBe(
      kind === "repository" ? 422 : 201,
    );
    const path = `${hooks}/${responseId(await create(emulator, hookInput(NOWHERE, { events: ["dependabot_alert", "star"] })))}`;
    expect((await requestJson(emulator, `GET ${path}`)).body).toMatchObject({ events: ["dependabot_alert", "star"] });
    expect(await requestJson(emulator, `PATCH ${path}`, { events: ["nonsense"] })).toMatchObject({ status: 422 });
    expect(await requestJson(emulator, `PATCH ${path}`, { events: ["*", "star"] })).toMatchObject({ status: 422 });
    expect((await requestJson(emulator, `GET ${path}`)).body).toMatchObject({ events: ["dependabot_alert", "star"] });
  });

  test("reject the same URL with the same events", async ({ emulator }) => {
    const first = responseId(await create(emulator, hookInput(NOWHERE, { events: ["star", "push"] })));
    const exists = validationError(`Hook already exists on this ${kind}`);
    expect(await create(emulator, hookInput(NOWHERE, { events: ["push", "star"] }))).toMatchObject(exists);
    const other = responseId(await create(emulator, hookInput(NOWHERE, { events: ["push"] })));
    const elsewhere = responseId(await create(emulator, hookInput(`${NOWHERE}2`, { events: ["push", "star"] })));
    expect(await requestJson(emulator, `PATCH ${hooks}/${other}`, { events: ["push", "star"] })).toMatchObject(exists);
    expect(await requestJson(emulator, `PATCH ${hooks}/${elsewhere}`, { config: { url: NOWHERE } })).toMatchObject(
      exists,
    );
    expect((await requestJson(emulator, `PATCH ${hooks}/${first}`, { config: { url: NOWHERE } })).status).toBe(200);
    await requestJson(emulator, `DELETE ${hooks}/${first}`);
    expect((await requestJson(emulator, `PATCH ${hooks}/${elsewhere}`, { config: { url: NOWHERE } })).status).toBe(200);
  });

  test("are limited to twenty per event", async ({ emulator }) => {
    for (let n = 0; n < 19; n++) await create(emulator, hookInput(`${NOWHERE}${n}`, { active: false }));
    const twentieth = responseId(await create(emulator, hookInput(`${NOWHERE}all`, { events: ["*"], active: false })));
    const full = validationError('The "push" event cannot have more than 20 hooks', "events");
    expect(await create(emulator, hookInput(`${NOWHERE}20`))).toMatchObject(full);
    expect(await create(emulator, hookInput(`${NOWHERE}20`, { events: ["*"] }))).toMatchObject(full);
    const star = responseId(await create(emulator, hookInput(`${NOWHERE}20`, { events: ["star"] })));
    expect(await requestJson(emulator, `PATCH ${hooks}/${star}`, { events: ["push", "star"] })).toMatchObject(full);
    // A webhook keeps the events that it already has.
    expect((await requestJson(emulator, `PATCH ${hooks}/${twentieth}`, { events: ["push", "star"] })).status).toBe(200);
    await requestJson(emulator, `DELETE ${hooks}/${twentieth}`);
    expect((await requestJson(emulator, `PATCH ${hooks}/${star}`, { events: ["push", "star"] })).status).toBe(200);
  });

  test("report all validation errors", async ({ emulator }) => {
    const wrong = { url: "ftp://127.0.0.1/", insecure_ssl: 2 };
    expect(await create(emulator, { name: "web", config: wrong, events: ["nonsense"] })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "config.url" }, { field: "config.insecure_ssl" }, { field: "events" }] },
    });
    for (const url of ["", "nonsense", "//127.0.0.1/"]) {
      expect(await create(emulator, hookInput(url))).toMatchObject({
        status: 422,
        body: { errors: [{ field: "config.url" }] },
      });
    }
    expect(await create(emulator, { ...hookInput(NOWHERE), name: "email" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "name" }] },
    });
    expect(await create(emulator, { name: "web" })).toMatchObject(notSupplied("config"));
    expect(await create(emulator, { name: "web", config: { url: NOWHERE, content_type: "xml" } })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "config.content_type" }] },
    });
    expect((await requestJson(emulator, `GET ${hooks}`)).body).toEqual([]);
  });

  test("are listed in pages", async ({ emulator }) => {
    for (let n = 0; n < 7; n++) await create(emulator, hookInput(`${NOWHERE}${n}`, { active: false }));
    const urls: unknown[] = [];
    for (let page: string | undefined = `${hooks}?per_page=3`; page !== undefined; ) {
      const response = await requestJson(emulator, `GET ${page}`);
      urls.push(...fieldValues(response, "config").map((config) => Object(config).url));
      page = pageLink(response, "next");
    }
    expect(urls).toEqual(Array.from({ length: 7 }, (_, n) => `${NOWHERE}${n}`));
  });

  test("require an administrator with the scope or permission", async ({ emulator }) => {
    expect((await create(emulator, hookInput(NOWHERE), "mallory")).status).toBe(403);
    expect((await create(emulator, hookInput(NOWHERE), "bob")).status).toBe(403);
    expect((await create(emulator, hookInput(NOWHERE), "org-reader")).status).toBe(403);
    expect((await create(emulator, hookInput(NOWHERE), "reader")).status).toBe(403);
    expect((await create(emulator, hookInput(NOWHERE), "unknown-token")).status).toBe(401);
    const id = responseId(await create(emulator, hookInput(NOWHERE), "writer"));
    expect((await requestJson(emulator, `GET ${hooks}/${id}`, undefined, "reader")).status).toBe(200);
    expect((await requestJson(emulator, `PATCH ${hooks}/${id}`, {}, "installation")).status).toBe(200);
    expect((await requestJson(emulator, `DELETE ${hooks}/${id}`, undefined, "reader")).status).toBe(403);
    // Read access suffices for a ping of a repository's webhook only.
    const ping = await requestJson(emulator, `POST ${hooks}/${id}/pings`, undefined, "reader");
    expect(ping.status).toBe(kind === "repository" ? 204 : 403);
  });

  test("are found under their own owner only", async ({ emulator }) => {
    const id = responseId(await create(emulator, hookInput(NOWHERE)));
    for (const elsewhere of ["/repos/acme/gears/hooks", ...OWNERS.map((owner) => owner.hooks)]) {
      const { status } = await requestJson(emulator, `GET ${elsewhere}/${id}`);
      expect(status).toBe(elsewhere === hooks ? 200 : 404);
    }
    expect((await requestJson(emulator, `GET ${hooks}/word`)).status).toBe(404);
  });

  test("accept concurrent updates, and only one of several identical concurrent creations", async ({ emulator }) => {
    const path = `${hooks}/${responseId(await create(emulator, hookInput(NOWHERE, { active: false })))}`;
    const changes = ["star", "watch", "fork", "release"].map((event) =>
      requestJson(emulator, `PATCH ${path}`, { events: [event] }),
    );
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const same = Array.from({ length: 5 }, () => create(emulator, hookInput(`${NOWHERE}same`, { active: false })));
    const statuses = (await Promise.all(same)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 422, 422, 422, 422]);
  });

  test("send a meta event when deleted", async ({ emulator }) => {
    await using receiver = await startReceiver();
    emulator.control.allowHookHost(receiver.host);
    for (const events of [["meta"], ["star"]]) {
      const id = responseId(await create(emulator, hookInput(receiver.url, { events })));
      await requestJson(emulator, `DELETE ${hooks}/${id}`);
      await emulator.control.settled();
    }
    expect(receiver.received.filter(({ headers }) => headers["x-github-event"] === "meta")).toMatchObject([
      { payload: { action: "deleted", hook: { events: ["meta"] }, sender: { login: "alice" } } },
    ]);
  });
});

describe("webhooks of a repository", () => {
  const hooks = "/repos/acme/widgets/hooks";

  test("can add and remove events", async ({ emulator }) => {
    const created = await requestJson(emulator, `POST ${hooks}`, {
      config: { url: NOWHERE },
      events: ["push", "star"],
    });
    const path = `${hooks}/${responseId(created)}`;
    const change = async (body: object) => Object((await requestJson(emulator, `PATCH ${path}`, body)).body).events;
    expect(await change({ add_events: ["watch", "star"] })).toEqual(["push", "star", "watch"]);
    expect(await change({ remove_events: ["push", "fork"] })).toEqual(["star", "watch"]);
    expect(await change({ events: ["push", "star"], add_events: ["fork"], remove_events: ["star"] })).toEqual([
      "push",
      "fork",
    ]);
    expect(await requestJson(emulator, `PATCH ${path}`, { add_events: ["team"] })).toMatchObject(
      validationError("These events are not allowed for this hook: team", "events"),
    );
    expect((await requestJson(emulator, `PATCH ${path}`, { add_events: ["*"] })).status).toBe(422);
  });

  test("reject a config without a URL", async ({ emulator }) => {
    const path = `${hooks}/${responseId(await requestJson(emulator, `POST ${hooks}`, hookInput(NOWHERE)))}`;
    expect(await requestJson(emulator, `PATCH ${path}`, { config: { content_type: "json" } })).toMatchObject(
      validationError("Config must contain URL for webhooks", "config.url"),
    );
  });

  test("show the last response", async ({ emulator }) => {
    await using receiver = await startReceiver();
    emulator.control.allowHookHost(receiver.host);
    const created = await requestJson(emulator, `POST ${hooks}`, hookInput(receiver.url));
    expect(created.body).toMatchObject({ last_response: { code: null, status: "unused", message: null } });
    const path = `${hooks}/${responseId(created)}`;
    const lastResponse = async () => {
      await emulator.control.settled();
      return Object((await requestJson(emulator, `GET ${path}`)).body).last_response;
    };
    expect(await lastResponse()).toEqual({ code: 200, status: "active", message: "OK" });
    receiver.setResponse(500);
    await requestJson(emulator, `POST ${path}/pings`);
    expect(await lastResponse()).toEqual({ code: 500, status: "misconfigured", message: "Invalid HTTP Response: 500" });
    await requestJson(emulator, `PATCH ${path}`, { config: { url: NOWHERE } });
    await requestJson(emulator, `POST ${path}/pings`);
    expect(await lastResponse()).toEqual({ code: null, status: "misconfigured", message: "failed to connect to host" });
    // The status remains after the retention period of the deliveries.
    emulator.control.clock.advance(30 * 86_400);
    expect(await lastResponse()).toMatchObject({ status: "misconfigured" });
  });
});

describe("webhooks of an organization", () => {
  const hooks = "/orgs/acme/hooks";

  test("are visible to the OAuth app that created them only", async ({ emulator }) => {
    const creators = ["alice", "oauth", "other-oauth"];
    const ids = new Map<string, number>();
    for (const creator of creators) {
      const created = await requestJson(
        emulator,
        `POST ${hooks}`,
        hookInput(`${NOWHERE}${creator}`, { active: false }),
        creator,
      );
      ids.set(creator, responseId(created));
    }
    for (const reader of creators) {
      expect(fieldValues(await requestJson(emulator, `GET ${hooks}`, undefined, reader), "id")).toEqual([
        ids.get(reader),
      ]);
      for (const creator of creators) {
        const { status } = await requestJson(emulator, `PATCH ${hooks}/${ids.get(creator)}`, {}, reader);
        expect(status).toBe(reader === creator ? 200 : 404);
      }
    }
  });

  test("must have the name web", async ({ emulator }) => {
    expect((await requestJson(emulator, `POST ${hooks}`, { config: { url: NOWHERE } })).status).toBe(422);
    const path = `${hooks}/${responseId(await requestJson(emulator, `POST ${hooks}`, hookInput(NOWHERE)))}`;
    expect(await requestJson(emulator, `PATCH ${path}`, { name: "email" })).toMatchObject(
      validationError('name must be "web"', "name"),
    );
  });
});

describe("in the neutral dialect", () => {
  const test = emulatorTest({ seed: SEED, dialect: "svc", allowHookHosts: ["127.0.0.1:1"] });

  test("headers and events have neutral names", async ({ emulator }) => {
    await using receiver = await startReceiver();
    emulator.control.allowHookHost(receiver.host);
    const created = await requestJson(
      emulator,
      "POST /orgs/acme/hooks",
      hookInput(receiver.url, { events: ["updater_alert", "star"] }),
    );
    expect(created).toMatchObject({ status: 201, body: { events: ["updater_alert", "star"] } });
    expect(
      (await requestJson(emulator, "POST /orgs/acme/hooks", hookInput(NOWHERE, { events: ["dependabot_alert"] })))
        .status,
    ).toBe(422);
    await emulator.control.settled();
    expect(receiver.received[0]?.headers).toMatchObject({
      "x-svc-event": "ping",
      "x-svc-hook-installation-target-type": "organization",
      "user-agent": expect.stringMatching(/^Svc-Hookshot\//),
    });
  });
});
