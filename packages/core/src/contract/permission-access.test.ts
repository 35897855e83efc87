import { describe, expect, test } from "vitest";
import { PERMISSIONS, type Permission, type PermissionLevel, WORKFLOW_PERMISSIONS } from "./access.ts";
import { ALL_TOKENS, ISSUED_TOKENS, permissionAccess, USER_TOKENS, userAccess } from "./permission-access.ts";

describe("token kinds accepted for a permission", () => {
  const keys = Object.keys(PERMISSIONS).filter((key): key is Permission => key in PERMISSIONS);
  const levels: readonly PermissionLevel[] = ["read", "write"];

  test.each(keys.flatMap((key) => levels.map((level) => [key, level] as const)))("%s, %s", (key, level) => {
    const { of } = PERMISSIONS[key];
    const isGrantedToJobs = key === "metadata" || Object.hasOwn(WORKFLOW_PERMISSIONS, key.replaceAll("_", "-"));
    const expected = of === "user" ? USER_TOKENS : isGrantedToJobs ? ALL_TOKENS : ISSUED_TOKENS;
    const build = of === "user" ? userAccess : permissionAccess;
    expect(build(key, level, []).tokens).toEqual(expected);
  });
});
