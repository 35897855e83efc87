import { createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { sealSecret } from "@forgehand/core/sealed-box";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";

const widgets = { owner: "acme", repo: "widgets" };
const gears = { owner: "acme", repo: "gears" };

const clientFor = ({ apiUrl, tokens }: Emulator, name?: string) =>
  createClient({ baseUrl: apiUrl, ...(name === undefined ? {} : { credentials: tokens[name] ?? name }) });

/** Sends a request that our client would not send. */
async function sendRequest(emulator: Emulator, route: string, token: string, init: RequestInit = {}) {
  const [method = "", path = ""] = route.split(" ");
  const headers = {
    authorization: `Bearer ${emulator.tokens[token]}`,
    ...Object.fromEntries(new Headers(init.headers)),
  };
  const response = await fetch(`${emulator.apiUrl}${path}`, { ...init, method, headers });
  const text = await response.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

describe("authorization", () => {
  test("rejects an invalid token", async ({ emulator }) => {
    const call = clientFor(emulator, "ghp_wrong").call(operations.getRepository, widgets);
    await expect(call).rejects.toMatchObject({ name: "AuthenticationError", status: 401 });
  });

  test("without a token, public resources can be read and private ones are hidden", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    expect((await call(operations.getRepository, widgets)).full_name).toBe("acme/widgets");
    await expect(call(operations.getRepository, gears)).rejects.toMatchObject({ status: 404 });
    await expect(call(operations.getRepository, { owner: "no", repo: "no" })).rejects.toMatchObject({ status: 404 });
    expect(
      await sendRequest(emulator, "GET /user/starred/acme/gears", "", { headers: { authorization: "" } }),
    ).toMatchObject({
      status: 401,
    });
  });

  test("a private repository is visible only to its collaborators", async ({ emulator }) => {
    expect((await clientFor(emulator, "bob").call(operations.getRepository, gears)).private).toBe(true);
    const outsider = clientFor(emulator, "mallory").call(operations.getRepository, gears);
    await expect(outsider).rejects.toMatchObject({ name: "NotFoundError" });
  });

  test("names a missing scope", async ({ emulator }) => {
    const call = clientFor(emulator, "mallory").call(operations.setSubscription, { ...widgets, subscribed: true });
    await expect(call).rejects.toMatchObject({ name: "PermissionError", missing: [{ scope: "notifications" }] });
  });

  test("reports a missing role", async ({ emulator }) => {
    const member = clientFor(emulator, "bob").call(operations.listRepositoryHooks, widgets);
    await expect(member).rejects.toThrow("Must have admin rights to Repository.");
  });

  test("subscriptions reject fine-grained and app tokens", async ({ emulator }) => {
    for (const token of ["alice-fine-grained", "acme-installation", "workflow"]) {
      const response = await sendRequest(emulator, "PUT /repos/acme/widgets/subscription", token);
      expect(response.status).toBe(403);
    }
  });

  test("an installation can write secrets, a workflow's token cannot", async ({ emulator }) => {
    const org = { org: "acme" };
    expect(
      await clientFor(emulator, "acme-installation").call(operations.listOrganizationUpdaterSecrets, org),
    ).toMatchObject({
      total_count: 1,
    });
    expect((await sendRequest(emulator, "GET /orgs/acme/dependabot/secrets", "workflow")).status).toBe(403);
  });

  test("a workflow's token has access only to its own repository", async ({ emulator }) => {
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/actions/runs", "workflow")).status).toBe(200);
    // Workflow files can't request the permission for variables.
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/actions/variables", "workflow")).status).toBe(403);
    expect((await sendRequest(emulator, "GET /repos/acme/gears", "workflow")).status).toBe(404);
    expect((await sendRequest(emulator, "GET /repos/acme/gears", "acme-installation")).status).toBe(200);
  });

  test("responses state the token's scopes and those that the operation accepts", async ({ emulator }) => {
    const classic = await sendRequest(emulator, "GET /orgs/acme/dependabot/secrets", "bob");
    expect(classic.headers.get("x-oauth-scopes")).toBe("repo");
    expect(classic.headers.get("x-accepted-oauth-scopes")).toBe("admin:org");
    const fineGrained = await sendRequest(emulator, "GET /orgs/acme/dependabot/secrets", "alice-fine-grained");
    expect(fineGrained.headers.get("x-accepted-github-permissions")).toBe(
      "organization_dependabot_secrets=read; dependabot_secrets=read",
    );
    expect(fineGrained.headers.get("x-oauth-scopes")).toBeNull();
  });
});

describe("request validation", () => {
  test("ignores case in names, and the suffix .git", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    expect((await call(operations.getRepository, { owner: "ACME", repo: "Widgets.git" })).full_name).toBe(
      "acme/widgets",
    );
  });

  test("checks the API version before anything else", async ({ emulator }) => {
    const headers = { "x-github-api-version": "1999-01-01", authorization: "Bearer nonsense" };
    const response = await sendRequest(emulator, "GET /repos/acme/widgets", "", { headers });
    expect(response).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("2022-11-28, 2026-03-10") },
    });
  });

  test("rejects malformed JSON and JSON that is not an object", async ({ emulator }) => {
    for (const body of ["{", "[1]", '"text"']) {
      const response = await sendRequest(emulator, "PUT /repos/acme/widgets/subscription", "alice", { body });
      expect(response.status).toBe(400);
    }
  });

  test("names every invalid field", async ({ emulator }) => {
    const body = JSON.stringify({ visibility: "everyone", selected_repository_ids: ["x"] });
    const response = await sendRequest(emulator, "PUT /orgs/acme/dependabot/secrets/KEY", "alice", { body });
    expect(response).toMatchObject({
      status: 422,
      body: { errors: [{ field: "visibility" }, { field: "selected_repository_ids.0" }] },
    });
    const empty = await sendRequest(emulator, "PUT /orgs/acme/dependabot/secrets/KEY", "alice", { body: "{}" });
    const message = 'Invalid request.\n\n"visibility" wasn\'t supplied.';
    expect(empty).toMatchObject({ status: 422, body: { message } });
  });

  test("rejects contradictory fields", async ({ emulator }) => {
    const body = JSON.stringify({ visibility: "all", selected_repository_ids: [1] });
    const response = await sendRequest(emulator, "PUT /orgs/acme/dependabot/secrets/DEPLOY_KEY", "alice", { body });
    expect(response.status).toBe(422);
    expect(emulator.control.secrets()).toMatchObject([{ visibility: "selected" }]);
  });

  test("rejects a value that was sealed with another key", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const { key, key_id } = await call(operations.getOrganizationUpdaterPublicKey, { org: "acme" });
    const put = (sealed: { key_id: string; encrypted_value: string }) =>
      call(operations.putOrganizationUpdaterSecret, {
        org: "acme",
        secret_name: "DEPLOY_KEY",
        visibility: "all" as const,
        ...sealed,
      });
    const sealedWithOtherKey = sealSecret("x", btoa("k".repeat(32)));
    await expect(put({ key_id, encrypted_value: sealedWithOtherKey })).rejects.toMatchObject({
      name: "ValidationError",
    });
    const stale = { key_id: "1", encrypted_value: sealSecret("x", key) };
    await expect(put(stale)).rejects.toMatchObject({ fields: [{ field: "key_id" }] });
    expect(emulator.control.secrets()).toMatchObject([{ value: "the old deploy key", visibility: "selected" }]);
  });

  test("rejects a name that exists only in our client's input", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    await call(operations.createRepositoryVariable, { ...widgets, name: "AA", value: "1" });
    const body = JSON.stringify({ new_name: "BB" });
    expect(
      (await sendRequest(emulator, "PATCH /repos/acme/widgets/actions/variables/AA", "alice", { body })).status,
    ).toBe(204);
    expect(await call(operations.getRepositoryVariable, { ...widgets, name: "AA" })).not.toBeNull();
  });

  test("rejects a body that is too large, with or without Content-Length", async ({ emulator }) => {
    const body = new Blob(["x".repeat(11 * 1024 * 1024)]);
    const path = "PUT /repos/acme/widgets/subscription";
    expect((await sendRequest(emulator, path, "alice", { body })).status).toBe(413);
    const stream = { body: body.stream(), duplex: "half" } satisfies RequestInit & { duplex: string };
    expect((await sendRequest(emulator, path, "alice", stream)).status).toBe(413);
  });

  test("records failed deliveries to webhooks with unusual URLs", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const hooks: number[] = [];
    emulator.control.allowHookHost("127.0.0.1:9");
    for (const url of ["HTTPS://127.0.0.1:9/", " https://127.0.0.1:9/", "http://u%ZZ:p@127.0.0.1:9/"]) {
      hooks.push((await call(operations.createRepositoryHook, { ...widgets, config: { url }, events: ["star"] })).id);
    }
    const rejectedCall = call(operations.createRepositoryHook, { ...widgets, config: { url: "file:///etc/passwd" } });
    await expect(rejectedCall).rejects.toMatchObject({ name: "ValidationError" });
    await call(operations.starRepository, widgets);
    await emulator.control.settled();
    for (const hook_id of hooks) {
      const records = await call(operations.listRepositoryHookDeliveries, { ...widgets, hook_id });
      expect(records.map(({ event, status }) => `${event}: ${status}`)).toEqual([
        "star: failed to connect to host",
        "ping: failed to connect to host",
      ]);
    }
  });

  test("returns 404 for a word in place of a number", async ({ emulator }) => {
    expect(await sendRequest(emulator, "GET /repos/acme/widgets/hooks/word", "alice")).toMatchObject({
      status: 404,
      body: { message: "Not Found" },
    });
  });
});

describe("pagination", () => {
  async function createVariables(emulator: Emulator, count: number) {
    const { call } = clientFor(emulator, "alice");
    for (let n = 0; n < count; n += 1) {
      await call(operations.createRepositoryVariable, { ...widgets, name: `V${n}`, value: "" });
    }
  }

  test("has no links for a single page, no prev link on the first page and an empty list past the end", async ({
    emulator,
  }) => {
    await createVariables(emulator, 25);
    const page = (query: string) =>
      sendRequest(emulator, `GET /repos/acme/widgets/actions/variables?${query}`, "alice");
    const rels = (link: string | null) => Array.from((link ?? "").matchAll(/rel="(\w+)"/g), (match) => match[1]);
    expect((await page("per_page=30")).headers.get("link")).toBeNull();
    expect(rels((await page("")).headers.get("link"))).toEqual(["next", "last"]);
    expect(rels((await page("page=2")).headers.get("link"))).toEqual(["prev", "next", "last", "first"]);
    expect(rels((await page("page=3")).headers.get("link"))).toEqual(["prev", "first"]);
    expect((await page("page=9")).body).toMatchObject({ total_count: 25, variables: [] });
  });

  test("reduces an excessive page size to the maximum", async ({ emulator }) => {
    await createVariables(emulator, 31);
    const { body } = await sendRequest(emulator, "GET /repos/acme/widgets/actions/variables?per_page=1000", "alice");
    expect(body).toMatchObject({ total_count: 31, variables: { length: 30 } });
  });

  test("returns every item exactly once, whatever the page size", async ({ emulator }) => {
    await createVariables(emulator, 23);
    const { items } = clientFor(emulator, "alice");
    for (const per_page of [1, 7, 22, 23, 24, 30]) {
      const names = [];
      for await (const { name } of items(operations.listRepositoryVariables, { ...widgets, per_page }))
        names.push(name);
      expect(new Set(names).size).toBe(23);
      expect(names).toHaveLength(23);
    }
  });
});
