import { describe, expect, test } from "vitest";
import {
  getRepository,
  listRepositoryActionsSecrets,
  listRepositoryHookDeliveries,
  listStargazers,
} from "../../operations/index.ts";
import { pickFields } from "../../pick-fields.ts";
import { jsonResponse, mockClient, widgets } from "../mock-client.fixture.ts";
import type { InvalidItem } from "./valid-items.ts";

const logins = pickFields(listStargazers, { login: true });

/** Collects the reported items. */
function collector() {
  const invalid: InvalidItem[] = [];
  return { invalid, onInvalidItem: (item: InvalidItem) => void invalid.push(item) };
}

describe("the valid items of a list", () => {
  test("are returned from all pages, and each invalid one is reported with its field", async () => {
    const pages = [
      [{ login: "ann" }, { login: null, id: 7 }],
      [null, { login: "zoe" }],
    ];
    const link = '<https://forge.test/api/v3/repos/acme/widgets/stargazers?page=2>; rel="next"';
    const client = mockClient(() => {
      const page = pages.shift();
      return jsonResponse(page, 200, pages.length > 0 ? { link } : {});
    });
    const { invalid, onInvalidItem } = collector();
    const found = await Array.fromAsync(client.items(logins, widgets, { onInvalidItem }), ({ login }) => login);
    expect(found).toEqual(["ann", "zoe"]);
    expect(invalid.map(({ item, field }) => [item, field])).toEqual([
      [{ login: null, id: 7 }, "login"],
      [null, "the item"],
    ]);
    expect(invalid[0]?.error.message).toBe(
      "GET /api/v3/repos/acme/widgets/stargazers: An item of the list does not match the contract, where login must be a string.",
    );
    expect(client.requests()).toHaveLength(2);
  });

  test("can be wrapped in an object, whose own fields must be valid", async () => {
    const secret = { name: "KEY", created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" };
    const bodies = [
      { total_count: 2, secrets: [{ ...secret, name: 5 }, secret] },
      { total_count: "many", secrets: [] },
    ];
    const client = mockClient(() => jsonResponse(bodies.shift()));
    const { invalid, onInvalidItem } = collector();
    const read = () => Array.fromAsync(client.items(listRepositoryActionsSecrets, widgets, { onInvalidItem }));
    expect(await read()).toEqual([secret]);
    expect(invalid.map(({ field }) => field)).toEqual(["name"]);
    await expect(read()).rejects.toThrow("where total_count must be a number");
  });

  test("keep every digit of big integers", async () => {
    const ids = pickFields(listRepositoryHookDeliveries, { id: true });
    const client = mockClient(() => new Response('[{"id":9007199254740993},{}]'));
    const { invalid, onInvalidItem } = collector();
    const found = client.items(ids, { ...widgets, hook_id: 1 }, { onInvalidItem });
    expect(await Array.fromAsync(found)).toEqual([{ id: "9007199254740993" }]);
    expect(invalid[0]?.error.message).toContain("where id is missing");
  });

  test("exist only for lists, and an answer that is none is an error", async () => {
    const { onInvalidItem } = collector();
    const client = mockClient(() => jsonResponse({ login: "ann" }));
    // @ts-expect-error not a list
    await expect(Array.fromAsync(client.items(getRepository, widgets, { onInvalidItem }))).rejects.toThrow(
      "does not return a list",
    );
    await expect(Array.fromAsync(client.items(logins, widgets, { onInvalidItem }))).rejects.toThrow(
      "does not match the contract",
    );
  });
});
