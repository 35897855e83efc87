import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../deliveries/receiver.fixture.ts";
import { requestJson } from "../../requests.fixture.ts";
import { LEVELS, startWebhookService } from "./deliveries.fixture.ts";
import { deliveryIds, fieldValues, responseId, signAppJwt } from "./hooks.fixture.ts";

/** Computes the signatures of a body with an independent implementation. */
const signaturesOf = (body: string | undefined, secret: string) => ({
  "x-hub-signature": `sha1=${createHmac("sha1", secret)
    .update(body ?? "")
    .digest("hex")}`,
  "x-hub-signature-256": `sha256=${createHmac("sha256", secret)
    .update(body ?? "")
    .digest("hex")}`,
});

describe.for(LEVELS)("deliveries of a %s webhook", (level) => {
  test("are recorded with request and response", async () => {
    await using service = await startWebhookService(level);
    const { receiver } = service;
    expect((await service.listDeliveries()).body).toEqual([]);
    await service.triggerEvents(1);
    const listed = await service.listDeliveries();
    const installation_id = level === "app" ? 1 : null;
    const summary = {
      event: "star",
      action: "created",
      redelivery: false,
      status: "OK",
      status_code: 200,
      repository_id: 1,
      installation_id,
      throttled_at: null,
      guid: receiver.received[0]?.headers["x-github-delivery"],
    };
    expect(listed).toMatchObject({ status: 200, body: [summary] });
    const [id = ""] = deliveryIds(listed);
    expect(BigInt(id)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));

    const shown = await service.requestAsOwner(`GET ${service.deliveriesPath}/${id}`);
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
      action: "created",
      repository: { full_name: "acme/widgets" },
      sender: { login: "alice" },
      organization: { login: "acme" },
      enterprise: { slug: "acme-inc" },
      ...(level === "app" ? { installation: { id: 1, node_id: expect.any(String) } } : {}),
    });
    expect("installation" in Object(receiver.received[0]?.payload)).toBe(level === "app");
  });

  test("record failures, which can be listed separately", async () => {
    await using service = await startWebhookService(level);
    for (const status of [200, 500, 302, 404]) {
      service.receiver.setResponse(status);
      await service.triggerEvents(1);
      await service.emulator.control.settled();
    }
    await service.receiver[Symbol.asyncDispose]();
    await service.triggerEvents(1);
    const statuses = async (query?: string) => fieldValues(await service.listDeliveries(query), "status");
    const [bad, missing, unreachable] = [
      "Invalid HTTP Response: 500",
      "Invalid HTTP Response: 404",
      "failed to connect to host",
    ];
    expect(await statuses()).toEqual([unreachable, missing, "OK", bad, "OK"]);
    expect(fieldValues(await service.listDeliveries(), "status_code")).toEqual([0, 404, 302, 500, 200]);
    expect(await statuses("?status=success")).toEqual(["OK", "OK"]);
    expect(await statuses("?status=failure")).toEqual([unreachable, missing, bad]);
    expect((await service.listDeliveries("?status=other")).status).toBe(422);
    const [id] = deliveryIds(await service.listDeliveries());
    expect((await service.requestAsOwner(`GET ${service.deliveriesPath}/${id}`)).body).toMatchObject({
      response: { headers: {}, payload: null },
    });
  });

  test("keep GUID and body when redelivered, and are recorded separately", async () => {
    await using service = await startWebhookService(level);
    const { receiver, deliveriesPath } = service;
    receiver.setResponse(500);
    await service.triggerEvents(1);
    const [first] = deliveryIds(await service.listDeliveries());
    receiver.setResponse(200);
    expect(await service.requestAsOwner(`POST ${deliveriesPath}/${first}/attempts`)).toMatchObject({
      status: 202,
      body: {},
    });
    const listed = await service.listDeliveries();
    const guid = receiver.received[0]?.headers["x-github-delivery"];
    const eventFields = {
      guid,
      event: "star",
      action: "created",
      repository_id: 1,
      installation_id: level === "app" ? 1 : null,
    };
    expect(listed.body).toMatchObject([
      { ...eventFields, redelivery: true, status: "OK" },
      { ...eventFields, redelivery: false, status: "Invalid HTTP Response: 500" },
    ]);
    expect(deliveryIds(listed)[1]).toBe(first);
    expect(new Set(deliveryIds(listed)).size).toBe(2);
    expect(receiver.received[1]).toMatchObject({
      body: receiver.received[0]?.body,
      headers: {
        "x-github-delivery": guid,
        "x-hub-signature-256": receiver.received[0]?.headers["x-hub-signature-256"],
      },
    });
    // Redeliveries can be redelivered too.
    for (const id of deliveryIds(listed)) await service.requestAsOwner(`POST ${deliveriesPath}/${id}/attempts`);
    expect(fieldValues(await service.listDeliveries(), "guid")).toEqual([guid, guid, guid, guid]);
    expect(receiver.received).toHaveLength(4);
  });

  test("return 404 for an unknown delivery", async () => {
    await using service = await startWebhookService(level);
    await service.triggerEvents(1);
    const [id = ""] = deliveryIds(await service.listDeliveries());
    for (const other of [String(BigInt(id) + 1n), "1", "9".repeat(30), "word"]) {
      expect((await service.requestAsOwner(`GET ${service.deliveriesPath}/${other}`)).status).toBe(404);
      expect((await service.requestAsOwner(`POST ${service.deliveriesPath}/${other}/attempts`)).status).toBe(404);
    }
  });

  test("can be sent as a form", async () => {
    await using service = await startWebhookService(level, { content_type: "form" });
    await service.triggerEvents(1);
    const [id] = deliveryIds(await service.listDeliveries());
    const { headers, body, payload } = service.receiver.received[0] ?? {};
    expect(headers).toMatchObject({
      "content-type": "application/x-www-form-urlencoded",
      ...signaturesOf(body, "hunter2"),
    });
    expect(JSON.parse(new URLSearchParams(body).get("payload") ?? "")).toEqual(payload);
    expect((await service.requestAsOwner(`GET ${service.deliveriesPath}/${id}`)).body).toMatchObject({
      request: { payload },
    });
  });
});

describe.for(["repository", "organization"] as const)("a %s webhook", (level) => {
  test("redelivers to the current URL with the current secret", async () => {
    await using service = await startWebhookService(level);
    await using newReceiver = await startReceiver();
    service.emulator.control.allowHookHost(newReceiver.host);
    await service.triggerEvents(1);
    const [id] = deliveryIds(await service.listDeliveries());
    const config = { url: `${newReceiver.url}moved`, content_type: "form", secret: "new" };
    await service.requestAsOwner(`PATCH ${service.hookPath}`, { config, active: false });
    await service.requestAsOwner(`POST ${service.deliveriesPath}/${id}/attempts`);
    await service.emulator.control.settled();
    const [sent] = newReceiver.received;
    expect(sent).toMatchObject({
      path: "/moved",
      body: service.receiver.received[0]?.body,
      headers: { "content-type": "application/json", ...signaturesOf(sent?.body, "new") },
    });
    expect(service.receiver.received).toHaveLength(1);
    const [redeliveryId] = deliveryIds(await service.listDeliveries());
    expect((await service.requestAsOwner(`GET ${service.deliveriesPath}/${redeliveryId}`)).body).toMatchObject({
      url: `${newReceiver.url}moved`,
    });
  });

  test("sends no signature without a secret", async () => {
    await using service = await startWebhookService(level, { secret: undefined });
    await service.triggerEvents(1);
    await service.emulator.control.settled();
    const names = Object.keys(service.receiver.received[0]?.headers ?? {});
    expect(names.filter((name) => name.includes("signature"))).toEqual([]);
  });

  test("loses its records and pending deliveries when deleted", async () => {
    await using service = await startWebhookService(level);
    const release = service.receiver.holdResponses();
    await service.triggerEvents(3);
    expect((await service.requestAsOwner(`DELETE ${service.hookPath}`)).status).toBe(204);
    release();
    await service.emulator.control.settled();
    expect(service.receiver.received.length).toBeLessThanOrEqual(1);
    expect((await service.requestAsOwner(`GET ${service.deliveriesPath}`)).status).toBe(404);
    // The next webhook has a new id and none of the records.
    const hooksPath = service.hookPath.replace(/\/1$/, "");
    const next = await service.requestAsOwner(`POST ${hooksPath}`, {
      name: "web",
      config: { url: service.receiver.url },
      active: false,
    });
    expect(responseId(next)).not.toBe(1);
    expect((await service.requestAsOwner(`GET ${hooksPath}/${responseId(next)}/deliveries`)).body).toEqual([]);
  });

  test("delivers in order, without delaying the caller or other webhooks", async () => {
    await using service = await startWebhookService(level);
    await using other = await startReceiver();
    service.emulator.control.allowHookHost(other.host);
    const hooksPath = service.hookPath.replace(/\/1$/, "");
    await service.requestAsOwner(`POST ${hooksPath}`, {
      name: "web",
      config: { url: other.url, content_type: "json" },
      events: ["star"],
    });
    const release = service.receiver.holdResponses();
    await service.triggerEvents(6);
    expect(service.receiver.received.length).toBeLessThanOrEqual(1);
    await expect.poll(() => other.received).toHaveLength(7);
    release();
    const actions = ["created", "deleted", "created", "deleted", "created", "deleted"];
    expect(fieldValues(await service.listDeliveries(), "action")).toEqual(actions.toReversed());
    expect(service.receiver.received.map(({ payload }) => Object(payload).action)).toEqual(actions);
    expect(other.received.slice(1).map(({ payload }) => Object(payload).action)).toEqual(actions);
    // An event has the same GUID for all webhooks.
    const guids = (receiver: Receiver) => receiver.received.map(({ headers }) => headers["x-github-delivery"]);
    expect(guids(other).slice(1)).toEqual(guids(service.receiver));
  });

  test("shows its deliveries only to callers with access", async () => {
    await using service = await startWebhookService(level);
    await service.triggerEvents(1);
    const [id] = deliveryIds(await service.listDeliveries());
    const { emulator, deliveriesPath } = service;
    for (const token of ["bob", "mallory", "org-reader", "workflow"]) {
      expect((await requestJson(emulator, `GET ${deliveriesPath}`, undefined, token)).status).toBe(403);
    }
    expect((await requestJson(emulator, `GET ${deliveriesPath}/${id}`, undefined, "reader")).status).toBe(200);
    expect((await requestJson(emulator, `POST ${deliveriesPath}/${id}/attempts`, undefined, "reader")).status).toBe(
      403,
    );
    expect((await requestJson(emulator, `POST ${deliveriesPath}/${id}/attempts`, undefined, "writer")).status).toBe(
      202,
    );
    expect(
      (await requestJson(emulator, `POST ${deliveriesPath}/${id}/attempts`, undefined, "installation")).status,
    ).toBe(202);
    expect((await requestJson(emulator, `POST ${deliveriesPath}/${id}/attempts`, undefined, "workflow")).status).toBe(
      403,
    );
  });
});

describe("an app's webhook", () => {
  test("is accessible to the app only", async () => {
    await using service = await startWebhookService("app");
    for (const token of ["alice", "installation", "workflow", "reader"]) {
      expect((await requestJson(service.emulator, `GET ${service.deliveriesPath}`, undefined, token)).status).toBe(401);
    }
    const spare = await signAppJwt(await service.emulator.control.createAppKey("spare"), "2", new Date());
    expect((await requestJson(service.emulator, `GET ${service.deliveriesPath}`, undefined, spare)).status).toBe(404);
  });

  test("gets events of private repositories, but only where the app is installed", async () => {
    await using service = await startWebhookService("app");
    await requestJson(service.emulator, "PUT /user/starred/acme/gears");
    await requestJson(service.emulator, "PUT /user/starred/other/things");
    await requestJson(service.emulator, "PUT /user/starred/alice/own");
    const listed = await service.listDeliveries();
    expect(fieldValues(listed, "event")).toEqual(["star"]);
    expect(service.receiver.received).toMatchObject([{ payload: { repository: { full_name: "acme/gears" } } }]);
  });
});
