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
import { clientAnswered, json, subscription, widgets } from "./answered.fixture.ts";
import type { ClientOptions } from "./client.ts";

describe("a call", () => {
  test("goes out in the vendor's names", async () => {
    const { call, requests } = clientAnswered(() => new Response(null, { status: 204 }));
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

  test("keeps the fields of an answer that the contract doesn't know", async () => {
    const { call } = clientAnswered(() => json({ ...subscription, brand_new: 1 }));
    expect((await call(setSubscription, widgets))["brand_new"]).toBe(1);
  });

  test("reads absence where the contract says so", async () => {
    const missing = () => json({ message: "Not Found" }, 404);
    expect(await clientAnswered(missing).call(getSubscription, widgets)).toBeNull();
    expect(await clientAnswered(missing).call(checkStar, widgets)).toBe(false);
    await expect(clientAnswered(missing).call(starRepository, widgets)).rejects.toThrow("404 Not Found.");
  });
});

describe("a step of one's own", () => {
  test("sees a call with no way to its token", async () => {
    const seen: unknown[] = [];
    const { call } = clientAnswered(() => json(subscription), {
      credentials: "ghp_secretsecret",
      steps: [
        (next) => (request) => {
          seen.push(request);
          return next(request);
        },
      ],
    });
    await call(getSubscription, widgets);
    expect(seen).toHaveLength(1);
    expect(inspect(seen, { depth: 20, showHidden: true })).not.toContain("secretsecret");
  });
});

describe("media types", () => {
  test("change what is asked for and what comes back", async () => {
    const raw = clientAnswered(() => new Response(new Uint8Array([0, 255, 10])));
    const bytes = await raw.call(getContents, { ...widgets, path: "a b/ü.bin" }, { mediaType: "raw" });
    expect(bytes).toEqual(new Uint8Array([0, 255, 10]));
    expect(raw.requests()).toMatchObject([
      {
        url: "https://forge.test/api/v3/repos/acme/widgets/contents/a%20b/%C3%BC.bin",
        headers: { accept: "application/vnd.github.raw+json" },
      },
    ]);
    const html = clientAnswered(() => new Response("<p>"));
    expect(await html.call(getContents, { ...widgets, path: "" }, { mediaType: "html" })).toBe("<p>");
    expect(html.requests()[0]?.url).toBe("https://forge.test/api/v3/repos/acme/widgets/contents");
    const star = clientAnswered(() => json([{ starred_at: "2026-01-01T00:00:00Z", user: null }]));
    const [first] = await star.call(listStargazers, widgets, { mediaType: "star" });
    expect(first?.starred_at).toBe("2026-01-01T00:00:00Z");
    const times: string[] = [];
    const again = clientAnswered(() => json([{ starred_at: "2026-01-01T00:00:00Z", user: null }]));
    for await (const { starred_at } of again.items(listStargazers, widgets, { mediaType: "star" }))
      times.push(starred_at);
    expect(times).toEqual(["2026-01-01T00:00:00Z"]);
  });

  test("that an operation doesn't have are refused", async () => {
    const { call, requests } = clientAnswered(() => json([]));
    // @ts-expect-error
    const wrong = call(getContents, { ...widgets, path: "" }, { mediaType: "star" });
    await expect(wrong).rejects.toThrow("mediaType star is none of this operation's; it has raw, html, object");
    expect(requests()).toEqual([]);
  });

  test("an address to download from is the answer, not where the token goes", async () => {
    const moved = () => new Response(null, { status: 302, headers: { location: "/logs.zip?sig=1" } });
    const { call, requests } = clientAnswered(moved);
    expect(await call(getWorkflowRunLogs, { ...widgets, run_id: 1 })).toBe("https://forge.test/logs.zip?sig=1");
    expect(requests()).toHaveLength(1);
    const nowhere = clientAnswered(() => new Response(null, { status: 302 }));
    await expect(nowhere.call(getWorkflowRunLogs, { ...widgets, run_id: 1 })).rejects.toThrow("names no address");
  });
});

describe("answers that say more than the contract knows", () => {
  test("a kind of object that is new comes as it is", async () => {
    const value = { data_type: "colour", value: { red: 1 } };
    const { call } = clientAnswered(() => json([value]));
    expect(await call(listIssueFieldValues, { ...widgets, issue_number: 1 })).toEqual([value]);
  });

  test("a known kind that breaks its shape is told", async () => {
    const { call } = clientAnswered(() => json([{ data_type: "number", value: "1" }]));
    const wrong = call(listIssueFieldValues, { ...widgets, issue_number: 1 });
    await expect(wrong).rejects.toThrow("where 0.issue_field_id is missing: a number is expected");
  });

  test("what is wrong is told where it lies, in the contract's names", async () => {
    const file = clientAnswered(() => json([{ type: "file", size: "x" }]));
    await expect(file.call(getContents, { ...widgets, path: "" })).rejects.toThrow(/where 0\.\w+ is (missing|wrong)/);
    const advisory = clientAnswered(() => json({ ghsa_id: 5 }));
    const wrong = advisory.call(getRepositoryAdvisory, { ...widgets, svcsa_id: "x" });
    await expect(wrong).rejects.toThrow("where svcsa_id is wrong: a string is expected");
  });

  test("fields that newer versions leave out are not missed", async () => {
    const limit = { limit: 1, remaining: 1, reset: 1, used: 0 };
    const { call } = clientAnswered(() => json({ resources: { core: limit, search: limit } }));
    expect(await call(getRateLimits)).toMatchObject({ resources: { core: { limit: 1 } } });
  });
});

describe("editions and versions", () => {
  const asked = async (options: Partial<ClientOptions>, version?: string) => {
    const { call, requests } = clientAnswered(() => json({ include_claim_keys: [] }), options);
    await call(getOrganizationSubjectTemplate, { org: "acme" }, version === undefined ? {} : { version });
    return requests()[0]?.headers;
  };

  test("the version is the newest that the edition knows, or the caller's", async () => {
    expect(await asked({})).toMatchObject({ "x-github-api-version": "2026-03-10" });
    expect(await asked({ edition: "self-hosted" })).toMatchObject({ "x-github-api-version": "2022-11-28" });
    expect(await asked({ edition: "self-hosted" }, "2026-03-10")).toMatchObject({
      "x-github-api-version": "2026-03-10",
    });
  });

  test("what an edition doesn't have is refused before sending", async () => {
    const { call, requests } = clientAnswered(() => json({}), { edition: "github.com" });
    const wrong = call(getAnnouncement, { org: "acme" });
    await expect(wrong).rejects.toThrow(
      "github.com does not have this operation; it is in enterprise-cloud and self-hosted",
    );
    expect(requests()).toEqual([]);
  });
});
