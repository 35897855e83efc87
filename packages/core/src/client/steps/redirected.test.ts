import { describe, expect, test } from "vitest";
import { updateRepositoryHook } from "../../contract/repository/hooks.ts";
import { getSubscription, setSubscription } from "../../contract/repository/watching.ts";
import { subscription, widgets } from "../answered.fixture.ts";
import { clientOf, ending, reply, serving, TOKEN } from "../service.fixture.ts";

// The rules are tried one by one beside them; here is what becomes of them on real connections.

const moved = (status: number, location: string) => reply(status, { message: "Moved" }, { location });
const tokens = (seen: readonly { readonly headers: { readonly authorization?: string | undefined } }[]) =>
  seen.map(({ headers }) => headers.authorization);

describe("a repository that was renamed", () => {
  test("is read under its new address", async () => {
    const { origin, seen } = await serving(({ url }) =>
      url.includes("/repositories/") ? reply(200, subscription) : moved(301, "/api/v3/repositories/1/subscription"),
    );
    expect(await clientOf(origin).call(getSubscription, widgets)).toEqual(subscription);
    expect(seen.map(({ url }) => url)).toEqual([
      "/api/v3/repos/acme/widgets/subscription",
      "/api/v3/repositories/1/subscription",
    ]);
    expect(tokens(seen)).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
  });

  test("is remembered under its old one", async () => {
    const { origin, seen } = await serving(({ url, headers }) =>
      !url.includes("/repositories/")
        ? moved(301, "/api/v3/repositories/1/subscription")
        : headers["if-none-match"]
          ? reply(304)
          : reply(200, subscription, { etag: '"1"' }),
    );
    const { call } = clientOf(origin);
    await call(getSubscription, widgets);
    expect(await call(getSubscription, widgets)).toEqual(subscription);
    expect(seen.at(-1)?.headers["if-none-match"]).toBe('"1"');
  });

  test("is written to under its new address, with the same body", async () => {
    const { origin, seen } = await serving(({ url }) =>
      url.includes("/repositories/") ? reply(422, { message: "Known" }) : moved(307, "/api/v3/repositories/1/hooks/1"),
    );
    const change = { ...widgets, hook_id: 1, active: false };
    expect(await ending(clientOf(origin).call(updateRepositoryHook, change))).toMatchObject({
      name: "ValidationError",
    });
    expect(seen.map(({ method, body }) => [method, body])).toEqual([
      ["PATCH", '{"active":false}'],
      ["PATCH", '{"active":false}'],
    ]);
  });
});

describe("another origin", () => {
  test("is asked without the token, and only for what reads", async () => {
    const other = await serving(() => reply(200, subscription));
    const { origin, seen } = await serving(({ url }) => moved(307, `${other.origin}${url}?sig=signed`));
    const { call, events } = clientOf(origin);
    expect(await call(getSubscription, widgets)).toEqual(subscription);
    const error = await ending(call(setSubscription, { ...widgets, ignored: true }));
    expect(error).toMatchObject({ name: "ResponseError", message: expect.stringContaining(other.origin) });
    expect(tokens(seen)).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
    expect(other.seen.map(({ method, body, headers }) => [method, body, headers.authorization])).toEqual([
      ["GET", "", undefined],
    ]);
    expect(JSON.stringify([other.seen, events, error])).not.toContain(TOKEN);
    expect(JSON.stringify([events, error])).not.toContain("signed");
  });

  test("is not given the token when it sends the call back", async () => {
    const service = await serving(({ headers }) =>
      headers.authorization ? moved(302, `${other.origin}/there`) : reply(401, { message: "Who?" }),
    );
    const other = await serving(() => moved(302, `${service.origin}/here`));
    expect(await ending(clientOf(service.origin).call(getSubscription, widgets))).toMatchObject({
      name: "AuthenticationError",
    });
    expect(tokens([...service.seen, ...other.seen])).toEqual([`Bearer ${TOKEN}`, undefined, undefined]);
  });
});

test("what goes in circles ends", async () => {
  const { origin, seen } = await serving(({ url }) => moved(301, url === "/a?sig=signed" ? "/b" : "/a?sig=signed"));
  const error = await ending(clientOf(origin).call(getSubscription, widgets));
  expect(error).toMatchObject({ name: "ResponseError", message: expect.stringContaining("on and on: 5 times") });
  expect(JSON.stringify(error)).not.toContain("signed");
  expect(seen).toHaveLength(6);
});
