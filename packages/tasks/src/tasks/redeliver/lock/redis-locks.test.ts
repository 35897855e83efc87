import { systemClock } from "@forgehand/core";
import { expect, onTestFinished, test } from "vitest";
import { describeRedis, type RedisEngine } from "../../../../../../test/engines/redis.ts";
import { createRedisConnection } from "../../../redis/redis-connection.ts";
import { parseRedisUrl } from "../../../settings/redis-url.ts";
import { contextOf } from "../service.fixture.ts";
import { redisLocks } from "./redis-locks.ts";

function connect({ url }: RedisEngine) {
  const server = parseRedisUrl(url);
  if (!server) throw new Error("The engine must have a valid URL.");
  const connection = createRedisConnection(server, contextOf(systemClock, new AbortController().signal, "1"));
  onTestFinished(() => connection.close());
  return redisLocks(connection);
}

describeRedis("a lock", (engine) => {
  test("has one holder, and a note for the next one", async () => {
    const locks = connect(engine());
    const note = { text: "[1]", lifetime: 60_000 };
    expect(await locks.acquire("a", "first", 60_000)).toEqual({ holder: "first", note: "" });
    // A repeated command has the same result.
    expect(await locks.acquire("a", "first", 60_000)).toEqual({ holder: "first", note: "" });
    expect(await locks.acquire("a", "second", 60_000)).toEqual({ holder: "first", note: "" });
    expect(await locks.renew("a", "first", 60_000, note)).toBe("first");
    expect(await locks.renew("a", "second", 60_000, { text: "[2]", lifetime: 60_000 })).toBe("first");
    await locks.release("a", "second", { text: "[3]", lifetime: 60_000 });
    expect(await locks.isHeld("a")).toBe(true);
    await locks.release("a", "first", note);
    expect(await locks.isHeld("a")).toBe(false);
    expect(await locks.acquire("a", "second", 60_000)).toEqual({ holder: "second", note: "[1]" });
    expect(await locks.renew("a", "second", 60_000, { text: "", lifetime: 60_000 })).toBe("second");
    expect(await locks.acquire("a", "third", 60_000)).toEqual({ holder: "second", note: "" });
  });

  test("ends with its lease, which a renewal extends", async () => {
    const locks = connect(engine());
    await locks.acquire("b", "first", 300);
    expect(await locks.renew("b", "first", 1000, { text: "[1]", lifetime: 60_000 })).toBe("first");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await locks.isHeld("b")).toBe(true);
    await expect.poll(() => locks.isHeld("b"), { timeout: 5000 }).toBe(false);
    expect(await locks.renew("b", "first", 1000, { text: "", lifetime: 60_000 })).toBe("");
    expect(await locks.acquire("b", "second", 1000)).toEqual({ holder: "second", note: "[1]" });
  });
});
