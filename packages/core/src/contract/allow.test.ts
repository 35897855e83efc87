import { describe, expect, test } from "vitest";
import { type Level, PERMISSIONS, type Permission } from "./access.ts";
import { ALL_TOKENS, allow, GIVEN_TOKENS, USER_TOKENS } from "./allow.ts";

describe("who may call by a permission set", () => {
  const keys = Object.keys(PERMISSIONS).filter((key): key is Permission => key in PERMISSIONS);
  const levels: readonly Level[] = ["read", "write"];

  test.each(keys.flatMap((key) => levels.map((level) => [key, level] as const)))("%s, %s", (key, level) => {
    const { of } = PERMISSIONS[key];
    // A job's built-in token writes to no organization, and has nothing to do with people and enterprises.
    const expected =
      of === "user"
        ? USER_TOKENS
        : of === "repository" || (of === "organization" && level === "read")
          ? ALL_TOKENS
          : GIVEN_TOKENS;
    expect(allow(key, level, []).tokens).toEqual(expected);
  });
});
