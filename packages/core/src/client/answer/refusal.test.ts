import { describe, expect, test, vi } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { getBudget } from "../../contract/organization/budgets.ts";
import { getOrganizationUpdaterSecret } from "../../contract/organization/updater-secrets.ts";
import { getContents, putContents } from "../../contract/repository/contents.ts";
import { createRepositoryHook } from "../../contract/repository/hooks.ts";
import { setRepositorySubjectTemplate } from "../../contract/repository/oidc.ts";
import { requestReviewers } from "../../contract/repository/review-requests.ts";
import { listStargazers } from "../../contract/repository/starring.ts";
import { getSubscription, setSubscription } from "../../contract/repository/watching.ts";
import { starRepository } from "../../contract/user/starring.ts";
import { listWatchedRepositories } from "../../contract/user/watching.ts";
import { DIALECTS } from "../../dialect/dialects.ts";
import { isForgeError, isNotFoundError, isPermissionError } from "../../errors.ts";
import { clientAnswered, json, subscription, widgets } from "../answered.fixture.ts";
import type { ClientOptions } from "../client.ts";

describe("answers that are none", () => {
  test("a web page, even where 404 means absence", async () => {
    const page = () => new Response("<!doctype html>", { status: 404, headers: { "content-type": "text/html" } });
    await expect(
      clientAnswered(page).call(getOrganizationUpdaterSecret, { org: "acme", secret_name: "K" }),
    ).rejects.toMatchObject({
      name: "ResponseError",
      message: expect.stringContaining(
        "Is the base URL the API's root? A self-hosted forge has it at https://forge.test/api/v3",
      ),
    });
  });

  test("half of one", async () => {
    const half = () => new Response('{"subscribed":tr', { headers: { "content-type": "application/json" } });
    await expect(clientAnswered(half).call(getSubscription, widgets)).rejects.toThrow(
      "The answer may have been cut off",
    );
  });

  test("another shape, with the operation and the field", async () => {
    const odd = () => json({ ...subscription, ignored: "no" });
    await expect(clientAnswered(odd).call(getSubscription, widgets)).rejects.toMatchObject({
      name: "ResponseError",
      route: "GET /repos/{owner}/{repo}/subscription",
      message: expect.stringContaining(
        "GET /api/v3/repos/acme/widgets/subscription: The answer is not what the contract says, where ignored is",
      ),
    });
  });

  test("a redirect that says nowhere to go", async () => {
    const { call, requests } = clientAnswered(() => new Response(null, { status: 301 }));
    await expect(call(getSubscription, widgets)).rejects.toThrow("sends this call elsewhere, and doesn't say where");
    expect(requests()).toHaveLength(1);
  });

  test("none at all within the time", async () => {
    const never = vi.fn<typeof globalThis.fetch>(
      (_url, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason))),
    );
    const { call } = clientAnswered(() => json({}), { fetch: never, timeout: 20 });
    await expect(call(starRepository, widgets)).rejects.toMatchObject({
      name: "ConnectionError",
      message: expect.stringContaining("No answer within 0.02 s. It may have taken effect all the same"),
    });
    expect(never).toHaveBeenCalledTimes(1);
  });

  test("one that breaks off", async () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error("terminated")) });
    const { call } = clientAnswered(() => new Response(body, { headers: { "content-type": "application/json" } }));
    await expect(call(setSubscription, widgets)).rejects.toMatchObject({
      name: "ConnectionError",
      message: expect.stringContaining("The answer broke off (terminated)"),
    });
  });

  test("a refusal to connect", async () => {
    const refuse = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") }));
    await expect(clientAnswered(refuse).call(getSubscription, widgets)).rejects.toMatchObject({
      name: "ConnectionError",
      message: expect.stringContaining("No connection (ECONNREFUSED)"),
    });
  });
});

describe("refusals", () => {
  const refused = (status: number, message: string, headers = {}, options: Partial<ClientOptions> = {}) =>
    clientAnswered(() => json({ message }, status, headers), options);

  test("each has its class", async () => {
    const classes = {
      401: "Authentication",
      403: "Permission",
      409: "Conflict",
      410: "Gone",
      422: "Validation",
      503: "Service",
    };
    for (const [status, name] of Object.entries(classes)) {
      const error = refused(Number(status), "No").call(setSubscription, widgets);
      await expect(error).rejects.toMatchObject({ name: `${name}Error`, status: Number(status) });
    }
  });

  test("a limit says until when, in whichever status it comes", async () => {
    const clock = createVirtualClock();
    for (const [status, headers] of [
      [429, { "retry-after": "30" }],
      [403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(clock.now() / 1000 + 30) }],
      [422, { "retry-after": "30" }],
    ] as const) {
      const error = await refused(status, "API rate limit exceeded", headers, { clock })
        .call(setSubscription, widgets)
        .catch((e: unknown) => e);
      if (!isForgeError(error) || !("until" in error) || !(error.until instanceof Date)) throw error;
      expect(error.name).toBe("RateLimitError");
      expect(error.until.getTime() - clock.now()).toBe(30_000);
    }
  });

  test("a missing scope is named from the answer's own header", async () => {
    const error = refused(403, "No", { "x-oauth-scopes": "public_repo, read:org" }).call(setSubscription, widgets);
    await expect(error).rejects.toMatchObject({
      missing: [{ scope: "repo" }],
      message: "PUT /api/v3/repos/acme/widgets/subscription: 403 No. The token lacks the scope repo.",
    });
  });

  test("where the scopes do, whoever the token is of lacks a role", async () => {
    const error = refused(403, "No", { "x-oauth-scopes": "repo" }).call(setRepositorySubjectTemplate, {
      ...widgets,
      use_default: true,
    });
    await expect(error).rejects.toMatchObject({
      missing: [],
      message: expect.stringMatching(/403 No\. The token's owner has to be an administrator of the repository\.$/),
    });
  });

  test.each(["github", "svc"] as const)("an organization's single sign-on is what it takes (%s)", async (dialect) => {
    const url = "https://forge.test/orgs/acme/sso?authorization_request=S3CRET";
    const headers = { [DIALECTS[dialect].headers.singleSignOn]: `required; url=${url}`, "x-oauth-scopes": "" };
    const { call } = clientAnswered(() => json({ message: "Resource protected by SAML." }, 403, headers), { dialect });
    const refused = await call(setSubscription, widgets).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: "PermissionError",
      missing: [],
      message: expect.stringContaining("asks for single sign-on: authorize this token for it"),
    });
    expect(String(refused)).not.toMatch(/S3CRET|lacks/);
  });

  test("a missing permission is named from the answer's own header, also of what the contract lacks", async () => {
    const accepted = { "x-accepted-github-permissions": "dependabot_secrets=write,metadata=read; contents=write" };
    const { request } = clientAnswered(() => json({ message: "No" }, 403, accepted), { credentials: "github_pat_x" });
    await expect(request("PUT /repos/{owner}/{repo}/anything", widgets)).rejects.toMatchObject({
      missing: [
        { permission: "updater_secrets", level: "write" },
        { permission: "metadata", level: "read" },
      ],
      message: expect.stringContaining(
        'takes the permission "Dependabot secrets" (write) and the permission "Metadata"',
      ),
    });
  });

  test("a write without a clear answer says that it may have happened; a read does not", async () => {
    const write = await refused(502, "Bad gateway")
      .call(requestReviewers, { ...widgets, pull_number: 1 })
      .catch(String);
    expect(write).toContain("502 Bad gateway. It may have taken effect all the same: look before you repeat it.");
    const read = await refused(502, "Bad gateway").call(getSubscription, widgets).catch(String);
    expect(read).not.toContain("taken effect");
  });

  test("values that are wrong stay so on the last call of a quota", async () => {
    const error = refused(422, "Validation Failed", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" });
    await expect(error.call(setSubscription, widgets)).rejects.toMatchObject({ name: "ValidationError" });
  });

  test("nonsense in headers and bodies changes no class", async () => {
    const late = refused(429, "Slow down", { "retry-after": "99999999999999" }).call(setSubscription, widgets);
    await expect(late).rejects.toMatchObject({ name: "RateLimitError", until: undefined });
    const odd = clientAnswered(() => json({ message: 7, errors: [{ field: null }, "plain"] }, 422));
    await expect(odd.call(setSubscription, widgets)).rejects.toMatchObject({ name: "ValidationError" });
  });

  test("the status says the class where there is no body, or a proxy's page", async () => {
    const empty = clientAnswered(() => new Response("", { status: 401 }));
    await expect(empty.call(setSubscription, widgets)).rejects.toMatchObject({ name: "AuthenticationError" });
    const headers = { "content-type": "text/html", "retry-after": "7" };
    const slow = clientAnswered(() => new Response("<p>Slow down", { status: 429, headers }));
    await expect(slow.call(setSubscription, widgets)).rejects.toMatchObject({ name: "RateLimitError" });
    const wall = clientAnswered(() => new Response("<p>No", { status: 403, headers: { "content-type": "text/html" } }));
    await expect(wall.call(setSubscription, widgets)).rejects.toMatchObject({ name: "ResponseError" });
  });

  test("no message repeats the token or a secret of the input, wherever the service does", async () => {
    const errors = [{ field: "ghp_x1234", code: "ghp_x1234", message: "hunter2secret is too short" }];
    const said = {
      message: "value hunter2secret is bad\u001b[31m\n::set-output",
      errors,
      documentation_url: "ghp_x1234",
    };
    const { call } = clientAnswered(() => json(said, 422), { credentials: "ghp_x1234" });
    const config = { url: "https://x.y", secret: "hunter2secret" };
    const error = await call(createRepositoryHook, { ...widgets, config }).catch((caught: unknown) => caught);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/hunter2|ghp_x|\\u001b|\\n::/);
  });

  test("thousands of complaints are told by the first of them", async () => {
    const errors = Array.from({ length: 5000 }, (_, index) => ({ field: `f${index}`, code: "invalid" }));
    const { call } = clientAnswered(() => json({ message: "Validation Failed", errors }, 422));
    const error = await call(setSubscription, widgets).catch((caught: unknown) => caught);
    expect(String(error)).toContain("f4: invalid; and 4995 more");
    expect(error).toMatchObject({ fields: { length: 5000 } });
  });

  test("a file that is too large says how it can be had", async () => {
    const errors = [{ resource: "Blob", field: "data", code: "too_large" }];
    const { call } = clientAnswered(() => json({ message: "This API returns blobs up to 1 MB in size.", errors }, 403));
    await expect(call(getContents, { ...widgets, path: "a.zip" })).rejects.toMatchObject({
      name: "ValidationError",
      message: expect.stringContaining('Files over 1 MB come with the media type "raw" alone'),
    });
  });

  test("a file that defines a workflow lacks the scope for it", async () => {
    const scopes = { "x-oauth-scopes": "repo" };
    const { call } = clientAnswered(() => json({ message: "Resource not accessible" }, 403, scopes));
    const file = { ...widgets, path: ".github/workflows/ci.yml", message: "m", content: "" };
    await expect(call(putContents, file)).rejects.toThrow("The token lacks the scope workflow");
  });

  test("of what is deprecated, or not in every edition, a 404 says that too", async () => {
    const left = await refused(404, "Not Found").call(listWatchedRepositories).catch(String);
    expect(left).toContain("It is deprecated since 2026-07-01: It answers empty lists");
    const budget = { org: "acme", budget_id: "1" };
    const bound = await refused(404, "Not Found").call(getBudget, budget).catch(String);
    expect(bound).toMatch(/Only some editions have this: github\.com\.$/);
    const known = clientAnswered(() => json({ message: "Not Found" }, 404), { edition: "github.com" });
    expect(await known.call(getBudget, budget).catch(String)).not.toContain("editions");
    const everywhere = await refused(404, "Not Found").call(listStargazers, widgets).catch(String);
    expect(everywhere).not.toMatch(/editions|deprecated/);
  });

  test("a success that the contract doesn't list is named as one", async () => {
    const { call } = clientAnswered(() => json({}, 200));
    await expect(call(starRepository, widgets)).rejects.toThrow("204 is expected");
  });

  test("a reason of several lines is one of several sentences", async () => {
    const told = "Repository rule violations found\n\nCannot update this protected ref.\n\n";
    const error = await refused(409, told).call(setSubscription, widgets).catch(String);
    expect(error).toMatch(/409 Repository rule violations found\. Cannot update this protected ref\.$/);
  });

  test("a message is no longer than a person reads", async () => {
    const error = await refused(422, "x".repeat(3_000_000)).call(setSubscription, widgets).catch(String);
    expect(String(error).length).toBeLessThan(700);
  });

  test("guards know each class", async () => {
    const error = await refused(403, "No")
      .call(setSubscription, widgets)
      .catch((caught: unknown) => caught);
    expect([isForgeError(error), isPermissionError(error), isNotFoundError(error)]).toEqual([true, true, false]);
  });

  test("no message holds the token, even where the service repeats it", async () => {
    for (const status of [301, 401, 403, 404, 422, 500]) {
      const error = await refused(status, "No to Bearer ghp_x").call(setSubscription, widgets).catch(String);
      expect(error).not.toContain("ghp_x");
    }
  });
});
