import { expect, test } from "vitest";
import { assignChunks } from "./chunk-assignment.ts";

/** Static imports of the modules; `zod` is external. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  client: ["pace", "errors", "zod"],
  lean: ["cache", "errors"],
  pace: ["cache"],
  cache: [],
  errors: ["lazy"],
  lazy: [],
  stars: ["star-operations"],
  "star-operations": ["user", "errors"],
  hooks: ["hook-operations"],
  "hook-operations": ["user"],
  user: ["lazy"],
  webhooks: ["events", "user"],
  events: [],
};

const entries = { clients: ["client", "lean"], areas: ["hooks", "stars"], others: ["webhooks"] };

function chunksOf(code = "") {
  return Object.fromEntries(
    assignChunks(entries, (id) => {
      const importedIds = IMPORTS[id];
      return importedIds === undefined ? null : { importedIds, code };
    }),
  );
}

test("separates what the clients share with other entries, and what only others share", () => {
  expect(chunksOf()).toEqual({
    client: "client",
    lean: "client",
    pace: "client",
    cache: "client",
    errors: "base",
    lazy: "base",
    user: "shared",
    hooks: "operations-1",
    "hook-operations": "operations-1",
    stars: "operations-1",
    "star-operations": "operations-1",
  });
});

test("combines areas up to a size", () => {
  const { hooks, stars, ...rest } = chunksOf("x".repeat(20_000));
  expect([hooks, rest["hook-operations"]]).toEqual(["operations-1", "operations-1"]);
  expect([stars, rest["star-operations"]]).toEqual(["operations-2", "operations-2"]);
});

test("a chunk only imports itself and earlier ones", () => {
  const chunks = chunksOf();
  const order = ["base", "client", "shared", "operations-1"];
  for (const [id, imported] of Object.entries(IMPORTS)) {
    const from = chunks[id];
    if (from === undefined) continue;
    const allowed = order.slice(0, order.indexOf(from) + 1);
    for (const to of imported.filter((name) => name in IMPORTS))
      expect(allowed, `${id} -> ${to}`).toContain(chunks[to]);
  }
});
