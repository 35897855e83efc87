import { describe, expect, onTestFinished, test, vi } from "vitest";
import { getSubscription, setSubscription } from "../../contract/repository/watching.ts";
import { InputError } from "../../errors.ts";
import { createClient } from "../client.ts";
import { leanClient } from "../lean.ts";
import { jsonResponse, mockClient, subscription, widgets } from "../mock-client.fixture.ts";
import { createTestClient, reply, startService } from "../service.fixture.ts";

const service = () => startService(() => reply(200, subscription));

describe("the user agent", () => {
  test("is the client's, unless client or call name another", async () => {
    const { origin, requests } = await service();
    await createTestClient(origin).call(getSubscription, widgets);
    const { call } = createTestClient(origin, { userAgent: "my-bot/1.0" });
    await call(getSubscription, widgets);
    await call(getSubscription, widgets, { userAgent: "my-bot/1.1" });
    await leanClient({ baseUrl: origin, userAgent: "my-bot/2.0" }).call(getSubscription, widgets);
    expect(requests.map(({ headers }) => headers["user-agent"])).toEqual([
      "forgehand",
      "my-bot/1.0",
      "my-bot/1.1",
      "my-bot/2.0",
    ]);
  });

  test("is left to browsers", async () => {
    vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { call, requests } = mockClient(() => jsonResponse(subscription));
    await call(getSubscription, widgets);
    expect(requests().map((request) => new Headers(request.headers).has("user-agent"))).toEqual([false]);
  });
});

describe("headers", () => {
  test("of client and call are added to those of the call", async () => {
    const { origin, requests } = await service();
    const { call, pages } = createTestClient(origin, { headers: { "X-Team": "widgets", "x-proxy": "a" } });
    await call(setSubscription, { ...widgets, subscribed: true }, { headers: { "x-proxy": "b" } });
    expect(pages).toBeDefined();
    expect(requests[0]?.headers).toMatchObject({
      "x-team": "widgets",
      "x-proxy": "b",
      "content-type": "application/json",
      authorization: expect.stringMatching(/^Bearer /),
    });
  });

  test("can have any other name", async () => {
    const { call, requests } = mockClient(() => jsonResponse(subscription), { headers: { constructor: "a" } });
    await call(getSubscription, widgets, { headers: { valueOf: "b" } });
    expect(requests()).toMatchObject([{ headers: { constructor: "a", valueof: "b" } }]);
  });

  test.each<[title: string, headers: object, message: string]>([
    ["the token's", { Authorization: "hunter2" }, "headers.Authorization cannot be set: use the option credentials"],
    ["the user agent", { "user-agent": "x" }, "use the option userAgent"],
    ["the media type", { accept: "x" }, "use the option mediaType"],
    ["the API version", { "X-GitHub-Api-Version": "x" }, "use the option version"],
    ["a condition", { "If-None-Match": "x" }, "use the option cache"],
    ["a name with a line break", { "x-a\nb": "hunter2" }, "headers must have names of letters, digits and hyphens"],
    ["a value with a line break", { "x-a": "hunter2\n" }, "headers.x-a must be a string of printable ASCII characters"],
    ["a value that is a number", { "x-a": 5 }, "headers.x-a must be a string"],
    ["a Headers object", new Headers(), "headers must be an object such as"],
  ])("are refused by client and call: %s", async (_, headers, message) => {
    const create = () => Reflect.apply(createClient, undefined, [{ baseUrl: "https://x.y", anonymous: true, headers }]);
    expect(create).toThrow(InputError);
    expect(create).toThrow(message);
    expect(create).toThrow(/^(?!.*hunter2)/);
    const { call, requests } = mockClient(() => jsonResponse(subscription));
    const calling = Reflect.apply(call, undefined, [getSubscription, widgets, { headers }]);
    await expect(calling).rejects.toThrow(message);
    expect(requests()).toEqual([]);
  });
});
