import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ask } from "../../calling.fixture.ts";
import { type Receiver, startReceiver } from "../../deliveries/receiver.fixture.ts";
import { LEVELS, startService } from "./deliveries.fixture.ts";
import { each, idIn, idsIn, signAs } from "./hooks.fixture.ts";

/** The signatures that a body has, by an implementation of their own (document 1, Delivery). */
const signaturesOf = (body: string | undefined, secret: string) => ({
  "x-hub-signature": `sha1=${createHmac("sha1", secret)
    .update(body ?? "")
    .digest("hex")}`,
  "x-hub-signature-256": `sha256=${createHmac("sha256", secret)
    .update(body ?? "")
    .digest("hex")}`,
});

describe.for(LEVELS)("deliveries of a webhook of the %s", (level) => {
  test("each leaves a record, with what was sent and what came back", async () => {
    await using service = await startService(level);
    const { receiver } = service;
    expect((await service.list()).body).toEqual([]);
    await service.happen(1);
    const listed = await service.list();
    const installation_id = level === "app" ? 1 : null;
    const summary = {
      ...{ event: "star", action: "created", redelivery: false, status: "OK", status_code: 200 },
      ...{
        repository_id: 1,
        installation_id,
        throttled_at: null,
        guid: receiver.received[0]?.headers["x-github-delivery"],
      },
    };
    expect(listed).toMatchObject({ status: 200, body: [summary] });
    const [id = ""] = idsIn(listed);
    expect(BigInt(id)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));

    const shown = await service.ask(`GET ${service.deliveries}/${id}`);
    const { headers, body } = receiver.received[0] ?? {};
    expect(shown).toMatchObject({
      status: 200,
      body: {
        ...summary,
        url: receiver.url,
        request: { payload: JSON.parse(body ?? "") },
        response: { headers: { "x-receiver": "yes" }, payload: "thanks" },
      },
    });
    for (const [name, value] of Object.entries(Object(shown.body).request.headers)) {
      expect(headers).toMatchObject({ [name.toLowerCase()]: value });
    }
    const target = { repository: "repository", organization: "organization", app: "integration" }[level];
    expect(headers).toMatchObject({
      "x-github-event": "star",
      "x-github-hook-installation-target-type": target,
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^GitHub-Hookshot\//),
      ...signaturesOf(body, "hunter2"),
    });
    expect(receiver.received[0]?.payload).toMatchObject({
      ...{ action: "created", repository: { full_name: "acme/widgets" }, sender: { login: "alice" } },
      ...{ organization: { login: "acme" }, enterprise: { slug: "acme-inc" } },
      ...(level === "app" ? { installation: { id: 1, node_id: expect.any(String) } } : {}),
    });
    expect("installation" in Object(receiver.received[0]?.payload)).toBe(level === "app");
  });

  test("failures say what went wrong, and can be asked for alone", async () => {
    await using service = await startService(level);
    for (const status of [200, 500, 302, 404]) {
      service.receiver.answer(status);
      await service.happen(1);
      await service.emulator.control.settled();
    }
    await service.receiver[Symbol.asyncDispose]();
    await service.happen(1);
    const told = async (query?: string) => each(await service.list(query), "status");
    const [bad, missing, gone] = [
      "Invalid HTTP Response: 500",
      "Invalid HTTP Response: 404",
      "failed to connect to host",
    ];
    expect(await told()).toEqual([gone, missing, "OK", bad, "OK"]);
    expect(each(await service.list(), "status_code")).toEqual([0, 404, 302, 500, 200]);
    expect(await told("?status=success")).toEqual(["OK", "OK"]);
    expect(await told("?status=failure")).toEqual([gone, missing, bad]);
    expect((await service.list("?status=other")).status).toBe(422);
    const [id] = idsIn(await service.list());
    expect((await service.ask(`GET ${service.deliveries}/${id}`)).body).toMatchObject({
      response: { headers: {}, payload: null },
    });
  });

  test("one that is sent again keeps its GUID and its body, and gets a record of its own", async () => {
    await using service = await startService(level);
    const { receiver, deliveries } = service;
    receiver.answer(500);
    await service.happen(1);
    const [first] = idsIn(await service.list());
    receiver.answer(200);
    expect(await service.ask(`POST ${deliveries}/${first}/attempts`)).toMatchObject({ status: 202, body: {} });
    const listed = await service.list();
    const guid = receiver.received[0]?.headers["x-github-delivery"];
    const about = {
      guid,
      event: "star",
      action: "created",
      repository_id: 1,
      installation_id: level === "app" ? 1 : null,
    };
    expect(listed.body).toMatchObject([
      { ...about, redelivery: true, status: "OK" },
      { ...about, redelivery: false, status: "Invalid HTTP Response: 500" },
    ]);
    expect(idsIn(listed)[1]).toBe(first);
    expect(new Set(idsIn(listed)).size).toBe(2);
    expect(receiver.received[1]).toMatchObject({
      body: receiver.received[0]?.body,
      headers: {
        "x-github-delivery": guid,
        "x-hub-signature-256": receiver.received[0]?.headers["x-hub-signature-256"],
      },
    });
    // Again, and one that was itself sent again.
    for (const id of idsIn(listed)) await service.ask(`POST ${deliveries}/${id}/attempts`);
    expect(each(await service.list(), "guid")).toEqual([guid, guid, guid, guid]);
    expect(receiver.received).toHaveLength(4);
  });

  test("there is no such delivery", async () => {
    await using service = await startService(level);
    await service.happen(1);
    const [id = ""] = idsIn(await service.list());
    for (const other of [String(BigInt(id) + 1n), "1", "9".repeat(30), "word"]) {
      expect((await service.ask(`GET ${service.deliveries}/${other}`)).status).toBe(404);
      expect((await service.ask(`POST ${service.deliveries}/${other}/attempts`)).status).toBe(404);
    }
  });

  test("a form carries the same", async () => {
    await using service = await startService(level, { content_type: "form" });
    await service.happen(1);
    const [id] = idsIn(await service.list());
    const { headers, body, payload } = service.receiver.received[0] ?? {};
    expect(headers).toMatchObject({
      "content-type": "application/x-www-form-urlencoded",
      ...signaturesOf(body, "hunter2"),
    });
    expect(JSON.parse(new URLSearchParams(body).get("payload") ?? "")).toEqual(payload);
    expect((await service.ask(`GET ${service.deliveries}/${id}`)).body).toMatchObject({ request: { payload } });
  });
});

describe.for(["repository", "organization"] as const)("a webhook of the %s", (level) => {
  test("is sent again to where it points now, signed with its secret of now", async () => {
    await using service = await startService(level);
    await using moved = await startReceiver();
    await service.happen(1);
    const [id] = idsIn(await service.list());
    const config = { url: `${moved.url}moved`, content_type: "form", secret: "new" };
    await service.ask(`PATCH ${service.hook}`, { config, active: false });
    await service.ask(`POST ${service.deliveries}/${id}/attempts`);
    await service.emulator.control.settled();
    const [sent] = moved.received;
    expect(sent).toMatchObject({
      path: "/moved",
      body: service.receiver.received[0]?.body,
      headers: { "content-type": "application/json", ...signaturesOf(sent?.body, "new") },
    });
    expect(service.receiver.received).toHaveLength(1);
    const [again] = idsIn(await service.list());
    expect((await service.ask(`GET ${service.deliveries}/${again}`)).body).toMatchObject({ url: `${moved.url}moved` });
  });

  test("without a secret sends no signature", async () => {
    await using service = await startService(level, { secret: undefined });
    await service.happen(1);
    await service.emulator.control.settled();
    const names = Object.keys(service.receiver.received[0]?.headers ?? {});
    expect(names.filter((name) => name.includes("signature"))).toEqual([]);
  });

  test("that is deleted takes its records along, and what it had still to send", async () => {
    await using service = await startService(level);
    const release = service.receiver.hold();
    await service.happen(3);
    expect((await service.ask(`DELETE ${service.hook}`)).status).toBe(204);
    release();
    await service.emulator.control.settled();
    expect(service.receiver.received.length).toBeLessThanOrEqual(1);
    expect((await service.ask(`GET ${service.deliveries}`)).status).toBe(404);
    // The next one has another number, and none of the records.
    const place = service.hook.replace(/\/1$/, "");
    const next = await service.ask(`POST ${place}`, {
      name: "web",
      config: { url: service.receiver.url },
      active: false,
    });
    expect(idIn(next)).not.toBe(1);
    expect((await service.ask(`GET ${place}/${idIn(next)}/deliveries`)).body).toEqual([]);
  });

  test("sends in order, and holds up neither who caused it nor other webhooks", async () => {
    await using service = await startService(level);
    await using other = await startReceiver();
    const place = service.hook.replace(/\/1$/, "");
    await service.ask(`POST ${place}`, {
      name: "web",
      config: { url: other.url, content_type: "json" },
      events: ["star"],
    });
    const release = service.receiver.hold();
    await service.happen(6);
    expect(service.receiver.received.length).toBeLessThanOrEqual(1);
    await expect.poll(() => other.received).toHaveLength(7);
    release();
    const actions = ["created", "deleted", "created", "deleted", "created", "deleted"];
    expect(each(await service.list(), "action")).toEqual(actions.toReversed());
    expect(service.receiver.received.map(({ payload }) => Object(payload).action)).toEqual(actions);
    expect(other.received.slice(1).map(({ payload }) => Object(payload).action)).toEqual(actions);
    // One event has one GUID, whoever it is sent to.
    const guids = (receiver: Receiver) => receiver.received.map(({ headers }) => headers["x-github-delivery"]);
    expect(guids(other).slice(1)).toEqual(guids(service.receiver));
  });

  test("shows its deliveries to whom it belongs to", async () => {
    await using service = await startService(level);
    await service.happen(1);
    const [id] = idsIn(await service.list());
    const { emulator, deliveries } = service;
    for (const token of ["bob", "mallory", "star-only"]) {
      expect((await ask(emulator, `GET ${deliveries}`, undefined, token)).status).toBe(403);
    }
    expect((await ask(emulator, `GET ${deliveries}/${id}`, undefined, "reader")).status).toBe(200);
    expect((await ask(emulator, `POST ${deliveries}/${id}/attempts`, undefined, "reader")).status).toBe(403);
    expect((await ask(emulator, `POST ${deliveries}/${id}/attempts`, undefined, "writer")).status).toBe(202);
    expect((await ask(emulator, `POST ${deliveries}/${id}/attempts`, undefined, "installation")).status).toBe(202);
    // A job's built-in token may look at a repository's, and send none again.
    const { status } = await ask(emulator, `GET ${deliveries}`, undefined, "workflow");
    expect(status).toBe(level === "repository" ? 200 : 403);
    expect((await ask(emulator, `POST ${deliveries}/${id}/attempts`, undefined, "workflow")).status).toBe(403);
  });
});

describe("an app's webhook", () => {
  test("is the app's alone to ask for", async () => {
    await using service = await startService("app");
    for (const token of ["alice", "installation", "workflow", "reader"]) {
      expect((await ask(service.emulator, `GET ${service.deliveries}`, undefined, token)).status).toBe(403);
    }
    const spare = await signAs(await service.emulator.control.createAppKey("spare"), "2", new Date());
    expect((await ask(service.emulator, `GET ${service.deliveries}`, undefined, spare)).status).toBe(404);
  });

  test("hears of private repositories too, and of none where it is not installed", async () => {
    await using service = await startService("app");
    await ask(service.emulator, "PUT /user/starred/acme/gears");
    await ask(service.emulator, "PUT /user/starred/other/things");
    await ask(service.emulator, "PUT /user/starred/alice/own");
    const listed = await service.list();
    expect(each(listed, "event")).toEqual(["star"]);
    expect(service.receiver.received).toMatchObject([{ payload: { repository: { full_name: "acme/gears" } } }]);
  });
});
