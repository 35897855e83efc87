import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { getAnnouncement } from "../contract/organization/announcement.ts";
import { getOrganizationSubjectTemplate } from "../contract/organization/oidc.ts";
import { putOrganizationUpdaterSecret } from "../contract/organization/updater-secrets.ts";
import { getRepositoryAdvisory } from "../contract/repository/advisories.ts";
import { getContents } from "../contract/repository/contents.ts";
import { listIssueFieldValues } from "../contract/repository/issue-field-values.ts";
import { listStargazers } from "../contract/repository/starring.ts";
import { getSubscription, setSubscription } from "../contract/repository/watching.ts";
import { getWorkflowRunLogs } from "../contract/repository/workflow-runs.ts";
import { getRateLimits } from "../contract/service/service.ts";
import { checkStar, starRepository } from "../contract/user/starring.ts";
import { unknownField } from "../unknown-field.ts";
import type { ClientOptions } from "./client.ts";
import { jsonResponse, mockClient, subscription, widgets } from "./mock-client.fixture.ts";

describe("a call", () => {
  test("is sent with the dialect's names", async () => {
    const { call, requests } = mockClient(() => new Response(null, { status: 204 }));
    const sealed = { encrypted_value: "AAAA", key_id: "1", visibility: "all" } as const;
    await call(putOrganizationUpdaterSecret, { org: "acme", secret_name: "KEY", ...sealed });
    expect(requests()).toMatchObject([
      {
        url: "https://forge.test/api/v3/orgs/acme/dependabot/secrets/KEY",
        method: "PUT",
        body: JSON.stringify(sealed),
        redirect: "manual",
        headers: {
          accept: "application/vnd.github+json",
          authorization: "Bearer ghp_x",
          "x-github-api-version": "2026-03-10",
        },
      },
    ]);
  });

  test.each(["while it starts the request", "afterwards"])(
    "ends when it is aborted, even if the transport ignores that: %s",
    async (moment) => {
      const [controller, reason] = [new AbortController(), new Error("enough")];
      const abort = () => controller.abort(reason);
      const { call } = mockClient(() => jsonResponse({}), {
        fetch: undefined,
        timeout: 3_600_000,
        transport: () => {
          if (moment === "afterwards") queueMicrotask(abort);
          else abort();
          return new Promise(() => undefined);
        },
      });
      await expect(call(getSubscription, widgets, { signal: controller.signal })).rejects.toBe(reason);
    },
  );

  test("keeps response fields that the contract does not know", async () => {
    const { call } = mockClient(() => jsonResponse({ ...subscription, brand_new: 1 }));
    const output = await call(setSubscription, widgets);
    expect([unknownField(output, "brand_new"), unknownField(output, "toString")]).toEqual([1, undefined]);
  });

  test("returns null or false for a 404 if the contract defines it so", async () => {
    const missing = () => jsonResponse({ message: "Not Found" }, 404);
    expect(await mockClient(missing).call(getSubscription, widgets)).toBeNull();
    expect(await mockClient(missing).call(checkStar, widgets)).toBe(false);
    await expect(mockClient(missing).call(starRepository, widgets)).rejects.toThrow("404 Not Found.");
  });
});

describe("custom middleware", () => {
  test("cannot access the token, in the requests and responses of several calls", async () => {
    const received: unknown[] = [];
    const tokens = ["ghp_secretsecret1", "ghp_secretsecret2", "ghp_secretsecret3"];
    for (const credentials of ["ghp_secretsecret0", () => tokens.shift() ?? "ghp_secretsecret4"]) {
      const sent: Request[] = [];
      const { call, items, download, request } = mockClient(() => jsonResponse({}), {
        credentials,
        cache: true,
        onEvent: (event) => received.push(event),
        async fetch(url, init) {
          sent.push(new Request(url, { ...init, redirect: "manual" }));
          const { pathname } = new URL(String(url));
          if (sent.length === 2) return jsonResponse({ message: "Expired" }, 401);
          if (pathname.endsWith("/logs")) return new Response(null, { status: 302, headers: { location: "/file" } });
          if (pathname.endsWith("/stargazers")) return jsonResponse([]);
          return pathname.endsWith("/1") ? jsonResponse({ message: "No" }, 422) : jsonResponse(subscription);
        },
        middleware: [
          (next) => async (outgoing) => {
            const response = await next(outgoing);
            received.push(outgoing, response, await outgoing.owner.label());
            return response;
          },
        ],
      });
      await call(getSubscription, widgets);
      await call(setSubscription, { ...widgets, subscribed: true }).catch((error: unknown) => received.push(error));
      await Array.fromAsync(items(listStargazers, widgets));
      await (await download(getWorkflowRunLogs, { ...widgets, run_id: 1 })).stream.cancel();
      await expect(request("GET /x/1")).rejects.toThrow("422 No.");
      expect(sent.length).toBeGreaterThanOrEqual(6);
      expect(sent.some(({ headers }) => headers.get("authorization")?.includes("secretsecret"))).toBe(true);
    }
    expect(received.length).toBeGreaterThan(30);
    expect(inspect(received, { depth: 20, showHidden: true, maxArrayLength: null })).not.toContain("secretsecret");
  });
});

describe("the context of a call", () => {
  test("reaches custom middleware as it is, in calls, lists and raw calls, and is not sent", async () => {
    const contexts: unknown[] = [];
    const { call, items, request, requests } = mockClient(
      () => jsonResponse(contexts.length === 3 ? [] : subscription),
      {
        middleware: [
          (next) => async (outgoing) => {
            contexts.push(outgoing.context);
            return next(outgoing);
          },
        ],
      },
    );
    const context = { job: "nightly-7281" };
    await call(getSubscription, widgets, { context });
    await call.raw(getSubscription, widgets, { context });
    await Array.fromAsync(items(listStargazers, widgets, { context }));
    await request("GET /x", {}, { context });
    await call(getSubscription, widgets);
    expect(contexts.slice(0, 4).every((received) => received === context)).toBe(true);
    expect(contexts.slice(4)).toEqual([undefined]);
    expect(JSON.stringify(requests())).not.toContain("nightly-7281");
  });
});

describe("media types", () => {
  test("change the request and the output", async () => {
    const raw = mockClient(() => new Response(new Uint8Array([0, 255, 10])));
    const bytes = await raw.call(getContents, { ...widgets, path: "a b/ü.bin" }, { mediaType: "raw" });
    expect(bytes).toEqual(new Uint8Array([0, 255, 10]));
    expect(raw.requests()).toMatchObject([
      {
        url: "https://forge.test/api/v3/repos/acme/widgets/contents/a%20b/%C3%BC.bin",
        headers: { accept: "application/vnd.github.raw+json" },
      },
    ]);
    const html = mockClient(() => new Response("<p>"));
    expect(await html.call(getContents, { ...widgets, path: "" }, { mediaType: "html" })).toBe("<p>");
    expect(html.requests()[0]?.url).toBe("https://forge.test/api/v3/repos/acme/widgets/contents");
    const star = mockClient(() => jsonResponse([{ starred_at: "2026-01-01T00:00:00Z", user: null }]));
    const [first] = await star.call(listStargazers, widgets, { mediaType: "star" });
    expect(first?.starred_at).toBe("2026-01-01T00:00:00Z");
    const times: string[] = [];
    const starredList = mockClient(() => jsonResponse([{ starred_at: "2026-01-01T00:00:00Z", user: null }]));
    for await (const { starred_at } of starredList.items(listStargazers, widgets, { mediaType: "star" }))
      times.push(starred_at);
    expect(times).toEqual(["2026-01-01T00:00:00Z"]);
  });

  test("are rejected if the operation does not have them", async () => {
    const { call, requests } = mockClient(() => jsonResponse([]));
    // @ts-expect-error
    const wrong = call(getContents, { ...widgets, path: "" }, { mediaType: "star" });
    await expect(wrong).rejects.toThrow(
      "mediaType star is not a media type of this operation; it has raw, html, object",
    );
    expect(requests()).toEqual([]);
  });

  test("a download URL is returned, not followed", async () => {
    const redirect = () => new Response(null, { status: 302, headers: { location: "/logs.zip?sig=1" } });
    const { call, requests } = mockClient(redirect);
    expect(await call(getWorkflowRunLogs, { ...widgets, run_id: 1 })).toBe("https://forge.test/logs.zip?sig=1");
    expect(requests()).toHaveLength(1);
    const withoutLocation = mockClient(() => new Response(null, { status: 302 }));
    await expect(withoutLocation.call(getWorkflowRunLogs, { ...widgets, run_id: 1 })).rejects.toThrow(
      "must be an http or https URL",
    );
  });
});

describe("responses beyond the contract", () => {
  test("a new variant of an object is returned unchanged", async () => {
    const value = { data_type: "colour", value: { red: 1 } };
    const { call } = mockClient(() => jsonResponse([value]));
    expect(await call(listIssueFieldValues, { ...widgets, issue_number: 1 })).toEqual([value]);
  });

  test("a known variant of the wrong shape is an error", async () => {
    const { call } = mockClient(() => jsonResponse([{ data_type: "number", value: "1" }]));
    const wrong = call(listIssueFieldValues, { ...widgets, issue_number: 1 });
    await expect(wrong).rejects.toThrow("where 0.issue_field_id is missing: must be a number");
  });

  test("errors name the path of the field in the contract's names", async () => {
    const file = mockClient(() => jsonResponse([{ type: "file", size: "x" }]));
    await expect(file.call(getContents, { ...widgets, path: "" })).rejects.toThrow(/where 0\.\w+ (is missing|must be)/);
    const advisory = mockClient(() => jsonResponse({ ghsa_id: 5 }));
    const wrong = advisory.call(getRepositoryAdvisory, { ...widgets, svcsa_id: "x" });
    await expect(wrong).rejects.toThrow("where svcsa_id must be a string");
  });

  test("fields that newer versions omit are optional", async () => {
    const limit = { limit: 1, remaining: 1, reset: 1, used: 0 };
    const { call } = mockClient(() => jsonResponse({ resources: { core: limit, search: limit } }));
    expect(await call(getRateLimits)).toMatchObject({ resources: { core: { limit: 1 } } });
  });
});

describe("editions and versions", () => {
  const requestHeaders = async (options: Partial<ClientOptions>, version?: string) => {
    const { call, requests } = mockClient(() => jsonResponse({ include_claim_keys: [] }), options);
    await call(getOrganizationSubjectTemplate, { org: "acme" }, version === undefined ? {} : { version });
    return requests()[0]?.headers;
  };

  test("the version is the newest of the edition, or the caller's", async () => {
    expect(await requestHeaders({})).toMatchObject({ "x-github-api-version": "2026-03-10" });
    expect(await requestHeaders({ edition: "self-hosted" })).toMatchObject({ "x-github-api-version": "2022-11-28" });
    expect(await requestHeaders({ edition: "self-hosted" }, "2026-03-10")).toMatchObject({
      "x-github-api-version": "2026-03-10",
    });
  });

  test("an operation that the edition lacks is rejected before sending", async () => {
    const { call, requests } = mockClient(() => jsonResponse({}), { edition: "github.com" });
    const wrong = call(getAnnouncement, { org: "acme" });
    await expect(wrong).rejects.toThrow(
      "github.com does not have this operation; it exists in enterprise-cloud and self-hosted",
    );
    expect(requests()).toEqual([]);
  });
});
