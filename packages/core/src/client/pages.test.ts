import { describe, expect, test } from "vitest";
import { listCollaborators } from "../contract/repository/collaborators.ts";
import { listRepositoryHookDeliveries } from "../contract/repository/deliveries.ts";
import { listEnvironments } from "../contract/repository/environments.ts";
import { clientAnswered, json, widgets } from "./answered.fixture.ts";

describe("lists", () => {
  const user = (id: number) => ({
    ...{ id, login: `u${id}`, node_id: "", avatar_url: "", gravatar_id: "", url: "", html_url: "", type: "User" },
    ...{
      followers_url: "",
      following_url: "",
      gists_url: "",
      starred_url: "",
      subscriptions_url: "",
      site_admin: false,
    },
    ...{ organizations_url: "", repos_url: "", events_url: "", received_events_url: "" },
  });

  test("go on at the next page, as the service names it", async () => {
    const pages = [
      json([user(1)], 200, { link: '<https://forge.test/api/v3/x?page=2&per_page=100>; rel="next"' }),
      json([user(2)]),
    ];
    const { items, requests } = clientAnswered(() => pages.shift() ?? json([]));
    const found: string[] = [];
    for await (const { login } of items(listCollaborators, widgets)) found.push(login);
    expect(found).toEqual(["u1", "u2"]);
    expect(requests().map(({ url }) => new URL(url).search)).toEqual(["?per_page=100", "?per_page=100&page=2"]);
  });

  test("have no items where the service leaves the array out", async () => {
    const { items } = clientAnswered(() => json({ total_count: 0 }));
    expect(await Array.fromAsync(items(listEnvironments, widgets))).toEqual([]);
  });

  test("never take the token to another origin", async () => {
    const link = '<https://evil.test/api/v3/x?page=2>; rel="next"';
    const { items, requests } = clientAnswered(() => json([user(1)], 200, { link }));
    const all = (async () => {
      for await (const _ of items(listCollaborators, widgets));
    })();
    await expect(all).rejects.toThrow("said to be on https://evil.test, but the token belongs to https://forge.test");
    expect(requests()).toHaveLength(1);
  });

  test("end where the next page leads nowhere new", async () => {
    for (const query of ["after=x", "page=1&per_page=100", "page=zero", ""]) {
      const link = `<https://forge.test/api/v3/x?${query}>; rel="next"`;
      const { items, requests } = clientAnswered(() => json([user(1)], 200, { link }));
      const all = (async () => {
        for await (const _ of items(listCollaborators, { ...widgets, page: 1 }));
      })();
      await expect(all).rejects.toThrow("The link to the next page leads nowhere");
      expect(requests()).toHaveLength(1);
    }
  });

  test("end where pages come round again", async () => {
    const links = ["page=2", "page=3", "page=2"];
    const { items, requests } = clientAnswered(() =>
      json([user(1)], 200, { link: `<https://forge.test/api/v3/x?${links.shift()}>; rel="next"` }),
    );
    const all = (async () => {
      for await (const _ of items(listCollaborators, widgets));
    })();
    await expect(all).rejects.toThrow("leads nowhere new: page=2");
    expect(requests()).toHaveLength(3);
  });

  test("keep every digit of a delivery's id", async () => {
    const delivery = `{"id":9007199254740993,"guid":"g","delivered_at":"","redelivery":false,"duration":1,"status":"OK",
      "status_code":200,"event":"star","action":null,"installation_id":null,"repository_id":1}`;
    const { call } = clientAnswered(() => new Response(`[${delivery}]`));
    const [first] = await call(listRepositoryHookDeliveries, { ...widgets, hook_id: 1 });
    expect(first?.id).toBe("9007199254740993");
  });

  test("stop when they are told to", async () => {
    const stop = new AbortController();
    const link = '<https://forge.test/api/v3/x?page=2>; rel="next"';
    const { items, requests } = clientAnswered(() => json([user(1)], 200, { link }));
    const all = (async () => {
      for await (const _ of items(listCollaborators, widgets, { signal: stop.signal })) stop.abort(new Error("enough"));
    })();
    await expect(all).rejects.toThrow("enough");
    expect(requests()).toHaveLength(1);
  });
});
