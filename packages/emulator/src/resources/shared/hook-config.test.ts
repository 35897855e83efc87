import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { requestJson } from "../../requests.fixture.ts";
import { LEVELS, startWebhookService } from "./deliveries.fixture.ts";
import { signAppJwt } from "./hooks.fixture.ts";

describe.for(LEVELS)("the configuration of a %s webhook", (level) => {
  test("is shown with a masked secret, and updated in part", async () => {
    await using service = await startWebhookService(level);
    const { emulator, receiver, requestAsOwner } = service;
    const path = `${service.hookPath}/config`;
    const config = { url: receiver.url, content_type: "json", insecure_ssl: "0", secret: "********" };
    expect((await requestAsOwner(`GET ${path}`)).body).toEqual(config);
    expect(await requestAsOwner(`PATCH ${path}`, {})).toMatchObject({ status: 200, body: config });
    const moved = { ...config, url: `${receiver.url}moved` };
    expect((await requestAsOwner(`PATCH ${path}`, { url: moved.url })).body).toEqual(moved);
    expect((await requestAsOwner(`GET ${path}`)).body).toEqual(moved);

    // The secret has stayed: deliveries are signed with it.
    await service.triggerEvents(1);
    await emulator.control.settled();
    const [delivery] = receiver.received;
    const hmac = createHmac("sha256", "hunter2").update(delivery?.body ?? "");
    expect(delivery).toMatchObject({
      path: "/moved",
      headers: { "x-hub-signature-256": `sha256=${hmac.digest("hex")}` },
    });

    expect((await requestAsOwner(`PATCH ${path}`, { secret: "" })).body).not.toHaveProperty("secret");
    expect(await requestAsOwner(`PATCH ${path}`, { content_type: "form", insecure_ssl: 1 })).toMatchObject({
      body: { url: moved.url, content_type: "form", insecure_ssl: "1" },
    });
  });

  test("must be valid", async () => {
    await using service = await startWebhookService(level);
    const path = `${service.hookPath}/config`;
    for (const change of [{ url: "" }, { url: "ftp://x.example" }, { insecure_ssl: 2 }, { content_type: "xml" }]) {
      expect((await service.requestAsOwner(`PATCH ${path}`, change)).status).toBe(422);
    }
    expect((await service.requestAsOwner(`GET ${path}`)).body).toMatchObject({ url: service.receiver.url });
  });

  test("is only for those who manage the webhook", async () => {
    await using service = await startWebhookService(level);
    const request = (method: string, token: string, path = `${service.hookPath}/config`) =>
      requestJson(service.emulator, `${method} ${path}`, method === "PATCH" ? { secret: "x" } : undefined, token);
    const status = level === "app" ? 401 : 403;
    for (const token of ["bob", "workflow"]) expect((await request("GET", token)).status).toBe(status);
    if (level === "app") return;
    expect((await request("GET", "reader")).status).toBe(200);
    expect((await request("PATCH", "reader")).status).toBe(403);
    expect((await request("PATCH", "writer")).status).toBe(200);
    expect((await request("GET", "alice", service.hookPath.replace(/1$/, "4711/config"))).status).toBe(404);
    // OAuth apps don't see an organization's webhooks that they didn't create.
    expect((await request("GET", "oauth")).status).toBe(level === "organization" ? 404 : 200);
  });
});

test("an app without a webhook has no configuration", async () => {
  await using service = await startWebhookService("repository");
  const { control } = service.emulator;
  const token = await signAppJwt(await control.createAppKey("robot"), "1", control.clock.now());
  for (const method of ["GET", "PATCH"]) {
    expect((await requestJson(service.emulator, `${method} /app/hook/config`, undefined, token)).status).toBe(404);
  }
});

describe("a test of a repository's webhook", () => {
  const files = { events: ["push", "star"] };

  test("sends the push of the default branch's last commit", async () => {
    await using service = await startWebhookService("repository", files);
    const { emulator, receiver, requestAsOwner } = service;
    const file = { message: "Add a file", content: btoa("text") };
    await requestAsOwner("PUT /repos/acme/widgets/contents/a.txt", file);
    await requestAsOwner("PUT /repos/acme/widgets/contents/b.txt", file);
    await emulator.control.settled();
    const pushed = receiver.received.at(-1);
    expect((await requestAsOwner(`POST ${service.hookPath}/tests`)).status).toBe(204);
    await emulator.control.settled();
    expect(receiver.received).toHaveLength(3);
    expect(receiver.received[2]).toMatchObject({ headers: { "x-github-event": "push" } });
    const { ref, before, after, commits } = Object(pushed?.payload);
    expect(receiver.received[2]?.payload).toMatchObject({ ref, before, after, commits, sender: { login: "alice" } });
    // The path before it was renamed, which `test_url` still has.
    const { body: hook } = await requestAsOwner(`GET ${service.hookPath}`);
    expect((await requestAsOwner(`POST ${Object(hook).test_url}`)).status).toBe(204);
    await emulator.control.settled();
    expect(receiver.received).toHaveLength(4);
    expect((await requestJson(emulator, `POST ${service.hookPath}/tests`, undefined, "bob")).status).toBe(403);
    expect((await requestAsOwner("POST /repos/acme/widgets/hooks/4711/tests")).status).toBe(404);
  });

  test("sends nothing without a commit or a subscription to pushes", async () => {
    for (const hook of [files, { events: ["star"] }, { ...files, active: false }]) {
      await using service = await startWebhookService("repository", hook);
      if (hook !== files) {
        const file = { message: "Add a file", content: btoa("text") };
        await service.requestAsOwner("PUT /repos/acme/widgets/contents/a.txt", file);
      }
      expect((await service.requestAsOwner(`POST ${service.hookPath}/tests`)).status).toBe(204);
      await service.emulator.control.settled();
      expect(service.receiver.received).toEqual([]);
    }
  });
});
