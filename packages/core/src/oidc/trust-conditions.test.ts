import { describe, expect, test } from "vitest";
import { CLOUD_AUDIENCES, trustConditions } from "./trust-conditions.ts";

const ISSUER = "https://token.actions.githubusercontent.com";
const SUBJECT = "repo:acme/widgets:ref:refs/heads/main";

const parsed = (trust: Parameters<typeof trustConditions>[0]) =>
  Object.fromEntries(Object.entries(trustConditions(trust)).map(([cloud, json]) => [cloud, JSON.parse(json)]));

describe("trust conditions", () => {
  test("match one subject only", () => {
    expect(parsed({ issuer: ISSUER, audience: "me", subject: SUBJECT })).toEqual({
      aws: {
        Version: "2012-10-17",
        Statement: [
          {
            Effect: "Allow",
            Principal: {
              Federated: "arn:aws:iam::ACCOUNT_ID:oidc-provider/token.actions.githubusercontent.com",
            },
            Action: "sts:AssumeRoleWithWebIdentity",
            Condition: {
              StringEquals: {
                "token.actions.githubusercontent.com:aud": "me",
                "token.actions.githubusercontent.com:sub": SUBJECT,
              },
            },
          },
        ],
      },
      azure: { name: "repo-acme-widgets-ref-refs-heads-main", issuer: ISSUER, subject: SUBJECT, audiences: ["me"] },
      google: {
        attributeMapping: { "google.subject": "assertion.sub", "attribute.repository": "assertion.repository" },
        attributeCondition: `assertion.sub == '${SUBJECT}'`,
        oidc: { issuerUri: ISSUER, allowedAudiences: ["me"] },
      },
      vault: {
        role_type: "jwt",
        user_claim: "sub",
        bound_audiences: ["me"],
        bound_claims_type: "string",
        bound_claims: { iss: ISSUER, sub: SUBJECT },
      },
    });
  });

  test("match any of several subjects", () => {
    const subjects = [SUBJECT, "repo:acme@1/widgets@2:ref:refs/heads/main", SUBJECT];
    const [first, second] = subjects;
    const several = parsed({ issuer: ISSUER, audience: { vault: ["a", "b"] }, subject: subjects });
    expect(several["aws"].Statement[0].Condition.StringEquals).toEqual({
      "token.actions.githubusercontent.com:sub": [first, second],
    });
    expect(several["azure"]).toMatchObject([
      { name: "repo-acme-widgets-ref-refs-heads-main", subject: first },
      { name: "repo-acme-1-widgets-2-ref-refs-heads-main", subject: second },
    ]);
    expect(several["google"].attributeCondition).toBe(`assertion.sub in ['${first}', '${second}']`);
    expect(several["vault"]).toMatchObject({ bound_audiences: ["a", "b"], bound_claims: { sub: [first, second] } });
    const clash = parsed({ issuer: ISSUER, audience: "me", subject: ["repo:a/b-c", "repo:a-b/c", "??"] });
    expect(clash["azure"].map(({ name = "" }) => name)).toEqual(["repo-a-b-c", "repo-a-b-c--2", "workflow"]);
  });

  test("require a subject: an empty condition would accept every token", () => {
    expect(() => trustConditions({ issuer: ISSUER, audience: "me", subject: [] })).toThrow("must be at least one");
  });

  test("match a pattern only if it is declared as one", () => {
    const subject = "repo:acme/*:environment:prod?";
    const wide = parsed({ issuer: ISSUER, audience: "me", subject, pattern: true });
    expect(wide["aws"].Statement[0].Condition.StringLike).toEqual({
      "token.actions.githubusercontent.com:sub": subject,
    });
    expect(wide["azure"]).toMatchObject({
      claimsMatchingExpression: { languageVersion: 1, value: `claims['sub'] matches '${subject}'` },
    });
    expect(wide["google"].attributeCondition).toBe("assertion.sub.matches('^repo:acme/.*:environment:prod.$')");
    expect(wide["vault"]).toMatchObject({ bound_claims_type: "glob", bound_claims: { sub: subject } });
    const narrow = parsed({ issuer: ISSUER, audience: "me", subject });
    expect(narrow["aws"].Statement[0].Condition).not.toHaveProperty("StringLike");
    expect(narrow["azure"].subject).toBe(subject);
    expect(narrow["google"].attributeCondition).toBe(`assertion.sub == '${subject}'`);
    expect(narrow["vault"]).toMatchObject({ bound_claims_type: "string", bound_claims: { sub: subject } });
  });

  test("support other issuers, per-cloud audiences, and escape special characters", () => {
    const subject = `repo:a/b:environment:it's \\ $\{x}`;
    const own = parsed({ issuer: "https://forge.example.com/_services/token", audience: CLOUD_AUDIENCES, subject });
    expect(own["aws"].Statement[0].Condition.StringEquals).toEqual({
      "forge.example.com/_services/token:aud": "sts.amazonaws.com",
      "forge.example.com/_services/token:sub": `repo:a/b:environment:it's \\ $\{$}{x}`,
    });
    expect(own["azure"].audiences).toEqual(["api://AzureADTokenExchange"]);
    expect(own["google"].attributeCondition).toBe(`assertion.sub == 'repo:a/b:environment:it\\'s \\\\ $\{x}'`);
    expect(own["google"].oidc).not.toHaveProperty("allowedAudiences");
    expect(own["vault"]).not.toHaveProperty("bound_audiences");
  });

  test("check a subject that is too long for Google Cloud in the condition only", () => {
    const subject = `repo:acme/widgets:ref:refs/heads/${"x".repeat(100)}`;
    const { google } = parsed({ issuer: ISSUER, audience: "me", subject });
    expect(google.attributeMapping["google.subject"]).toBe("assertion.repository_id");
    expect(google.attributeCondition).toBe(`assertion.sub == '${subject}'`);
  });
});
