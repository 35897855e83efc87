import "../browser.fixture.ts";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest, test } from "@forgehand/emulator/vitest";
import { beforeEach, describe, expect, vi } from "vitest";
import type { Able, AccountTest } from "../../messages/accounts.ts";
import { resetBrowser } from "../browser.fixture.ts";
import { Refused } from "../problems.ts";
import { planToken } from "./plan-token.ts";
import { testToken } from "./test-token.ts";
import { dialectOf, lookAtToken, readMoment } from "./token.ts";

beforeEach(resetBrowser);

const given = ({ apiUrl, webUrl }: Emulator, token: string, dialect: "github" | "svc" = "github") => ({
  ...{ origin: webUrl, apiUrl, dialect, token, login: "somebody" },
});

/** A token that somebody makes, found out about. */
function tested(emulator: Emulator, told: object, dialect: "github" | "svc" = "github") {
  const token = emulator.control.createToken("made", { user: "bob", ...told });
  return testToken(given(emulator, token, dialect));
}

const answers = ({ able }: Pick<AccountTest, "able">) =>
  Object.fromEntries(able.map(({ ability, answer }) => [ability, answer]));

const notesOn = ({ able }: Pick<AccountTest, "able">, ability: Able["ability"]) =>
  able.find((one) => one.ability === ability)?.notes;

describe("of a classic token its scopes tell all", () => {
  test("with repo everything works but the organizations' lists", async ({ emulator }) => {
    const result = await tested(emulator, { kind: "classic", scopes: ["repo"] });
    expect(result).toMatchObject({ login: "bob", kind: "classic", expires: null, scopes: ["repo"] });
    expect(answers(result)).toEqual({
      ...{ star: "yes", watch: "yes", "review-request": "yes", lists: "partly", bulk: "yes" },
    });
    expect(notesOn(result, "review-request")).toEqual(["ableForPushers"]);
    expect(notesOn(result, "lists")).toEqual(["ablePartOrganizations|ableLacks|namedScope|read:org"]);
  });

  test("with public_repo stars and reviews of public repositories work, and no watching", async ({ emulator }) => {
    const result = await tested(emulator, { kind: "classic", scopes: ["public_repo"] });
    expect(answers(result)).toMatchObject({ star: "partly", watch: "no", "review-request": "partly", bulk: "partly" });
    expect(notesOn(result, "star")).toEqual(["ablePublicOnly|namedScope|repo"]);
    expect(notesOn(result, "watch")).toEqual(["ableLacks|namedScope|repo"]);
  });

  test("with none nothing can be changed", async ({ emulator }) => {
    const result = await tested(emulator, { kind: "classic", scopes: [] });
    expect(result.scopes).toEqual([]);
    expect(answers(result)).toMatchObject({ star: "no", watch: "no", "review-request": "no", bulk: "no" });
    expect(notesOn(result, "star")).toEqual(["ableLacks|namedScope|public_repo"]);
  });

  test("when it ends is told, and one without a prefix is known by having scopes", async ({ emulator }) => {
    const old = "0123456789abcdef0123456789abcdef01234567";
    const result = await tested(emulator, { kind: "classic", scopes: ["repo"], expires: "+3d", value: old });
    expect(result.kind).toBe("classic");
    expect(Math.round(((result.expires ?? 0) - Date.now()) / 86_400_000)).toBe(3);
  });
});

describe("of what nothing here needs", () => {
  test.for([
    { scopes: ["repo", "read:org"], told: undefined },
    { scopes: ["repo", "admin:org"], told: /^ableSpare\|spareOrganizations.*spareSeats$/ },
    { scopes: ["manage_billing:copilot"], told: /^ableSpare\|spareSeats$/ },
    { scopes: ["admin:enterprise", "delete_repo"], told: /^ableSpare\|spareEnterprises.*spareDelete$/ },
  ])("with the scopes $scopes", async ({ scopes, told }, { emulator }) => {
    const { spare } = await tested(emulator, { kind: "classic", scopes });
    expect(spare).toEqual(told === undefined ? undefined : expect.stringMatching(told));
  });

  test("and of permissions that nobody can be asked for nothing is guessed", async ({ emulator }) => {
    const all = { kind: "fine-grained", owner: "acme", permissions: "all" };
    expect((await tested(emulator, all)).spare).toBeUndefined();
  });
});

describe("of a fine-grained token harmless reads tell", () => {
  test("what it can't do, and leave open what only a change would show", async ({ emulator }) => {
    const all = { pull_requests: "write", starring: "write", metadata: "read" };
    const result = await tested(emulator, { kind: "fine-grained", owner: "acme", permissions: all });
    expect(result).toMatchObject({ kind: "fine-grained", scopes: undefined });
    expect(answers(result)).toEqual({
      ...{ star: "unknown", watch: "no", "review-request": "unknown", lists: "partly", bulk: "unknown" },
    });
    expect(notesOn(result, "watch")).toEqual(["ableNotThisKind|kindFineGrained"]);
    expect(notesOn(result, "star")).toEqual(["ableOnlyTrying|namedPermission|Starring|levelWrite"]);
    const changed = emulator.control.calls().filter(({ method }) => method !== "GET");
    expect(changed).toEqual([]);
  });

  test("which permissions it lacks", async ({ emulator }) => {
    const result = await tested(emulator, {
      ...{ kind: "fine-grained", owner: "acme", permissions: { metadata: "read" } },
    });
    expect(answers(result)).toMatchObject({ star: "no", watch: "no", "review-request": "no" });
    expect(notesOn(result, "star")).toEqual(["ableLacks|namedPermission|Starring|levelWrite"]);
    expect(notesOn(result, "review-request")).toEqual(["ableLacks|namedPermission|Pull requests|levelWrite"]);
  });

  test("the same of an app that acts for somebody", async ({ emulator }) => {
    const result = await tested(emulator, { kind: "user-access", app: "forgehand-demo" });
    expect(result).toMatchObject({ login: "bob", kind: "user-access", expires: undefined });
    expect(notesOn(result, "watch")).toEqual(["ableNotThisKind|kindUserAccess"]);
  });

  test("nothing of permissions where no private repository shows them", async ({ emulator }) => {
    const result = await tested(emulator, {
      ...{ kind: "fine-grained", owner: "bob", permissions: { metadata: "read", starring: "read" } },
    });
    expect(answers(result)).toMatchObject({ star: "unknown", "review-request": "unknown" });
  });
});

describe("in the neutral dialect", () => {
  const it = emulatorTest({ dialect: "svc" });

  it("all the same is told", async ({ emulator }) => {
    const result = await tested(emulator, { kind: "classic", scopes: ["repo"], expires: "+3d" }, "svc");
    expect(result).toMatchObject({ kind: "classic", scopes: ["repo"], expires: expect.any(Number) });
    expect(answers(result)).toMatchObject({ star: "yes", watch: "yes" });
    const fine = await testToken(given(emulator, emulator.tokens["alice-fine-grained"] ?? "", "svc"));
    // It has every permission on repositories and organizations, and none on its owner's own things.
    expect(answers(fine)).toMatchObject({ star: "no", watch: "no", "review-request": "unknown", lists: "partly" });
  });
});

describe("before a token is kept", () => {
  test("it has to be right, and somebody's", async ({ emulator }) => {
    await expect(lookAtToken(given(emulator, "ghp_wrong"))).rejects.toThrow(/^notSaved\|.*The token is wrong/);
    const nobodys = lookAtToken(given(emulator, emulator.tokens["acme-installation"] ?? ""));
    await expect(nobodys).rejects.toThrow(Refused);
    await expect(nobodys).rejects.toThrow("notSaved|tokenIsNobodys");
    expect(await lookAtToken(given(emulator, emulator.tokens["bob"] ?? ""))).toMatchObject({ login: "bob" });
  });

  test.for(["alice https://github.com", "alice/bob", "", "a".repeat(101)])(
    "what no login looks like is not taken for one: %j",
    async (login, { emulator }) => {
      const asked = globalThis.fetch;
      vi.stubGlobal("fetch", async (...call: Parameters<typeof fetch>) => {
        const told: object = await (await asked(...call)).json();
        return Response.json({ ...told, login });
      });
      const looking = lookAtToken(given(emulator, emulator.tokens["bob"] ?? ""));
      await expect(looking.finally(() => vi.unstubAllGlobals())).rejects.toThrow("notSaved|loginIsNone");
    },
  );

  test("its prefix tells whose names are spoken", () => {
    expect(["ghp_x", "github_pat_x", "svcp_x", "svc_pat_x", "whatever"].map(dialectOf)).toEqual([
      ...["github", "github", "svc", "svc", "github"],
    ]);
  });

  test.each([
    ["2027-01-31 09:30:00 UTC", "2027-01-31T09:30:00.000Z"],
    ["2027-01-31 09:30:00 +0200", "2027-01-31T07:30:00.000Z"],
    ["2027-01-31T09:30:00Z", "2027-01-31T09:30:00.000Z"],
  ])("%s is a moment", (text, moment) => {
    expect(new Date(readMoment(text) ?? 0).toISOString()).toBe(moment);
  });

  test("what is no moment is unknown, never a wrong one", () => {
    for (const text of ["", "soon", "2027-13-45 09:30:00 UTC", "2027-01-31"]) expect(readMoment(text)).toBeUndefined();
  });
});

describe("a token that is about to be made", () => {
  const wish = { dialect: "github", kind: "classic", everything: true, organizations: false } as const;

  test("has the least scopes for what it is to do, as the contract has them", () => {
    expect(planToken(wish).scopes).toEqual(["repo"]);
    expect(planToken({ ...wish, organizations: true }).scopes).toEqual(["repo", "read:org"]);
    expect(planToken({ ...wish, everything: false }).scopes).toEqual(["public_repo"]);
    expect(answers(planToken(wish))).toMatchObject({ star: "yes", watch: "yes", "review-request": "yes", bulk: "yes" });
    expect(answers(planToken({ ...wish, organizations: true }))).toMatchObject({ lists: "yes" });
    expect(answers(planToken({ ...wish, everything: false }))).toMatchObject({ star: "partly", watch: "no" });
  });

  test("or the least permissions, and says what such a token never can", () => {
    const plan = planToken({ ...wish, kind: "fine-grained" });
    expect(plan).toMatchObject({
      scopes: [],
      permissions: { metadata: "read", pull_requests: "write", starring: "write" },
    });
    expect(answers(plan)).toMatchObject({ star: "yes", watch: "no", "review-request": "yes", bulk: "partly" });
  });

  test("does in a service what was said of it", async ({ emulator }) => {
    const { scopes } = planToken({ ...wish, organizations: true });
    const result = await tested(emulator, { kind: "classic", scopes });
    expect(result.able).toEqual(planToken({ ...wish, organizations: true }).able);
  });
});
