import { describe, expect, test } from "vitest";
import {
  getContents,
  listRepositoryActionsSecrets,
  listRepositoryHooks,
  listRepositoryUpdaterSecrets,
  putContents,
  putRepositoryActionsSecret,
} from "../operations/index.ts";
import { permissionsFor } from "./permissions-for.ts";

describe("the permissions that an installation needs", () => {
  test("are those of all calls, each at the highest level", () => {
    expect(permissionsFor([putRepositoryActionsSecret, listRepositoryActionsSecrets, listRepositoryHooks])).toEqual({
      permissions: { secrets: "write", repository_hooks: "read" },
      missing: {},
    });
    expect(permissionsFor([])).toEqual({ permissions: {}, missing: {} });
  });

  test("are limited to what is granted; the rest is missing, with its level", () => {
    const calls = [listRepositoryActionsSecrets, putRepositoryActionsSecret, listRepositoryUpdaterSecrets];
    expect(permissionsFor(calls, { secrets: "read" })).toEqual({
      permissions: { secrets: "read" },
      missing: { secrets: "write", updater_secrets: "read" },
    });
    expect(permissionsFor(calls, { secrets: "write", updater_secrets: "admin" })).toEqual({
      permissions: { secrets: "write", updater_secrets: "read" },
      missing: {},
    });
  });

  test("leave out what is needed only in some cases, unless it is granted", () => {
    const calls = [getContents, putContents];
    expect(permissionsFor(calls, { contents: "write" })).toEqual({ permissions: { contents: "write" }, missing: {} });
    expect(permissionsFor(calls, { contents: "write", workflows: "write" }).permissions).toEqual({
      contents: "write",
      workflows: "write",
    });
  });
});
