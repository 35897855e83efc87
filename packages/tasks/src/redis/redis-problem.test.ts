import { describe, expect, test } from "vitest";
import { Problem } from "../problem.ts";
import { isTemporary, redisProblem } from "./redis-problem.ts";

const withCode = (code: string, message = "") => Object.assign(new Error(message), { code });

describe("an error of Redis", () => {
  test.each([
    [withCode("ECONNREFUSED"), "can't be reached: the connection was refused (ECONNREFUSED)."],
    [withCode("ENOTFOUND"), "can't be reached: the host name is unknown (ENOTFOUND)."],
    [
      withCode("DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"),
      "can't be reached: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT).",
    ],
    [new Error("Connection timeout"), "can't be reached: Connection timeout."],
    [
      new Error("WRONGPASS invalid username-password pair or user is disabled."),
      'refused the user name or password of "redis-url": WRONGPASS invalid username-password pair or user is disabled. Special characters of a password must be percent-encoded there.',
    ],
    [
      new Error("ERR unknown command `AUTH`, with args beginning with: `hidden` "),
      "responded with an error: ERR unknown command `AUTH`.",
    ],
    [
      new Error("READONLY You can't write against a read only replica."),
      "refuses writes: READONLY You can't write against a read only replica.",
    ],
    [new Error("maxmemory-policy must be noeviction"), "can't be used: maxmemory-policy must be noeviction"],
  ])("is described with the address: %s", (error, description) => {
    expect(redisProblem("redis.acme.example:6379", error).message).toBe(
      `Redis at redis.acme.example:6379 ${description}`,
    );
  });

  test("that is already described stays as it is", () => {
    const problem = new Problem("the run was cancelled");
    expect(redisProblem("redis:6379", problem)).toBe(problem);
  });

  test("is temporary if the server can be starting", () => {
    for (const error of [withCode("ECONNREFUSED"), new Error("LOADING Redis is loading the dataset in memory")])
      expect(isTemporary(error)).toBe(true);
    for (const error of [withCode("ENOTFOUND"), new Error("NOAUTH Authentication required.")])
      expect(isTemporary(error)).toBe(false);
  });
});
