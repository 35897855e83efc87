import * as v from "valibot";
import { describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod/mini";
import { jsonResponse, mockClient } from "../client/mock-client.fixture.ts";
import { isInputError } from "../errors.ts";
import { operation } from "./operation.ts";
import type { Input, Output } from "./operation-types.ts";

const searchTopics = operation("GET /orgs/{org}/topics", () => ({
  query: v.object({ prefix: v.pipe(v.string(), v.minLength(2)), limit: v.optional(v.number()) }),
  success: { 200: v.array(v.looseObject({ name: v.string() })) },
  access: { tokens: ["classic"], requirements: [] },
  retry: "safe",
}));

const putTopic = operation("PUT /orgs/{org}/topics/{topic}", () => ({
  body: z.strictObject({
    note: z.pipe(
      z.string(),
      z.transform((text) => text.length),
    ),
  }),
  success: { 200: z.tuple([z.string(), z.int()]) },
  access: { tokens: ["classic"], requirements: [] },
  retry: "idempotent",
}));

describe("an operation with schemas of another library", () => {
  test("has their types", () => {
    expectTypeOf<Input<typeof searchTopics>>().toEqualTypeOf<{
      org: string;
      prefix: string;
      limit?: number | undefined;
    }>();
    expectTypeOf<Output<typeof searchTopics>>().toEqualTypeOf<{ name: string }[]>();
  });

  test("sends the fields that are not in the path, and returns the response as it is", async () => {
    const { call, requests } = mockClient(() => jsonResponse([{ name: "api", more: 1 }]));
    expect(await call(searchTopics, { org: "acme", prefix: "ap" })).toEqual([{ name: "api", more: 1 }]);
    expect(requests()[0]?.url).toMatch(/\/orgs\/acme\/topics\?prefix=ap$/);
  });

  test("rejects invalid inputs and responses with the library's message", async () => {
    const { call } = mockClient(() => jsonResponse([{ name: 1 }]));
    const input = await call(searchTopics, { org: "acme", prefix: "a" }).catch((error: unknown) => error);
    expect(isInputError(input) && input.field).toBe("prefix");
    expect(String(input)).toContain("prefix is invalid: Invalid length: Expected >=2 but received 1.");
    await expect(call(searchTopics, { org: "acme", prefix: "ap" })).rejects.toThrow(
      "where 0.name is invalid: Invalid type: Expected string but received 1",
    );
  });

  test("checks placeholders", async () => {
    const getTopic = operation("GET /orgs/{org}/topics/{topic}", () => ({
      path: v.object({ org: v.string(), topic: v.picklist(["api", "web"]) }),
      success: { 204: true },
      access: { tokens: ["classic"], requirements: [] },
      retry: "safe",
    }));
    const { call } = mockClient(() => new Response(null, { status: 204 }));
    expect(await call(getTopic, { org: "acme", topic: "api" })).toBe(true);
    const wrong = Reflect.apply(call, undefined, [getTopic, { org: "acme", topic: "cli" }]);
    await expect(wrong).rejects.toThrow("topic is invalid: Invalid type: Expected");
  });

  test("must not have them in query and body, since a field could be sent in both", async () => {
    const both = operation("POST /orgs/{org}/topics", () => ({
      query: v.object({ page: v.number() }),
      body: v.object({ secret: v.string() }),
      success: { 204: true },
      access: { tokens: ["classic"], requirements: [] },
      retry: "never",
    }));
    const { call, requests } = mockClient(() => new Response(null, { status: 204 }));
    await expect(call(both, { org: "acme", page: 1, secret: "hunter2" })).rejects.toThrow(
      "The query or the body must have a schema of zod that shows its fields.",
    );
    expect(requests()).toEqual([]);
  });

  test("must validate synchronously", async () => {
    const asynchronous = operation("GET /orgs/{org}/topics", () => ({
      success: {
        200: v.pipeAsync(
          v.array(v.string()),
          v.checkAsync(async () => true),
        ),
      },
      access: { tokens: ["classic"], requirements: [] },
      retry: "safe",
    }));
    const { call } = mockClient(() => jsonResponse([]));
    await expect(call(asynchronous, { org: "acme" })).rejects.toThrow("A schema must validate synchronously.");
  });
});

describe("an operation with schemas of zod that have no plain form", () => {
  test("reads names of fields from them, and messages as for the others", async () => {
    const { call } = mockClient(() => jsonResponse(["api", "1"]));
    const place = { org: "acme", topic: "api" };
    await expect(call(putTopic, { ...place, note: "x" })).rejects.toThrow("where 1 must be a number");
    const untyped: Record<string, unknown> = { ...place, note: 1 };
    await expect(Reflect.apply(call, undefined, [putTopic, untyped])).rejects.toThrow("note must be a string");
    await expect(Reflect.apply(call, undefined, [putTopic, { ...untyped, notes: "" }])).rejects.toThrow(
      "notes is not a field of this operation; it has org, topic, note",
    );
  });
});
