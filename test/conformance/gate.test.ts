import { createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { sealSecret } from "@forgehand/core/sealed-box";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";

const widgets = { owner: "acme", repo: "widgets" };
const gears = { owner: "acme", repo: "gears" };

const as = ({ apiUrl, tokens }: Emulator, name?: string) =>
  createClient({ baseUrl: apiUrl, ...(name === undefined ? {} : { credentials: tokens[name] ?? name }) });

/** A call that no client of ours would make. */
async function send(emulator: Emulator, route: string, token: string, init: RequestInit = {}) {
  const [method = "", path = ""] = route.split(" ");
  const headers = {
    authorization: `Bearer ${emulator.tokens[token]}`,
    ...Object.fromEntries(new Headers(init.headers)),
  };
  const answer = await fetch(`${emulator.apiUrl}${path}`, { ...init, method, headers });
  const text = await answer.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  return { status: answer.status, headers: answer.headers, body };
}

describe("who may", () => {
  test("a wrong token is nobody's", async ({ emulator }) => {
    const call = as(emulator, "ghp_wrong").call(operations.getRepository, widgets);
    await expect(call).rejects.toMatchObject({ name: "AuthenticationError", status: 401 });
  });

  test("without a token, what is public can be read, and nothing be told of the rest", async ({ emulator }) => {
    const { call } = as(emulator);
    expect((await call(operations.getRepository, widgets)).full_name).toBe("acme/widgets");
    await expect(call(operations.getRepository, gears)).rejects.toMatchObject({ status: 404 });
    await expect(call(operations.getRepository, { owner: "no", repo: "no" })).rejects.toMatchObject({ status: 404 });
    expect(await send(emulator, "GET /user/starred/acme/gears", "", { headers: { authorization: "" } })).toMatchObject({
      status: 401,
    });
  });

  test("a private repository is there for its people alone", async ({ emulator }) => {
    expect((await as(emulator, "bob").call(operations.getRepository, gears)).private).toBe(true);
    const outsider = as(emulator, "mallory").call(operations.getRepository, gears);
    await expect(outsider).rejects.toMatchObject({ name: "NotFoundError" });
  });

  test("a scope that is missing is named", async ({ emulator }) => {
    const call = as(emulator, "mallory").call(operations.setSubscription, { ...widgets, subscribed: true });
    await expect(call).rejects.toMatchObject({ name: "PermissionError", missing: [{ scope: "repo" }] });
  });

  test("a role that is missing is told", async ({ emulator }) => {
    const member = as(emulator, "bob").call(operations.listRepositoryHooks, widgets);
    await expect(member).rejects.toThrow("Must have admin rights to the repository");
  });

  test("subscriptions refuse fine-grained and app tokens", async ({ emulator }) => {
    for (const token of ["alice-fine-grained", "acme-installation", "workflow"]) {
      const answer = await send(emulator, "PUT /repos/acme/widgets/subscription", token);
      expect(answer.status).toBe(403);
    }
  });

  test("an installation writes secrets, a workflow's token does not", async ({ emulator }) => {
    const org = { org: "acme" };
    expect(await as(emulator, "acme-installation").call(operations.listOrganizationUpdaterSecrets, org)).toMatchObject({
      total_count: 1,
    });
    expect((await send(emulator, "GET /orgs/acme/dependabot/secrets", "workflow")).status).toBe(403);
  });

  test("a workflow's token reaches its own repository alone", async ({ emulator }) => {
    expect((await send(emulator, "GET /repos/acme/widgets/actions/variables", "workflow")).status).toBe(200);
    expect((await send(emulator, "GET /repos/acme/gears", "workflow")).status).toBe(404);
    expect((await send(emulator, "GET /repos/acme/gears", "acme-installation")).status).toBe(200);
  });

  test("answers say what the token has and what the call accepts", async ({ emulator }) => {
    const classic = await send(emulator, "GET /orgs/acme/dependabot/secrets", "bob");
    expect(classic.headers.get("x-oauth-scopes")).toBe("repo");
    expect(classic.headers.get("x-accepted-oauth-scopes")).toBe("admin:org");
    const fine = await send(emulator, "GET /orgs/acme/dependabot/secrets", "alice-fine-grained");
    expect(fine.headers.get("x-accepted-github-permissions")).toBe(
      "organization_dependabot_secrets=read; dependabot_secrets=read",
    );
    expect(fine.headers.get("x-oauth-scopes")).toBeNull();
  });
});

describe("what may be said", () => {
  test("names don't care about case, nor about .git", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    expect((await call(operations.getRepository, { owner: "ACME", repo: "Widgets.git" })).full_name).toBe(
      "acme/widgets",
    );
  });

  test("an unknown version is refused before anything else", async ({ emulator }) => {
    const headers = { "x-github-api-version": "1999-01-01", authorization: "Bearer nonsense" };
    const answer = await send(emulator, "GET /repos/acme/widgets", "", { headers });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining("2022-11-28, 2026-03-10") } });
  });

  test("broken JSON, and JSON that is no object", async ({ emulator }) => {
    for (const body of ["{", "[1]", '"text"']) {
      const answer = await send(emulator, "PUT /repos/acme/widgets/subscription", "alice", { body });
      expect(answer.status).toBe(400);
    }
  });

  test("every wrong field is named", async ({ emulator }) => {
    const body = JSON.stringify({ visibility: "everyone", selected_repository_ids: ["x"] });
    const answer = await send(emulator, "PUT /orgs/acme/dependabot/secrets/KEY", "alice", { body });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ field: "visibility" }, { field: "selected_repository_ids.0" }] },
    });
    const empty = await send(emulator, "PUT /orgs/acme/dependabot/secrets/KEY", "alice", { body: "{}" });
    expect(empty).toMatchObject({ status: 422, body: { errors: [{ field: "visibility", code: "missing_field" }] } });
  });

  test("what doesn't fit together is refused here too", async ({ emulator }) => {
    const body = JSON.stringify({ visibility: "all", selected_repository_ids: [1] });
    const answer = await send(emulator, "PUT /orgs/acme/dependabot/secrets/DEPLOY_KEY", "alice", { body });
    expect(answer.status).toBe(422);
    expect(emulator.control.secrets()).toMatchObject([{ visibility: "selected" }]);
  });

  test("a value that was sealed for another key is not taken", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const { key, key_id } = await call(operations.getOrganizationUpdaterPublicKey, { org: "acme" });
    const put = (sealed: { key_id: string; encrypted_value: string }) =>
      call(operations.putOrganizationUpdaterSecret, {
        ...{ org: "acme", secret_name: "DEPLOY_KEY", visibility: "all" as const },
        ...sealed,
      });
    const other = sealSecret("x", btoa("k".repeat(32)));
    await expect(put({ key_id, encrypted_value: other })).rejects.toMatchObject({ name: "ValidationError" });
    const stale = { key_id: "1", encrypted_value: sealSecret("x", key) };
    await expect(put(stale)).rejects.toMatchObject({ fields: [{ field: "key_id" }] });
    expect(emulator.control.secrets()).toMatchObject([{ value: "the old deploy key", visibility: "selected" }]);
  });

  test("a name that is the input's alone is none on the wire", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await call(operations.createRepositoryVariable, { ...widgets, name: "AA", value: "1" });
    const body = JSON.stringify({ new_name: "BB" });
    expect((await send(emulator, "PATCH /repos/acme/widgets/actions/variables/AA", "alice", { body })).status).toBe(
      204,
    );
    expect(await call(operations.getRepositoryVariable, { ...widgets, name: "AA" })).not.toBeNull();
  });

  test("a body that is too large, whether it says so or not", async ({ emulator }) => {
    const body = new Blob(["x".repeat(11 * 1024 * 1024)]);
    const path = "PUT /repos/acme/widgets/subscription";
    expect((await send(emulator, path, "alice", { body })).status).toBe(413);
    const stream = { body: body.stream(), duplex: "half" } satisfies RequestInit & { duplex: string };
    expect((await send(emulator, path, "alice", stream)).status).toBe(413);
  });

  test("a webhook whose address is odd neither breaks the service nor what comes after", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const hooks: number[] = [];
    for (const url of ["HTTPS://127.0.0.1:9/", " https://127.0.0.1:9/", "http://u%ZZ:p@127.0.0.1:9/"]) {
      hooks.push((await call(operations.createRepositoryHook, { ...widgets, config: { url }, events: ["star"] })).id);
    }
    const refused = call(operations.createRepositoryHook, { ...widgets, config: { url: "file:///etc/passwd" } });
    await expect(refused).rejects.toMatchObject({ name: "ValidationError" });
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

  test("a path that no operation has", async ({ emulator }) => {
    expect(await send(emulator, "GET /nothing/here", "alice")).toMatchObject({
      status: 404,
      body: { message: "Not Found" },
    });
    expect((await send(emulator, "GET /repos/acme/widgets/hooks/word", "alice")).status).toBe(404);
  });
});

describe("pages of a list", () => {
  async function withVariables(emulator: Emulator, count: number) {
    const { call } = as(emulator, "alice");
    for (let n = 0; n < count; n += 1) {
      await call(operations.createRepositoryVariable, { ...widgets, name: `V${n}`, value: "" });
    }
  }

  test("no link where there is one page, no prev on the first, [] past the end", async ({ emulator }) => {
    await withVariables(emulator, 25);
    const page = (query: string) => send(emulator, `GET /repos/acme/widgets/actions/variables?${query}`, "alice");
    const rels = (link: string | null) => Array.from((link ?? "").matchAll(/rel="(\w+)"/g), (match) => match[1]);
    expect((await page("per_page=30")).headers.get("link")).toBeNull();
    expect(rels((await page("")).headers.get("link"))).toEqual(["next", "last"]);
    expect(rels((await page("page=2")).headers.get("link"))).toEqual(["prev", "next", "last", "first"]);
    expect(rels((await page("page=3")).headers.get("link"))).toEqual(["prev", "first"]);
    expect((await page("page=9")).body).toMatchObject({ total_count: 25, variables: [] });
  });

  test("a page that is asked for too large is cut to the maximum", async ({ emulator }) => {
    await withVariables(emulator, 31);
    const { body } = await send(emulator, "GET /repos/acme/widgets/actions/variables?per_page=1000", "alice");
    expect(body).toMatchObject({ total_count: 31, variables: { length: 30 } });
  });

  test("whatever the size of the pages, every item comes once", async ({ emulator }) => {
    await withVariables(emulator, 23);
    const { items } = as(emulator, "alice");
    for (const per_page of [1, 7, 22, 23, 24, 30]) {
      const names = [];
      for await (const { name } of items(operations.listRepositoryVariables, { ...widgets, per_page }))
        names.push(name);
      expect(new Set(names).size).toBe(23);
      expect(names).toHaveLength(23);
    }
  });
});
