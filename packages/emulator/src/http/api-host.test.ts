import { expect } from "vitest";
import type { Emulator } from "../public.ts";
import { requestJson } from "../requests.fixture.ts";
import { test } from "../vitest.ts";
import { sendLines } from "./raw-request.fixture.ts";

/** Sends a request without a body to a host, as alice. */
function send(service: Pick<Emulator, "webUrl" | "tokens">, line: string, host: string) {
  return sendLines(service, [`${line} HTTP/1.1`, `host: ${host}`, `authorization: token ${service.tokens["alice"]}`]);
}

const API_HOST = "api.github.localhost";

test("api.github.localhost serves the API at its root", async ({ emulator }) => {
  for (const host of [API_HOST, `${API_HOST}:80`, "API.GitHub.localhost"]) {
    const { status, text } = await send(emulator, "GET /user", host);
    expect([status, JSON.parse(text).login], host).toEqual([200, "alice"]);
  }
  const list = await send(emulator, "GET /repos/acme/widgets/collaborators?per_page=1", API_HOST);
  // Clients send the token to the same host only.
  expect(list.head).toContain(`<http://${API_HOST}/repositories/1/collaborators?per_page=1&page=2>; rel="next"`);
  // Proxies receive absolute targets.
  expect((await send(emulator, `GET http://${API_HOST}/user`, API_HOST)).status).toBe(200);
  expect((await send(emulator, "GET /api/v3/user", API_HOST)).status).toBe(200);
  expect((await send(emulator, "GET /_health", API_HOST)).status).toBe(200);
  expect(emulator.control.calls().map(({ path }) => path)).toContain("/api/v3/user");
});

test("api.github.localhost redirects to itself after a rename", async ({ emulator }) => {
  await requestJson(emulator, "PATCH /repos/acme/gears", { name: "cogs" });
  const { status, head } = await send(emulator, "GET /repos/acme/gears/collaborators?per_page=2", `${API_HOST}:80`);
  expect(status).toBe(301);
  expect(head).toContain(`location: http://${API_HOST}:80/repositories/2/collaborators?per_page=2\r\n`);
});

test("github.localhost serves pages at its root and the API below /api/v3", async ({ emulator }) => {
  const page = await send(emulator, "GET /acme/widgets", "github.localhost");
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("<!doctype html>")]);
  expect((await send(emulator, "GET /user", "github.localhost")).status).toBe(404);
  expect((await send(emulator, "GET /api/v3/user", "github.localhost")).status).toBe(200);
});

test("hosts that only resemble the API's don't serve it", async ({ emulator }) => {
  for (const host of ["myapi.github.localhost", "api.github.localhost.evil.test", "api.github.test"]) {
    expect([404, 421]).toContain((await send(emulator, "GET /user", host)).status);
  }
});

test("the API root lists URL templates, also for HEAD requests", async ({ emulator }) => {
  for (const [line, host] of [
    ["/", API_HOST],
    ["/api/v3", "localhost"],
    ["/api/v3/", "localhost"],
  ] as const) {
    const { status, head, text } = await send(emulator, `GET ${line}`, host);
    expect([status, JSON.parse(text).repository_url]).toEqual([200, `${emulator.apiUrl}/repos/{owner}/{repo}`]);
    expect(head).toContain("x-oauth-scopes: admin:enterprise, ");
    const probe = await send(emulator, `HEAD ${line}`, host);
    expect([probe.status, probe.text]).toEqual([200, ""]);
  }
});
