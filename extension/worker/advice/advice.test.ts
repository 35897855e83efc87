import type { DialectName } from "@forgehand/core/dialects";
import "../browser.fixture.ts";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest, test } from "@forgehand/emulator/vitest";
import { beforeEach, describe, expect, vi } from "vitest";
import type { AbilityReport, AccountTest } from "../../messages/accounts.ts";
import { resetBrowser } from "../browser.fixture.ts";
import { RefusedError } from "../refused-error.ts";
import { planToken } from "./plan-token.ts";
import { testToken } from "./test-token.ts";
import { detectDialect, parseTimestamp, validateToken } from "./token-info.ts";

beforeEach(resetBrowser);

const tokenInput = ({ apiUrl, webUrl }: Emulator, token: string, dialect: DialectName = "github") => ({
  origin: webUrl,
  apiUrl,
  dialect,
  token,
  login: "someone",
  access: new AbortController().signal,
});

function testCreatedToken(emulator: Emulator, options: object, dialect: DialectName = "github") {
  const token = emulator.control.createToken("made", { user: "bob", ...options });
  return testToken(tokenInput(emulator, token, dialect));
}

const answersByAbility = ({ abilities }: Pick<AccountTest, "abilities">) =>
  Object.fromEntries(abilities.map(({ ability, answer }) => [ability, answer]));

const notesOn = ({ abilities }: Pick<AccountTest, "abilities">, ability: AbilityReport["ability"]) =>
  abilities.find((report) => report.ability === ability)?.notes;

describe("a classic token", () => {
  test("with the scope repo has all abilities", async ({ emulator }) => {
    const result = await testCreatedToken(emulator, { kind: "classic", scopes: ["repo"] });
    expect(result).toMatchObject({ login: "bob", kind: "classic", expires: null, scopes: ["repo"] });
    expect(answersByAbility(result)).toEqual({
      star: "yes",
      watch: "yes",
      "review-request": "yes",
      lists: "yes",
      bulk: "yes",
    });
    expect(notesOn(result, "review-request")).toEqual(["ableForPushers"]);
  });

  test("with the scope public_repo can only star and request reviews in public repositories", async ({ emulator }) => {
    const result = await testCreatedToken(emulator, { kind: "classic", scopes: ["public_repo"] });
    expect(answersByAbility(result)).toMatchObject({
      star: "partly",
      watch: "no",
      "review-request": "partly",
      bulk: "partly",
    });
    expect(notesOn(result, "star")).toEqual(["ablePublicOnly|namedScope|repo"]);
    expect(notesOn(result, "watch")).toEqual(["ableLacks|namedScope|notifications"]);
    expect(notesOn(result, "lists")).toContain("ablePartOrganizations|ableLacks|namedScope|read:org");
  });

  test("with the scope notifications can watch public repositories only", async ({ emulator }) => {
    const result = await testCreatedToken(emulator, { kind: "classic", scopes: ["notifications"] });
    expect(answersByAbility(result)).toMatchObject({ star: "no", watch: "partly", bulk: "partly" });
    expect(notesOn(result, "watch")).toEqual(["ablePublicOnly|namedScope|repo"]);
    // Unlike the control, bulk changes don't read the repository first.
    expect(notesOn(result, "bulk")).toContain("ablePartWatching|ablePublicSurely|namedScope|repo");
  });

  test("without scopes can change nothing", async ({ emulator }) => {
    const result = await testCreatedToken(emulator, { kind: "classic", scopes: [] });
    expect(result.scopes).toEqual([]);
    expect(answersByAbility(result)).toMatchObject({ star: "no", watch: "no", "review-request": "no", bulk: "no" });
    expect(notesOn(result, "star")).toEqual(["ableLacks|namedScope|public_repo"]);
  });

  test("without a prefix is recognized by its scopes, and its expiration is reported", async ({ emulator }) => {
    const tokenWithoutPrefix = "0123456789abcdef0123456789abcdef01234567";
    const result = await testCreatedToken(emulator, {
      kind: "classic",
      scopes: ["repo"],
      expires: "+3d",
      value: tokenWithoutPrefix,
    });
    expect(result.kind).toBe("classic");
    expect(Math.round(((result.expires ?? 0) - Date.now()) / 86_400_000)).toBe(3);
  });
});

describe("excess access", () => {
  test.for([
    { scopes: ["repo", "read:org"], expected: undefined },
    { scopes: ["repo", "admin:org"], expected: /^ableSpare\|spareOrganizations.*spareSeats$/ },
    { scopes: ["manage_billing:copilot"], expected: /^ableSpare\|spareSeats$/ },
    { scopes: ["admin:enterprise", "delete_repo"], expected: /^ableSpare\|spareEnterprises.*spareDelete$/ },
  ])("is reported for the scopes $scopes", async ({ scopes, expected }, { emulator }) => {
    const { excessAccess } = await testCreatedToken(emulator, { kind: "classic", scopes });
    expect(excessAccess).toEqual(expected === undefined ? undefined : expect.stringMatching(expected));
  });

  test("is not guessed for permissions that the API does not report", async ({ emulator }) => {
    const all = { kind: "fine-grained", owner: "acme", permissions: "all" };
    expect((await testCreatedToken(emulator, all)).excessAccess).toBeUndefined();
  });
});

describe("probing a fine-grained token", () => {
  test("reports missing abilities and those that only a change would prove", async ({ emulator }) => {
    const permissions = { pull_requests: "write", starring: "write", metadata: "read" };
    const result = await testCreatedToken(emulator, { kind: "fine-grained", owner: "acme", permissions });
    expect(result).toMatchObject({ kind: "fine-grained", scopes: undefined });
    expect(answersByAbility(result)).toEqual({
      star: "unknown",
      watch: "no",
      "review-request": "unknown",
      lists: "partly",
      bulk: "unknown",
    });
    expect(notesOn(result, "watch")).toEqual(["ableNotThisKind|kindFineGrained"]);
    expect(notesOn(result, "star")).toEqual(["ableOnlyTrying|namedPermission|Starring|levelWrite"]);
    const writes = emulator.control.calls().filter(({ method }) => method !== "GET");
    expect(writes).toEqual([]);
  });

  test("reports which permissions it lacks", async ({ emulator }) => {
    const result = await testCreatedToken(emulator, {
      kind: "fine-grained",
      owner: "acme",
      permissions: { metadata: "read" },
    });
    expect(answersByAbility(result)).toMatchObject({ star: "no", watch: "no", "review-request": "no" });
    expect(notesOn(result, "star")).toEqual(["ableLacks|namedPermission|Starring|levelWrite"]);
    expect(notesOn(result, "review-request")).toEqual(["ableLacks|namedPermission|Pull requests|levelWrite"]);
  });

  test("works for an app that acts for a user", async ({ emulator }) => {
    const result = await testCreatedToken(emulator, { kind: "user-access", app: "forgehand-demo" });
    expect(result).toMatchObject({ login: "bob", kind: "user-access", expires: undefined, scopes: undefined });
    expect(notesOn(result, "watch")).toEqual(["ableNotThisKind|kindUserAccess"]);
  });

  test("cannot determine permissions without a private repository", async ({ emulator }) => {
    const result = await testCreatedToken(emulator, {
      kind: "fine-grained",
      owner: "bob",
      permissions: { metadata: "read", starring: "read" },
    });
    expect(answersByAbility(result)).toMatchObject({ star: "unknown", "review-request": "unknown" });
  });
});

describe("in the neutral dialect", () => {
  const svcTest = emulatorTest({ dialect: "svc" });

  svcTest("the same abilities are reported", async ({ emulator }) => {
    const result = await testCreatedToken(emulator, { kind: "classic", scopes: ["repo"], expires: "+3d" }, "svc");
    expect(result).toMatchObject({ kind: "classic", scopes: ["repo"], expires: expect.any(Number) });
    expect(answersByAbility(result)).toMatchObject({ star: "yes", watch: "yes" });
    const fine = await testToken(tokenInput(emulator, emulator.tokens["alice-fine-grained"] ?? "", "svc"));
    // The token has all repository and organization permissions, but none for the owner's account.
    expect(answersByAbility(fine)).toMatchObject({
      star: "no",
      watch: "no",
      "review-request": "unknown",
      lists: "partly",
    });
  });
});

describe("before a token is stored", () => {
  test("it must be valid and belong to a user", async ({ emulator }) => {
    await expect(validateToken(tokenInput(emulator, "ghp_wrong"))).rejects.toThrow(/^notSaved\|.*The token is wrong/);
    const withoutUser = validateToken(tokenInput(emulator, emulator.tokens["acme-installation"] ?? ""));
    await expect(withoutUser).rejects.toThrow(RefusedError);
    await expect(withoutUser).rejects.toThrow("notSaved|tokenHasNoUser");
    expect(await validateToken(tokenInput(emulator, emulator.tokens["bob"] ?? ""))).toMatchObject({ login: "bob" });
  });

  test.for([
    "alice https://github.com",
    "alice/bob",
    "",
    "a".repeat(101),
    "alice\u202Etoor",
    "\u2066alice\u2069",
    "ali\u0000ce",
    "alice\u007F",
    "alice\u200B",
    "alice\u3164",
    "\u0430lice",
  ])("an invalid login is rejected: %j", async (login, { emulator }) => {
    const realFetch = globalThis.fetch;
    vi.stubGlobal("fetch", async (...call: Parameters<typeof fetch>) => {
      const user: object = await (await realFetch(...call)).json();
      return Response.json({ ...user, login });
    });
    const validation = validateToken(tokenInput(emulator, emulator.tokens["bob"] ?? ""));
    await expect(validation.finally(() => vi.unstubAllGlobals())).rejects.toThrow("notSaved|loginIsNone");
  });

  test("its prefix determines the dialect", () => {
    expect(["ghp_x", "github_pat_x", "svcp_x", "svc_pat_x", "whatever"].map(detectDialect)).toEqual([
      "github",
      "github",
      "svc",
      "svc",
      "github",
    ]);
  });

  test.each([
    ["2027-01-31 09:30:00 UTC", "2027-01-31T09:30:00.000Z"],
    ["2027-01-31 09:30:00 +0200", "2027-01-31T07:30:00.000Z"],
    ["2027-01-31T09:30:00Z", "2027-01-31T09:30:00.000Z"],
  ])("%s is parsed as a timestamp", (text, expected) => {
    expect(new Date(parseTimestamp(text) ?? 0).toISOString()).toBe(expected);
  });

  test("an invalid timestamp is parsed as undefined", () => {
    for (const text of ["", "soon", "2027-13-45 09:30:00 UTC", "2027-01-31"])
      expect(parseTimestamp(text)).toBeUndefined();
  });
});

describe("a token plan", () => {
  const requirements = { dialect: "github", kind: "classic", privateRepositories: true, organizations: false } as const;

  test("has the least scopes for its requirements", () => {
    expect(planToken(requirements).scopes).toEqual(["repo"]);
    expect(planToken({ ...requirements, organizations: true }).scopes).toEqual(["repo", "read:org"]);
    expect(planToken({ ...requirements, privateRepositories: false }).scopes).toEqual(["public_repo", "notifications"]);
    expect(answersByAbility(planToken(requirements))).toMatchObject({
      star: "yes",
      watch: "yes",
      "review-request": "yes",
      bulk: "yes",
    });
    expect(answersByAbility(planToken({ ...requirements, organizations: true }))).toMatchObject({ lists: "yes" });
    expect(answersByAbility(planToken({ ...requirements, privateRepositories: false }))).toMatchObject({
      star: "partly",
      watch: "partly",
      bulk: "partly",
    });
  });

  test("has the least permissions, and reports abilities that such a token cannot have", () => {
    const plan = planToken({ ...requirements, kind: "fine-grained" });
    expect(plan).toMatchObject({
      scopes: [],
      permissions: { metadata: "read", pull_requests: "write", starring: "write" },
    });
    expect(answersByAbility(plan)).toMatchObject({ star: "yes", watch: "no", "review-request": "yes", bulk: "partly" });
  });

  test("matches the test of a token that was created from it", async ({ emulator }) => {
    const { scopes } = planToken({ ...requirements, organizations: true });
    const result = await testCreatedToken(emulator, { kind: "classic", scopes });
    expect(result.abilities).toEqual(planToken({ ...requirements, organizations: true }).abilities);
  });
});
