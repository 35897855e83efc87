import { describe, expect, test } from "vitest";
import { listStargazers } from "../contract/repository/starring.ts";
import { getSubscription } from "../contract/repository/watching.ts";
import { InputError } from "../errors.ts";
import { type ClientOptions, createClient } from "./client.ts";
import { leanClient } from "./lean.ts";
import { jsonResponse, mockClient, subscription, widgets } from "./mock-client.fixture.ts";
import { TOKEN } from "./service.fixture.ts";
import type { TransportRequest } from "./transport/transport.ts";

describe("a base URL without encryption", () => {
  const credentials: [title: string, credentials: NonNullable<ClientOptions["credentials"]>][] = [
    ["a token", TOKEN],
    ["a token with its kind", { token: TOKEN, kind: "classic" }],
    ["an app", { app: 1, privateKey: "the key is read later" }],
    ["a function", () => TOKEN],
  ];
  test.each(credentials)("is rejected together with %s", (_, given) => {
    for (const baseUrl of [
      "http://github.example.com/api/v3",
      new URL("http://10.0.0.1"),
      "http://localhost.evil.test",
    ]) {
      const create = () => createClient({ baseUrl, credentials: given });
      expect(create).toThrow(InputError);
      expect(create).toThrow("The base URL must use https");
      expect(create).toThrow("allowHttp: true");
      expect(create).not.toThrow(TOKEN);
    }
  });

  test.each([
    "http://127.0.0.1.evil.test",
    "http://1270.0.0.1.test",
    "http://[::2]",
    "http://[::ffff:127.0.0.1]",
    "http://0.0.0.0",
    "http://notlocalhost",
    // Outside browsers, a name server can resolve it to any address.
    "http://github.localhost/api/v3",
    "http://169.254.0.1",
    "http://192.168.0.1:8080/api/v3",
  ])("is rejected unless the host is this machine: %s", (baseUrl) => {
    expect(() => createClient({ baseUrl, credentials: TOKEN })).toThrow("The base URL must use https");
    expect(() => leanClient({ baseUrl, credentials: TOKEN })).toThrow("The base URL must use https");
  });

  test.each([
    "http://localhost:4567",
    "http://LOCALHOST.",
    "http://127.0.0.1:1",
    "http://127.1",
    "http://127.0.0.1.",
    "http://127.255.0.3",
    "http://[::1]:4567",
  ])("is accepted for this machine: %s", (baseUrl) => {
    expect(() => createClient({ baseUrl, credentials: TOKEN })).not.toThrow();
    expect(() => leanClient({ baseUrl, credentials: TOKEN })).not.toThrow();
  });

  test("is accepted without credentials, or if it is explicitly allowed", () => {
    const baseUrl = "http://github.example.com/api/v3";
    expect(() => createClient({ baseUrl })).not.toThrow();
    expect(() => leanClient({ baseUrl })).not.toThrow();
    expect(() => createClient({ baseUrl, credentials: TOKEN, allowHttp: true })).not.toThrow();
    expect(() => leanClient({ baseUrl, credentials: TOKEN, allowHttp: true })).not.toThrow();
    expect(() => createClient({ baseUrl, credentials: TOKEN, allowHttp: false })).toThrow("must use https");
    // @ts-expect-error
    expect(() => createClient({ baseUrl, credentials: TOKEN, allowHttp: "yes" })).toThrow("allowHttp must be true or");
    // @ts-expect-error
    expect(() => leanClient({ baseUrl, credentials: TOKEN, allowHttp: 1 })).toThrow("allowHttp must be true or false");
  });
});

describe("a host with a trailing dot", () => {
  const sentTo = (requests: { readonly url: string }[]) => requests.map(({ url }) => url.split("?")[0]);

  test("is the same host without it", async () => {
    const { call, requests } = mockClient(() => jsonResponse(subscription), { baseUrl: "https://api.github.com./" });
    await call(getSubscription, widgets);
    expect(sentTo(requests())).toEqual(["https://api.github.com/repos/acme/widgets/subscription"]);
  });

  test("is the same host for the lean client", async () => {
    const sent: TransportRequest[] = [];
    const { call } = leanClient({
      baseUrl: "https://api.github.com.",
      credentials: TOKEN,
      transport: async (request) => {
        sent.push(request);
        return { status: 200, headers: new Headers(), text: JSON.stringify(subscription) };
      },
    });
    await call(getSubscription, widgets);
    expect(sent.map(({ url }) => url.host)).toEqual(["api.github.com"]);
  });

  test("is the same host in links to next pages and in redirects", async () => {
    const next = '<https://forge.test./api/v3/repos/acme/widgets/stargazers?page=2>; rel="next"';
    const responses = [
      jsonResponse([], 200, { link: next }),
      jsonResponse({}, 301, { location: "https://forge.test./api/v3/repositories/1/stargazers" }),
      jsonResponse([]),
    ];
    const { items, requests } = mockClient(() => responses.shift() ?? jsonResponse({}, 500));
    expect(await Array.fromAsync(items(listStargazers, widgets))).toEqual([]);
    expect(sentTo(requests())).toEqual([
      "https://forge.test/api/v3/repos/acme/widgets/stargazers",
      "https://forge.test/api/v3/repos/acme/widgets/stargazers",
      "https://forge.test/api/v3/repositories/1/stargazers",
    ]);
    expect(requests().map(({ headers }) => new Headers(headers).get("authorization"))).toEqual([
      "Bearer ghp_x",
      "Bearer ghp_x",
      "Bearer ghp_x",
    ]);
  });
});
