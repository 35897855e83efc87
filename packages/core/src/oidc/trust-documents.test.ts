import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acceptsToken } from "./evaluate-trust.fixture.ts";
import { CLOUD_AUDIENCES, type Cloud } from "./trust-conditions.ts";
import { CLOUDS, type TrustDocument, type TrustTarget, trustDocuments } from "./trust-documents.ts";

const ISSUER = "https://token.actions.githubusercontent.com";
const OWNER_URL = "https://github.com/acme";

/** Returns a repository with its subjects before and after it opted in to ids. */
function target(name: string, id: number, contexts: readonly string[]): TrustTarget {
  const subjects = contexts.flatMap((context) => [
    `repo:acme/${name}:${context}`,
    `repo:acme@1/${name}@${id}:${context}`,
  ]);
  return { name: `acme/${name}`, subjects, audience: OWNER_URL };
}

const divided = (targets: readonly TrustTarget[], clouds?: readonly Cloud[]) =>
  trustDocuments({ issuer: ISSUER, audience: CLOUD_AUDIENCES, targets, clouds });

const audienceOf = (cloud: Cloud) => CLOUD_AUDIENCES[cloud] ?? (cloud === "vault" ? OWNER_URL : "any");

function accepts({ cloud, text }: TrustDocument, sub: string): boolean {
  const [, repository = ""] = /^repo:([^:]+)/.exec(sub) ?? [];
  return acceptsToken(cloud, text, { iss: ISSUER, sub, aud: audienceOf(cloud), repository, repository_id: "1" });
}

const contexts = fc.uniqueArray(
  fc.oneof(
    fc.constantFrom("ref:refs/heads/main", "pull_request", "environment:production", `environment:it's \\ $\{x}`),
    fc.string({ maxLength: 40, unit: "grapheme-ascii" }).map((name) => `environment:${name.replace(/[:*?]/g, "")}`),
  ),
  { minLength: 1, maxLength: 4 },
);
const repositories = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9._-]{0,60}$/), { maxLength: 24 });

describe("trustDocuments", () => {
  test("trust each subject of each target in exactly one document per cloud, within the cloud's limits", () => {
    fc.assert(
      fc.property(repositories, contexts, (names, kinds) => {
        const targets = names.map((name, index) => target(name, 1000 + index, kinds));
        const { documents, problems } = divided(targets);
        expect(problems).toEqual([]);
        for (const cloud of CLOUDS) {
          const own = documents.filter((document) => document.cloud === cloud);
          expect(own.map(({ number }) => number)).toEqual(own.map((_, index) => index + 1));
          expect(own.flatMap((document) => document.targets)).toEqual(targets.map(({ name }) => name));
          for (const { name, subjects } of targets) {
            for (const subject of subjects) {
              const accepting = own.filter((document) => accepts(document, subject));
              expect(accepting.map((document) => document.targets.includes(name))).toEqual([true]);
            }
          }
          for (const { text } of own) {
            const json = JSON.parse(text);
            if (cloud === "aws") expect(text.replace("ACCOUNT_ID", "123456789012").length).toBeLessThanOrEqual(2048);
            if (cloud === "azure") expect(json.length).toBeLessThanOrEqual(20);
            if (cloud === "azure")
              expect(new Set(json.map(({ name = "" }) => name.toLowerCase())).size).toBe(json.length);
            if (cloud === "google") expect(json.attributeCondition.length).toBeLessThanOrEqual(4096);
          }
        }
      }),
    );
  });

  test("fill each document as far as the limit allows", () => {
    const names = Array.from({ length: 100 }, (_, index) => `service-${index}`);
    const targets = names.map((name, index) => target(name, 1000 + index, ["environment:production"]));
    const { documents } = divided(targets);
    const own = (cloud: Cloud) => documents.filter((document) => document.cloud === cloud);
    expect(own("azure").map((document) => document.targets.length)).toEqual(Array(10).fill(10));
    expect(own("vault")).toHaveLength(1);
    for (const cloud of ["aws", "google"] as const) {
      const [first, second] = own(cloud);
      const tooMany = targets.slice(0, (first?.targets.length ?? 0) + 1);
      expect(divided(tooMany, [cloud]).documents).toHaveLength(2);
      expect(second?.targets[0]).toBe(tooMany.at(-1)?.name);
    }
  });

  test("reject other subjects, issuers and audiences", () => {
    const { documents } = divided([target("widgets", 2, ["environment:production"])]);
    for (const document of documents) {
      const { cloud, text } = document;
      const trusted = "repo:acme@1/widgets@2:environment:production";
      expect(accepts(document, trusted)).toBe(true);
      for (const other of [
        "repo:acme/widgets:pull_request",
        "repo:acme@1/widgets@3:environment:production",
        `${trusted}x`,
      ]) {
        expect(accepts(document, other)).toBe(false);
      }
      const claims = { sub: trusted, repository: "acme/widgets", repository_id: "2" };
      expect(acceptsToken(cloud, text, { ...claims, iss: "https://evil.example", aud: audienceOf(cloud) })).toBe(false);
      if (cloud !== "google") expect(acceptsToken(cloud, text, { ...claims, iss: ISSUER, aud: "other" })).toBe(false);
    }
  });

  test("use wildcards only for targets that declare them, in documents of their own", () => {
    const literal = target("literal", 2, ["environment:prod*"]);
    const wide = { ...target("wide", 3, ["ref:refs/tags/*"]), pattern: true };
    const { documents } = divided([wide, literal]);
    expect(documents.map(({ targets }) => targets)).toEqual(CLOUDS.flatMap(() => [["acme/literal"], ["acme/wide"]]));
    for (const document of documents) {
      const isWide = document.targets.includes("acme/wide");
      expect(accepts(document, "repo:acme@1/wide@3:ref:refs/tags/v1")).toBe(isWide);
      expect(accepts(document, "repo:acme@1/literal@2:environment:prod*")).toBe(!isWide);
      expect(accepts(document, "repo:acme@1/literal@2:environment:production")).toBe(false);
      expect(accepts(document, "repo:acme@1/wide@3:ref:refs/heads/main")).toBe(false);
    }
  });

  test("report a target that does not fit on its own, and write the others", () => {
    const long = target("long", 2, [`ref:refs/heads/${"x".repeat(3000)}`]);
    const foreign = target("foreign", 3, ["environment:生产"]);
    const empty = { name: "acme/empty", subjects: [] };
    const many = target(
      "many",
      4,
      Array.from({ length: 11 }, (_, index) => `environment:e${index}`),
    );
    const { documents, problems } = divided([long, foreign, target("short", 5, ["pull_request"]), empty, many]);
    expect(problems.map(({ cloud, target, problem }) => `${cloud} ${target} ${problem}`)).toEqual([
      expect.stringMatching(/^aws acme\/long must have a trust policy with a length of at most 2,048, got 6,\d+$/),
      "aws acme/foreign must have subjects in the characters that AWS accepts, U+0020 to U+00FF",
      "aws acme/empty must have at least one subject, got none",
      expect.stringMatching(/^azure acme\/long must have subjects with a length of at most 600, got 3,\d+$/),
      "azure acme/empty must have at least one subject, got none",
      "azure acme/many must have a number of federated identity credentials of at most 20, got 22",
      expect.stringMatching(/^google acme\/long must have an attribute condition with a length of at most 4,096/),
      "google acme/empty must have at least one subject, got none",
      "vault acme/empty must have at least one subject, got none",
    ]);
    for (const cloud of CLOUDS) {
      const own = documents.filter((document) => document.cloud === cloud);
      expect(own.flatMap(({ targets }) => targets)).toContain("acme/short");
    }
  });
});
