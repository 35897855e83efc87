import { describe, expect, test } from "vitest";
import { PERMISSIONS, type Permission, type PermissionLevel } from "./access.ts";
import { ALL_TOKENS, ISSUED_TOKENS, permissionAccess, USER_TOKENS } from "./permission-access.ts";

describe("token kinds accepted for a permission", () => {
  const keys = Object.keys(PERMISSIONS).filter((key): key is Permission => key in PERMISSIONS);
  const levels: readonly PermissionLevel[] = ["read", "write"];

  test.each(keys.flatMap((key) => levels.map((level) => [key, level] as const)))("%s, %s", (key, level) => {
    const { of } = PERMISSIONS[key];
    // A job's built-in token cannot write to organizations or access users and enterprises.
    const expected =
      of === "user"
        ? USER_TOKENS
        : of === "repository" || (of === "organization" && level === "read")
          ? ALL_TOKENS
          : ISSUED_TOKENS;
    expect(permissionAccess(key, level, []).tokens).toEqual(expected);
  });
});
