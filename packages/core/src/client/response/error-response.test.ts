import { describe, expect, test, vi } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { createInstallationToken } from "../../contract/app/installations.ts";
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
import { isForgeError, isNotFoundError, isPermissionError, isValidationError } from "../../errors.ts";
import type { ClientOptions } from "../client.ts";
import { jsonResponse, mockClient, subscription, widgets } from "../mock-client.fixture.ts";

describe("an error is thrown for", () => {
  test("a web page, even if 404 means absence", async () => {
    const page = () => new Response("<!doctype html>", { status: 404, headers: { "content-type": "text/html" } });
    await expect(
      mockClient(page).call(getOrganizationUpdaterSecret, { org: "acme", secret_name: "K" }),
    ).rejects.toMatchObject({
      name: "ResponseError",
      message: expect.stringContaining(
        "Check the base URL: it is https://api.github.com for github.com, and https://forge.test/api/v3 for",
      ),
    });
  });

  test("truncated JSON", async () => {
    const truncated = () => new Response('{"subscribed":tr', { headers: { "content-type": "application/json" } });
    await expect(mockClient(truncated).call(getSubscription, widgets)).rejects.toThrow(
      "The response may have been truncated",
    );
  });

  test("a response of another shape, naming the operation and the field", async () => {
    const wrongShape = () => jsonResponse({ ...subscription, ignored: "no" });
    await expect(mockClient(wrongShape).call(getSubscription, widgets)).rejects.toMatchObject({
      name: "ResponseError",
      route: "GET /repos/{owner}/{repo}/subscription",
      message: expect.stringContaining(
        "GET /api/v3/repos/acme/widgets/subscription: The response does not match the contract, where ignored",
      ),
    });
  });

  test("a field of another shape whose name repeats the token, without that name", async () => {
    const token = "0123456789abcdef0123";
    const installationToken = { token: "", expires_at: "", permissions: { [token]: 1 } };
    const { call } = mockClient(() => jsonResponse(installationToken, 201), { credentials: { token, kind: "app" } });
    await expect(call(createInstallationToken, { installation_id: 1 })).rejects.toThrow(
      "where permissions.[secret] must be a string",
    );
  });

  test("a redirect without a location", async () => {
    const { call, requests } = mockClient(() => new Response(null, { status: 301 }));
    await expect(call(getSubscription, widgets)).rejects.toThrow(
      "redirects this call to a location that cannot be followed",
    );
    expect(requests()).toHaveLength(1);
  });

  test("no response before the timeout", async () => {
    const hangingFetch = vi.fn<typeof globalThis.fetch>(
      (_url, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason))),
    );
    const { call } = mockClient(() => jsonResponse({}), { fetch: hangingFetch, timeout: 20 });
    await expect(call(starRepository, widgets)).rejects.toMatchObject({
      name: "ConnectionError",
      message: expect.stringContaining("No response within 0.02 s. It may have taken effect anyway"),
    });
    expect(hangingFetch).toHaveBeenCalledTimes(1);
    // The deadline, of which a part is left, ends the attempt.
    await expect(call(starRepository, widgets, { timeout: 9000, deadline: 20 })).rejects.toThrow(
      /No response before the deadline, which left 0\.0[12]\d? s for this attempt/,
    );
  });

  test("a transport that ignores its signal, when the caller aborts or the time is over", async () => {
    const { call } = mockClient(() => jsonResponse({}), { fetch: () => new Promise(() => {}), retry: false });
    const controller = new AbortController();
    const aborted = call(starRepository, widgets, { signal: controller.signal });
    controller.abort(new RangeError("enough"));
    await expect(aborted).rejects.toThrow("enough");
    await expect(call(starRepository, widgets, { timeout: 10 })).rejects.toThrow("No response within 0.01 s");
  });

  test("a lost connection", async () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error("terminated")) });
    const { call } = mockClient(() => new Response(body, { headers: { "content-type": "application/json" } }));
    await expect(call(setSubscription, widgets)).rejects.toMatchObject({
      name: "ConnectionError",
      message: expect.stringContaining("The connection was lost (terminated)"),
    });
  });

  test("a rejected connection", async () => {
    const rejectConnection = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") }));
    await expect(mockClient(rejectConnection).call(getSubscription, widgets)).rejects.toMatchObject({
      name: "ConnectionError",
      message: expect.stringContaining("No connection (ECONNREFUSED)"),
    });
  });
});

describe("error responses", () => {
  const clientWithError = (status: number, message: string, headers = {}, options: Partial<ClientOptions> = {}) =>
    mockClient(() => jsonResponse({ message }, status, headers), options);

  test("each status has its own error class", async () => {
    const classes = {
      401: "Authentication",
      403: "Permission",
      409: "Conflict",
      410: "Gone",
      422: "Validation",
      503: "Service",
    };
    for (const [status, name] of Object.entries(classes)) {
      const error = clientWithError(Number(status), "No").call(setSubscription, widgets);
      await expect(error).rejects.toMatchObject({ name: `${name}Error`, status: Number(status) });
    }
  });

  test("a rate-limit error has a retry time, whatever the status of the response", async () => {
    const clock = createVirtualClock();
    for (const [status, headers] of [
      [429, { "retry-after": "30" }],
      [403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(clock.now() / 1000 + 30) }],
      [422, { "retry-after": "30" }],
    ] as const) {
      const error = await clientWithError(status, "API rate limit exceeded", headers, { clock })
        .call(setSubscription, widgets)
        .catch((caught: unknown) => caught);
      if (!isForgeError(error) || !("until" in error) || !(error.until instanceof Date)) throw error;
      expect(error.name).toBe("RateLimitError");
      expect(error.until.getTime() - clock.now()).toBe(30_000);
    }
  });

  test("a missing scope is read from the response's header", async () => {
    const error = clientWithError(403, "No", { "x-oauth-scopes": "public_repo, read:org" }).call(
      setSubscription,
      widgets,
    );
    await expect(error).rejects.toMatchObject({
      missing: [{ scope: "notifications" }],
      message: "PUT /api/v3/repos/acme/widgets/subscription: 403 No. The token lacks the scope notifications.",
    });
  });

  test("a permission that a built-in token can't have is named as such", async () => {
    const { call } = mockClient(() => jsonResponse({ message: "No" }, 403), {
      credentials: { token: "ghs_x", kind: "workflow" },
    });
    const write = (path: string) => call(putContents, { ...widgets, path, message: "Change", content: "" });
    const unavailable = /A workflow's built-in token cannot have the permission "Workflows" \(write\)/;
    await expect(write(".github/workflows/ci.yml")).rejects.toMatchObject({
      message: expect.stringMatching(unavailable),
    });
    await expect(write("README.md")).rejects.toMatchObject({ message: expect.not.stringMatching(unavailable) });
  });

  test("with sufficient scopes, the missing role is named", async () => {
    const error = clientWithError(403, "No", { "x-oauth-scopes": "repo" }).call(setRepositorySubjectTemplate, {
      ...widgets,
      use_default: true,
    });
    await expect(error).rejects.toMatchObject({
      missing: [],
      message: expect.stringMatching(/403 No\. The token's owner must be an administrator of the repository\.$/),
    });
  });

  test.each(["public_repo", ""])("the role that a list is restricted to is named, not a scope: %j", async (scopes) => {
    const headers = { "x-oauth-scopes": scopes, date: "Wed, 01 Jul 2026 00:00:00 GMT" };
    const error = clientWithError(403, "No", headers).call(listStargazers, widgets);
    await expect(error).rejects.toMatchObject({
      missing: [],
      message: expect.stringMatching(
        /403 No\. The token's owner must be an administrator of the repository or a collaborator of the repository\.$/,
      ),
    });
  });

  test.each(["github", "svc"] as const)("single sign-on is named as the requirement (%s)", async (dialect) => {
    const url = "https://forge.test/orgs/acme/sso?authorization_request=S3CRET";
    const headers = { [DIALECTS[dialect].headers.singleSignOn]: `required; url=${url}`, "x-oauth-scopes": "" };
    const { call } = mockClient(() => jsonResponse({ message: "Resource protected by SAML." }, 403, headers), {
      dialect,
    });
    const error = await call(setSubscription, widgets).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      name: "PermissionError",
      missing: [],
      message: expect.stringContaining("requires single sign-on: authorize this token for it"),
    });
    expect(String(error)).not.toMatch(/S3CRET|lacks/);
  });

  test("a missing permission is read from the response's header, even without a contract", async () => {
    const accepted = { "x-accepted-github-permissions": "dependabot_secrets=write,metadata=read; contents=write" };
    const { request } = mockClient(() => jsonResponse({ message: "No" }, 403, accepted), {
      credentials: "github_pat_x",
    });
    await expect(request("PUT /repos/{owner}/{repo}/anything", widgets)).rejects.toMatchObject({
      missing: [
        { permission: "updater_secrets", level: "write" },
        { permission: "metadata", level: "read" },
      ],
      message: expect.stringContaining(
        'requires the permission "Dependabot secrets" (write) and the permission "Metadata"',
      ),
    });
  });

  test("only messages about writes mention a possible effect", async () => {
    const write = await clientWithError(502, "Bad gateway")
      .call(requestReviewers, { ...widgets, pull_number: 1 })
      .catch(String);
    expect(write).toContain("502 Bad gateway. It may have taken effect anyway: check before you retry.");
    const read = await clientWithError(502, "Bad gateway").call(getSubscription, widgets).catch(String);
    expect(read).not.toContain("taken effect");
  });

  test("a validation error is recognized as such, even if the quota is exhausted", async () => {
    const client = clientWithError(422, "Validation Failed", {
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "1",
    });
    await expect(client.call(setSubscription, widgets)).rejects.toMatchObject({ name: "ValidationError" });
  });

  test("invalid headers and bodies do not change the error class", async () => {
    const late = clientWithError(429, "Slow down", { "retry-after": "99999999999999" }).call(setSubscription, widgets);
    await expect(late).rejects.toMatchObject({ name: "RateLimitError", until: undefined });
    const wrongShape = mockClient(() => jsonResponse({ message: 7, errors: [{ field: null }, "plain"] }, 422));
    await expect(wrongShape.call(setSubscription, widgets)).rejects.toMatchObject({ name: "ValidationError" });
  });

  test("without a JSON body, the status sets the error class unless a wrong base URL could cause it", async () => {
    const empty = mockClient(() => new Response("", { status: 401 }));
    await expect(empty.call(setSubscription, widgets)).rejects.toMatchObject({ name: "AuthenticationError" });
    const headers = { "content-type": "text/html", "retry-after": "7" };
    const slow = mockClient(() => new Response("<p>Slow down", { status: 429, headers }));
    await expect(slow.call(setSubscription, widgets)).rejects.toMatchObject({ name: "RateLimitError" });
    const proxy = mockClient(() => new Response("<p>No", { status: 403, headers: { "content-type": "text/html" } }));
    await expect(proxy.call(setSubscription, widgets)).rejects.toMatchObject({ name: "ResponseError" });
  });

  test("no message contains the token or a secret of the input, even if the service repeats it", async () => {
    const errors = [{ field: "ghp_x1234", code: "ghp_x1234", message: "hunter2secret is too short" }];
    const errorBody = {
      message: "value hunter2secret is bad\u001b[31m\n::set-output",
      errors,
      documentation_url: "ghp_x1234",
    };
    const { call } = mockClient(() => jsonResponse(errorBody, 422), { credentials: "ghp_x1234" });
    const config = { url: "https://x.y", secret: "hunter2secret" };
    const error = await call(createRepositoryHook, { ...widgets, config }).catch((caught: unknown) => caught);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/hunter2|ghp_x|\\u001b|\\n::/);
  });

  test("thousands of field errors are summarized", async () => {
    const errors = Array.from({ length: 5000 }, (_, index) => ({ field: `f${index}`, code: "invalid" }));
    const { call } = mockClient(() => jsonResponse({ message: "Validation Failed", errors }, 422));
    const error = await call(setSubscription, widgets).catch((caught: unknown) => caught);
    expect(String(error)).toContain("f4: invalid; and 4995 more");
    expect(error).toMatchObject({ fields: { length: 100 } });
  });

  test("millions of field errors take no longer than parsing them", { timeout: 10_000 }, async () => {
    const body = `{"message":"No","errors":[${'"x",'.repeat(2_400_000)}"x"]}`;
    const parse = vi.spyOn(JSON, "parse");
    const options = { retry: {}, pace: { owner: crypto.randomUUID() } };
    const error = await mockClient(() => new Response(body, { status: 422 }), options)
      .call(setSubscription, widgets)
      .catch((caught: unknown) => caught);
    expect(String(error)).toContain("x; x; x; x; x; and 2399996 more");
    expect(parse.mock.calls.filter(([text]) => text === body)).toHaveLength(1);
    parse.mockRestore();
  });

  test("long field errors are left out after the first ones", { timeout: 10_000 }, async () => {
    const errors = Array(100).fill({ field: "ey".repeat(5000), code: "a", message: "%25".repeat(3333) });
    const { call } = mockClient(() => jsonResponse({ message: "No", errors }, 422));
    const error = await call(setSubscription, widgets).catch((caught: unknown) => caught);
    const [first, last] = isValidationError(error) ? [error.fields[0], error.fields.at(-1)] : [];
    expect(first?.field).toMatch(/^(ey){250}…$/);
    expect(first?.message).toMatch(/^(%25){166}%2…$/);
    expect(last).toEqual({ field: "…", code: "…", message: "…" });
  });

  test("the error for a file that is too large names an alternative", async () => {
    const errors = [{ resource: "Blob", field: "data", code: "too_large" }];
    const { call } = mockClient(() =>
      jsonResponse({ message: "This API returns blobs up to 1 MB in size.", errors }, 403),
    );
    await expect(call(getContents, { ...widgets, path: "a.zip" })).rejects.toMatchObject({
      name: "ValidationError",
      message: expect.stringContaining('Files above 1 MB require the media type "raw"'),
    });
  });

  test("the error for a workflow file names the scope `workflow`", async () => {
    const scopes = { "x-oauth-scopes": "repo" };
    const { call } = mockClient(() => jsonResponse({ message: "Resource not accessible" }, 403, scopes));
    const file = { ...widgets, path: ".github/workflows/ci.yml", message: "m", content: "" };
    await expect(call(putContents, file)).rejects.toThrow("The token lacks the scope workflow");
  });

  test("a 404 mentions deprecation and limited editions", async () => {
    const deprecated = await clientWithError(404, "Not Found").call(listWatchedRepositories).catch(String);
    expect(deprecated).toContain("It has been deprecated since 2026-07-01: Returns empty lists");
    const budget = { org: "acme", budget_id: "1" };
    const limited = await clientWithError(404, "Not Found").call(getBudget, budget).catch(String);
    expect(limited).toMatch(/Only available in github\.com\.$/);
    const configured = mockClient(() => jsonResponse({ message: "Not Found" }, 404), { edition: "github.com" });
    expect(await configured.call(getBudget, budget).catch(String)).not.toContain("Only available");
    const everywhere = await clientWithError(404, "Not Found").call(listStargazers, widgets).catch(String);
    expect(everywhere).not.toMatch(/Only available|deprecated/);
  });

  test("a success status that the contract does not list is an error", async () => {
    const { call } = mockClient(() => jsonResponse({}, 200));
    await expect(call(starRepository, widgets)).rejects.toThrow("The response status must be 204");
  });

  test("a message of several lines becomes several sentences", async () => {
    const message = "Repository rule violations found\n\nCannot update this protected ref.\n\n";
    const error = await clientWithError(409, message).call(setSubscription, widgets).catch(String);
    expect(error).toMatch(/409 Repository rule violations found\. Cannot update this protected ref\.$/);
  });

  test("a long message is shortened", async () => {
    const error = await clientWithError(422, "x".repeat(3_000_000)).call(setSubscription, widgets).catch(String);
    expect(String(error).length).toBeLessThan(700);
  });

  test("type guards recognize their error classes", async () => {
    const error = await clientWithError(403, "No")
      .call(setSubscription, widgets)
      .catch((caught: unknown) => caught);
    expect([isForgeError(error), isPermissionError(error), isNotFoundError(error)]).toEqual([true, true, false]);
  });

  test("no message contains the token, even if the service repeats it", async () => {
    for (const status of [301, 401, 403, 404, 422, 500]) {
      const error = await clientWithError(status, "No to Bearer ghp_x").call(setSubscription, widgets).catch(String);
      expect(error).not.toContain("ghp_x");
    }
  });
});
