import { describe, expect, test } from "vitest";
import { updateRepositoryHook } from "../../contract/repository/hooks.ts";
import { getSubscription, setSubscription } from "../../contract/repository/watching.ts";
import type { Middleware } from "../middleware.ts";
import { subscription, widgets } from "../mock-client.fixture.ts";
import { createTestClient, outcomeOf, reply, startService, TOKEN } from "../service.fixture.ts";

// Redirects over real connections; follow-redirects.test.ts covers the rules one by one.

const moved = (status: number, location: string) => reply(status, { message: "Moved" }, { location });
const tokens = (requests: readonly { readonly headers: { readonly authorization?: string | undefined } }[]) =>
  requests.map(({ headers }) => headers.authorization);

describe("a renamed repository", () => {
  test("is read at its new URL", async () => {
    const { origin, requests } = await startService(({ url }) =>
      url.includes("/repositories/") ? reply(200, subscription) : moved(301, "/api/v3/repositories/1/subscription"),
    );
    expect(await createTestClient(origin).call(getSubscription, widgets)).toEqual(subscription);
    expect(requests.map(({ url }) => url)).toEqual([
      "/api/v3/repos/acme/widgets/subscription",
      "/api/v3/repositories/1/subscription",
    ]);
    expect(tokens(requests)).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
  });

  test("is cached under its old URL", async () => {
    const { origin, requests } = await startService(({ url, headers }) =>
      !url.includes("/repositories/")
        ? moved(301, "/api/v3/repositories/1/subscription")
        : headers["if-none-match"]
          ? reply(304)
          : reply(200, subscription, { etag: '"1"' }),
    );
    const { call } = createTestClient(origin);
    await call(getSubscription, widgets);
    expect(await call(getSubscription, widgets)).toEqual(subscription);
    expect(requests.at(-1)?.headers["if-none-match"]).toBe('"1"');
  });

  test("is written to at its new URL, with the same body", async () => {
    const { origin, requests } = await startService(({ url }) =>
      url.includes("/repositories/") ? reply(422, { message: "Known" }) : moved(307, "/api/v3/repositories/1/hooks/1"),
    );
    const change = { ...widgets, hook_id: 1, active: false };
    expect(await outcomeOf(createTestClient(origin).call(updateRepositoryHook, change))).toMatchObject({
      name: "ValidationError",
    });
    expect(requests.map(({ method, body }) => [method, body])).toEqual([
      ["PATCH", '{"active":false}'],
      ["PATCH", '{"active":false}'],
    ]);
  });
});

describe("another origin", () => {
  test("receives only reads, without the token", async () => {
    const other = await startService(() => reply(200, subscription));
    const { origin, requests } = await startService(({ url }) => moved(307, `${other.origin}${url}?sig=signed`));
    const { call, events } = createTestClient(origin);
    expect(await call(getSubscription, widgets)).toEqual(subscription);
    const error = await outcomeOf(call(setSubscription, { ...widgets, ignored: true }));
    expect(error).toMatchObject({ name: "ResponseError", message: expect.stringContaining(other.origin) });
    expect(tokens(requests)).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
    expect(other.requests.map(({ method, body, headers }) => [method, body, headers.authorization])).toEqual([
      ["GET", "", undefined],
    ]);
    expect(JSON.stringify([other.requests, events, error])).not.toContain(TOKEN);
    expect(JSON.stringify([events, error])).not.toContain("signed");
  });

  test("does not receive headers that custom middleware adds", async () => {
    const other = await startService(() => reply(200, subscription));
    const { origin, requests } = await startService(({ url }) => moved(302, `${other.origin}${url}`));
    const secrets = { "x-key": "tenant-secret", "private-token": "glpat-secret" };
    const addSecrets: Middleware = (next) => (request) =>
      next({ ...request, headers: { ...request.headers, ...secrets } });
    await createTestClient(origin, { middleware: [addSecrets] }).call(getSubscription, widgets);
    expect(requests).toMatchObject([{ headers: secrets }]);
    expect(other.requests).toMatchObject([
      { headers: { accept: "application/vnd.github+json", "x-github-api-version": "2026-03-10" } },
    ]);
    expect(JSON.stringify(other.requests)).not.toMatch(/secret|x-key|private-token/);
  });

  test("does not receive the token when it redirects back", async () => {
    const service = await startService(({ headers }) =>
      headers.authorization ? moved(302, `${other.origin}/there`) : reply(401, { message: "Requires authentication" }),
    );
    const other = await startService(() => moved(302, `${service.origin}/here`));
    expect(await outcomeOf(createTestClient(service.origin).call(getSubscription, widgets))).toMatchObject({
      name: "AuthenticationError",
    });
    expect(tokens([...service.requests, ...other.requests])).toEqual([`Bearer ${TOKEN}`, undefined, undefined]);
  });
});

test("a redirect loop ends", async () => {
  const { origin, requests } = await startService(({ url }) =>
    moved(301, url === "/a?sig=signed" ? "/b" : "/a?sig=signed"),
  );
  const error = await outcomeOf(createTestClient(origin).call(getSubscription, widgets));
  expect(error).toMatchObject({
    name: "ResponseError",
    message: expect.stringContaining("Too many redirects: more than 5"),
  });
  expect(JSON.stringify(error)).not.toContain("signed");
  expect(requests).toHaveLength(6);
});
