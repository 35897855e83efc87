import { describe, expect } from "vitest";
import { ask } from "../../calling.fixture.ts";
import { startReceiver } from "../../deliveries/receiver.fixture.ts";
import type { Emulator } from "../../public.ts";
import { emulatorTest } from "../../vitest.ts";
import { each, idIn, pageOf, SEED } from "./hooks.fixture.ts";

const test = emulatorTest({ seed: SEED });

const PLACES = [
  { kind: "repository", type: "Repository", hooks: "/repos/acme/widgets/hooks" },
  { kind: "organization", type: "Organization", hooks: "/orgs/acme/hooks" },
] as const;

/** Nobody listens there, and nothing is to come of it. */
const NOWHERE = "http://127.0.0.1:1/";

const web = (url: string, more: object = {}) => ({ name: "web", config: { url }, ...more });

const refusal = (message: string, field?: string) => ({
  status: 422,
  body: {
    message: "Validation Failed",
    errors: [{ resource: "Hook", code: "custom", message, ...(field === undefined ? {} : { field }) }],
  },
});

describe.for(PLACES)("webhooks of the $kind", ({ kind, type, hooks }) => {
  const create = (emulator: Emulator, body: object, token?: string) => ask(emulator, `POST ${hooks}`, body, token);

  test("one is created, shown, listed, changed and deleted", async ({ emulator }) => {
    expect((await ask(emulator, `GET ${hooks}`)).body).toEqual([]);
    const created = await create(emulator, web(NOWHERE));
    const id = idIn(created);
    const url = `${emulator.apiUrl}${hooks}/${id}`;
    expect(created).toMatchObject({
      status: 201,
      body: {
        ...{ type, name: "web", active: true, events: ["push"], url, ping_url: `${url}/pings` },
        ...{ config: { url: NOWHERE, content_type: "form", insecure_ssl: "0" }, deliveries_url: `${url}/deliveries` },
      },
    });
    expect(created.headers.get("location")).toBe(url);
    await emulator.control.settled();
    const shown = await ask(emulator, `GET ${hooks}/${id}`);
    expect((await ask(emulator, `GET ${hooks}`)).body).toEqual([shown.body]);

    emulator.control.clock.advance(60);
    const change = { config: { url: `${NOWHERE}moved`, content_type: "json", insecure_ssl: 1 }, active: false };
    const changed = await ask(emulator, `PATCH ${hooks}/${id}`, change);
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
    expect((await ask(emulator, `GET ${hooks}/${id}`)).body).toEqual(changed.body);

    expect((await ask(emulator, `DELETE ${hooks}/${id}`)).status).toBe(204);
    for (const route of [`GET ${hooks}/${id}`, `DELETE ${hooks}/${id}`, `POST ${hooks}/${id}/pings`]) {
      expect((await ask(emulator, route)).status).toBe(404);
    }
    expect((await ask(emulator, `PATCH ${hooks}/${id}`, {})).status).toBe(404);
    expect((await ask(emulator, `GET ${hooks}`)).body).toEqual([]);
  });

  test("a new one is sent a ping, and another whenever it is asked for", async ({ emulator }) => {
    await using receiver = await startReceiver();
    const id = idIn(await create(emulator, web(receiver.url, { events: ["star"] })));
    await emulator.control.settled();
    const headers = {
      "x-github-event": "ping",
      "x-github-hook-id": String(id),
      "x-github-hook-installation-target-type": kind,
    };
    const payload = {
      ...{ hook_id: id, hook: { id, type, events: ["star"] }, sender: { login: "alice" } },
      ...{ organization: { login: "acme" }, enterprise: { slug: "acme-inc" } },
      ...(kind === "repository" ? { repository: { full_name: "acme/widgets" } } : {}),
    };
    expect(receiver.received).toMatchObject([{ headers, payload }]);
    expect("repository" in Object(receiver.received[0]?.payload)).toBe(kind === "repository");

    expect((await ask(emulator, `POST ${hooks}/${id}/pings`)).status).toBe(204);
    await emulator.control.settled();
    expect(receiver.received).toMatchObject([{}, { headers, payload }]);
    expect(receiver.received[1]?.headers["x-github-delivery"]).not.toBe(
      receiver.received[0]?.headers["x-github-delivery"],
    );
  });

  test("one that is switched off is sent no ping of its own accord", async ({ emulator }) => {
    await using receiver = await startReceiver();
    const id = idIn(await create(emulator, web(receiver.url, { active: false })));
    await emulator.control.settled();
    expect(receiver.received).toEqual([]);
    await ask(emulator, `POST ${hooks}/${id}/pings`);
    await emulator.control.settled();
    expect(receiver.received).toHaveLength(1);
  });

  test("a secret is never shown, and goes with the config that it was part of", async ({ emulator }) => {
    const created = await create(emulator, { name: "web", config: { url: NOWHERE, secret: "hunter2" } });
    const path = `${hooks}/${idIn(created)}`;
    const shown = [created, await ask(emulator, `GET ${path}`), await ask(emulator, `PATCH ${path}`, { active: true })];
    for (const { body } of shown) {
      expect(body).toMatchObject({ config: { secret: "********" } });
      expect(JSON.stringify(body)).not.toContain("hunter2");
    }
    const replaced = await ask(emulator, `PATCH ${path}`, { config: { url: NOWHERE, content_type: "json" } });
    expect(Object(replaced.body).config).toEqual({ url: NOWHERE, content_type: "json", insecure_ssl: "0" });
    const emptied = await ask(emulator, `PATCH ${path}`, { config: { url: NOWHERE, secret: "" } });
    expect(Object(emptied.body).config).toEqual({ url: NOWHERE, content_type: "form", insecure_ssl: "0" });
  });

  test("events replace those before", async ({ emulator }) => {
    const path = `${hooks}/${idIn(await create(emulator, web(NOWHERE, { events: ["push", "star", "push"] })))}`;
    expect((await ask(emulator, `GET ${path}`)).body).toMatchObject({ events: ["push", "star"] });
    expect((await ask(emulator, `PATCH ${path}`, { events: ["watch"] })).body).toMatchObject({ events: ["watch"] });
    expect((await ask(emulator, `PATCH ${path}`, { events: ["*"] })).body).toMatchObject({ events: ["*"] });
    expect((await ask(emulator, `PATCH ${path}`, { active: false })).body).toMatchObject({ events: ["*"] });
  });

  test("events that this kind can't have, or that don't exist, are named", async ({ emulator }) => {
    const events = ["push", "no_such_event", "workflow_dispatch", "ping", "installation", "github_app_authorization"];
    const refused =
      "These events are not allowed for this hook: no_such_event, workflow_dispatch, ping, installation, github_app_authorization";
    expect(await create(emulator, web(NOWHERE, { events }))).toMatchObject(refusal(refused, "events"));
    // What the vendor spells otherwise.
    expect(await create(emulator, web(NOWHERE, { events: ["push", "updater_alert"] }))).toMatchObject({
      status: 422,
      body: { errors: [{ field: "events.1", code: "invalid" }] },
    });
    expect((await create(emulator, web(NOWHERE, { events: ["team"] }))).status).toBe(kind === "repository" ? 422 : 201);
    const path = `${hooks}/${idIn(await create(emulator, web(NOWHERE, { events: ["dependabot_alert", "star"] })))}`;
    expect((await ask(emulator, `GET ${path}`)).body).toMatchObject({ events: ["dependabot_alert", "star"] });
    expect(await ask(emulator, `PATCH ${path}`, { events: ["nonsense"] })).toMatchObject({ status: 422 });
    expect(await ask(emulator, `PATCH ${path}`, { events: ["*", "star"] })).toMatchObject({ status: 422 });
    expect((await ask(emulator, `GET ${path}`)).body).toMatchObject({ events: ["dependabot_alert", "star"] });
  });

  test("one with the same address and events is refused, others are not", async ({ emulator }) => {
    const first = idIn(await create(emulator, web(NOWHERE, { events: ["star", "push"] })));
    const exists = refusal(`Hook already exists on this ${kind}`);
    expect(await create(emulator, web(NOWHERE, { events: ["push", "star"] }))).toMatchObject(exists);
    const other = idIn(await create(emulator, web(NOWHERE, { events: ["push"] })));
    const elsewhere = idIn(await create(emulator, web(`${NOWHERE}2`, { events: ["push", "star"] })));
    expect(await ask(emulator, `PATCH ${hooks}/${other}`, { events: ["push", "star"] })).toMatchObject(exists);
    expect(await ask(emulator, `PATCH ${hooks}/${elsewhere}`, { config: { url: NOWHERE } })).toMatchObject(exists);
    expect((await ask(emulator, `PATCH ${hooks}/${first}`, { config: { url: NOWHERE } })).status).toBe(200);
    await ask(emulator, `DELETE ${hooks}/${first}`);
    expect((await ask(emulator, `PATCH ${hooks}/${elsewhere}`, { config: { url: NOWHERE } })).status).toBe(200);
  });

  test("twenty may listen to an event", async ({ emulator }) => {
    for (let n = 0; n < 19; n++) await create(emulator, web(`${NOWHERE}${n}`, { active: false }));
    const twentieth = idIn(await create(emulator, web(`${NOWHERE}all`, { events: ["*"], active: false })));
    const full = refusal('The "push" event cannot have more than 20 hooks', "events");
    expect(await create(emulator, web(`${NOWHERE}20`))).toMatchObject(full);
    expect(await create(emulator, web(`${NOWHERE}20`, { events: ["*"] }))).toMatchObject(full);
    const star = idIn(await create(emulator, web(`${NOWHERE}20`, { events: ["star"] })));
    expect(await ask(emulator, `PATCH ${hooks}/${star}`, { events: ["push", "star"] })).toMatchObject(full);
    // What one listens to already it may keep.
    expect((await ask(emulator, `PATCH ${hooks}/${twentieth}`, { events: ["push", "star"] })).status).toBe(200);
    await ask(emulator, `DELETE ${hooks}/${twentieth}`);
    expect((await ask(emulator, `PATCH ${hooks}/${star}`, { events: ["push", "star"] })).status).toBe(200);
  });

  test("what is wrong is named, all of it", async ({ emulator }) => {
    const wrong = { url: "ftp://127.0.0.1/", insecure_ssl: 2 };
    expect(await create(emulator, { name: "web", config: wrong, events: ["nonsense"] })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "config.url" }, { field: "config.insecure_ssl" }, { field: "events" }] },
    });
    for (const url of ["", "nonsense", "//127.0.0.1/"]) {
      expect(await create(emulator, web(url))).toMatchObject({
        status: 422,
        body: { errors: [{ field: "config.url" }] },
      });
    }
    expect(await create(emulator, { ...web(NOWHERE), name: "email" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "name" }] },
    });
    expect(await create(emulator, { name: "web" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "config", code: "missing_field" }] },
    });
    expect(await create(emulator, { name: "web", config: { url: NOWHERE, content_type: "xml" } })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "config.content_type" }] },
    });
    expect((await ask(emulator, `GET ${hooks}`)).body).toEqual([]);
  });

  test("lists come in pages", async ({ emulator }) => {
    for (let n = 0; n < 7; n++) await create(emulator, web(`${NOWHERE}${n}`, { active: false }));
    const urls: unknown[] = [];
    for (let page: string | undefined = `${hooks}?per_page=3`; page !== undefined; ) {
      const told = await ask(emulator, `GET ${page}`);
      urls.push(...each(told, "config").map((config) => Object(config).url));
      page = pageOf(told, "next");
    }
    expect(urls).toEqual(Array.from({ length: 7 }, (_, n) => `${NOWHERE}${n}`));
  });

  test("who may: whoever administers it, with the scope or the permission", async ({ emulator }) => {
    expect((await create(emulator, web(NOWHERE), "mallory")).status).toBe(403);
    expect((await create(emulator, web(NOWHERE), "bob")).status).toBe(403);
    expect((await create(emulator, web(NOWHERE), "star-only")).status).toBe(403);
    expect((await create(emulator, web(NOWHERE), "reader")).status).toBe(403);
    expect((await create(emulator, web(NOWHERE), "nobody's")).status).toBe(401);
    const id = idIn(await create(emulator, web(NOWHERE), "writer"));
    expect((await ask(emulator, `GET ${hooks}/${id}`, undefined, "reader")).status).toBe(200);
    expect((await ask(emulator, `PATCH ${hooks}/${id}`, {}, "installation")).status).toBe(200);
    expect((await ask(emulator, `DELETE ${hooks}/${id}`, undefined, "reader")).status).toBe(403);
    // Reading suffices for a ping, but of a repository's webhook alone.
    const ping = await ask(emulator, `POST ${hooks}/${id}/pings`, undefined, "reader");
    expect(ping.status).toBe(kind === "repository" ? 204 : 403);
  });

  test("a webhook is found where it is, and nowhere else", async ({ emulator }) => {
    const id = idIn(await create(emulator, web(NOWHERE)));
    for (const elsewhere of ["/repos/acme/gears/hooks", ...PLACES.map((place) => place.hooks)]) {
      const { status } = await ask(emulator, `GET ${elsewhere}/${id}`);
      expect(status).toBe(elsewhere === hooks ? 200 : 404);
    }
    expect((await ask(emulator, `GET ${hooks}/word`)).status).toBe(404);
  });

  test("two writers: the last one holds", async ({ emulator }) => {
    const path = `${hooks}/${idIn(await create(emulator, web(NOWHERE, { active: false })))}`;
    const changes = ["star", "watch", "fork", "release"].map((event) =>
      ask(emulator, `PATCH ${path}`, { events: [event] }),
    );
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const same = Array.from({ length: 5 }, () => create(emulator, web(`${NOWHERE}same`, { active: false })));
    const statuses = (await Promise.all(same)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 422, 422, 422, 422]);
  });

  test("whoever listens to it is told that the webhook is gone", async ({ emulator }) => {
    await using receiver = await startReceiver();
    for (const events of [["meta"], ["star"]]) {
      const id = idIn(await create(emulator, web(receiver.url, { events })));
      await ask(emulator, `DELETE ${hooks}/${id}`);
      await emulator.control.settled();
    }
    expect(receiver.received.filter(({ headers }) => headers["x-github-event"] === "meta")).toMatchObject([
      { payload: { action: "deleted", hook: { events: ["meta"] }, sender: { login: "alice" } } },
    ]);
  });
});

describe("webhooks of a repository alone", () => {
  const hooks = "/repos/acme/widgets/hooks";

  test("events are added and taken away", async ({ emulator }) => {
    const created = await ask(emulator, `POST ${hooks}`, { config: { url: NOWHERE }, events: ["push", "star"] });
    const path = `${hooks}/${idIn(created)}`;
    const change = async (body: object) => Object((await ask(emulator, `PATCH ${path}`, body)).body).events;
    expect(await change({ add_events: ["watch", "star"] })).toEqual(["push", "star", "watch"]);
    expect(await change({ remove_events: ["push", "fork"] })).toEqual(["star", "watch"]);
    expect(await change({ events: ["push", "star"], add_events: ["fork"], remove_events: ["star"] })).toEqual([
      "push",
      "fork",
    ]);
    expect(await ask(emulator, `PATCH ${path}`, { add_events: ["team"] })).toMatchObject(
      refusal("These events are not allowed for this hook: team", "events"),
    );
    expect((await ask(emulator, `PATCH ${path}`, { add_events: ["*"] })).status).toBe(422);
  });

  test("a config without an address is none", async ({ emulator }) => {
    const path = `${hooks}/${idIn(await ask(emulator, `POST ${hooks}`, web(NOWHERE)))}`;
    expect(await ask(emulator, `PATCH ${path}`, { config: { content_type: "json" } })).toMatchObject(
      refusal("Config must contain URL for webhooks", "config.url"),
    );
  });

  test("shows how its receiver last answered", async ({ emulator }) => {
    await using receiver = await startReceiver();
    const created = await ask(emulator, `POST ${hooks}`, web(receiver.url));
    expect(created.body).toMatchObject({ last_response: { code: null, status: "unused", message: null } });
    const path = `${hooks}/${idIn(created)}`;
    const lastResponse = async () => {
      await emulator.control.settled();
      return Object((await ask(emulator, `GET ${path}`)).body).last_response;
    };
    expect(await lastResponse()).toEqual({ code: 200, status: "active", message: "OK" });
    receiver.answer(500);
    await ask(emulator, `POST ${path}/pings`);
    expect(await lastResponse()).toEqual({ code: 500, status: "misconfigured", message: "Invalid HTTP Response: 500" });
    await ask(emulator, `PATCH ${path}`, { config: { url: NOWHERE } });
    await ask(emulator, `POST ${path}/pings`);
    expect(await lastResponse()).toEqual({ code: null, status: "misconfigured", message: "failed to connect to host" });
    // Past the time that records are kept.
    emulator.control.clock.advance(30 * 86_400);
    expect(await lastResponse()).toMatchObject({ status: "misconfigured" });
  });
});

describe("webhooks of an organization alone", () => {
  const hooks = "/orgs/acme/hooks";

  test("an OAuth app sees those that it made, and nobody else does", async ({ emulator }) => {
    const makers = ["alice", "oauth", "other-oauth"];
    const ids = new Map<string, number>();
    for (const maker of makers) {
      const created = await ask(emulator, `POST ${hooks}`, web(`${NOWHERE}${maker}`, { active: false }), maker);
      ids.set(maker, idIn(created));
    }
    for (const asking of makers) {
      expect(each(await ask(emulator, `GET ${hooks}`, undefined, asking), "id")).toEqual([ids.get(asking)]);
      for (const maker of makers) {
        const { status } = await ask(emulator, `PATCH ${hooks}/${ids.get(maker)}`, {}, asking);
        expect(status).toBe(asking === maker ? 200 : 404);
      }
    }
  });

  test("it must say that it is a web hook", async ({ emulator }) => {
    expect((await ask(emulator, `POST ${hooks}`, { config: { url: NOWHERE } })).status).toBe(422);
    const path = `${hooks}/${idIn(await ask(emulator, `POST ${hooks}`, web(NOWHERE)))}`;
    expect(await ask(emulator, `PATCH ${path}`, { name: "email" })).toMatchObject(
      refusal('name must be "web"', "name"),
    );
  });
});

describe("in the other dialect", () => {
  const svc = emulatorTest({ seed: SEED, dialect: "svc" });

  svc("headers and events carry neutral names", async ({ emulator }) => {
    await using receiver = await startReceiver();
    const created = await ask(
      emulator,
      "POST /orgs/acme/hooks",
      web(receiver.url, { events: ["updater_alert", "star"] }),
    );
    expect(created).toMatchObject({ status: 201, body: { events: ["updater_alert", "star"] } });
    expect((await ask(emulator, "POST /orgs/acme/hooks", web(NOWHERE, { events: ["dependabot_alert"] }))).status).toBe(
      422,
    );
    await emulator.control.settled();
    expect(receiver.received[0]?.headers).toMatchObject({
      "x-svc-event": "ping",
      "x-svc-hook-installation-target-type": "organization",
      "user-agent": expect.stringMatching(/^Svc-Hookshot\//),
    });
  });
});
