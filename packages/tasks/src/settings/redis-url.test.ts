import { describe, expect, test } from "vitest";
import { parseRedisUrl } from "./redis-url.ts";

describe("the URL of a Redis server", () => {
  test("can have a user name, a password, a port and a database", () => {
    expect(parseRedisUrl("rediss://us%20er:p%40ss@redis.acme.example:6380/3")).toEqual({
      hostname: "redis.acme.example",
      port: 6380,
      address: "redis.acme.example:6380",
      isEncrypted: true,
      username: "us er",
      password: "p@ss",
      database: 3,
    });
    expect(parseRedisUrl("redis://[::1]")).toEqual({
      hostname: "[::1]",
      port: 6379,
      address: "[::1]:6379",
      isEncrypted: false,
      username: undefined,
      password: undefined,
      database: 0,
    });
  });

  test.each([
    "redis.acme.example:6379",
    "https://redis.acme.example",
    "redis:///0",
    "redis://host/zero",
    "redis://host?db=1",
    "redis://:p#ss@host",
    "redis://:p%zz@host",
    "redis://host:99999",
  ])("is invalid: %s", (text) => {
    expect(parseRedisUrl(text)).toBeUndefined();
  });
});
