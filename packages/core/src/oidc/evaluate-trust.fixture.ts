import { run } from "@bufbuild/cel";
import * as z from "zod/mini";
import type { Cloud } from "./trust-conditions.ts";

// Evaluates trust conditions as the clouds document it, independently of the code that writes them.

/** The claims of a token that conditions check. */
export interface TokenClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string;
  readonly repository: string;
  readonly repository_id: string;
}

const OneOrMore = z.union([z.string(), z.array(z.string())]);
const Condition = z.record(z.string(), OneOrMore);
const AwsPolicy = z.strictObject({
  Version: z.literal("2012-10-17"),
  Statement: z.array(
    z.strictObject({
      Effect: z.literal("Allow"),
      Principal: z.strictObject({ Federated: z.string() }),
      Action: z.literal("sts:AssumeRoleWithWebIdentity"),
      Condition: z.strictObject({ StringEquals: Condition, StringLike: z.optional(Condition) }),
    }),
  ),
});
const AzureCredential = z.strictObject({
  name: z.string().check(z.regex(/^[A-Za-z0-9][\w-]{2,119}$/)),
  issuer: z.string(),
  subject: z.optional(z.string().check(z.maxLength(600))),
  claimsMatchingExpression: z.optional(z.strictObject({ languageVersion: z.literal(1), value: z.string() })),
  audiences: z.array(z.string()).check(z.length(1)),
});
const GoogleProvider = z.strictObject({
  attributeMapping: z.record(z.string(), z.string()),
  attributeCondition: z.string().check(z.minLength(1), z.maxLength(4096)),
  oidc: z.strictObject({ issuerUri: z.string(), allowedAudiences: z.optional(z.array(z.string())) }),
});
const VaultRole = z.strictObject({
  role_type: z.literal("jwt"),
  user_claim: z.string(),
  bound_audiences: z.array(z.string()),
  bound_claims_type: z.enum(["string", "glob"]),
  bound_claims: z.record(z.string(), OneOrMore),
});

/** Returns true if a document of a cloud accepts a token. */
export function acceptsToken(cloud: Cloud, text: string, claims: TokenClaims): boolean {
  const json: unknown = JSON.parse(text);
  switch (cloud) {
    case "aws":
      return acceptsInAws(z.parse(AwsPolicy, json), claims);
    case "azure":
      return z.parse(z.array(AzureCredential), json).some((credential) => acceptsInAzure(credential, claims));
    case "google":
      return acceptsInGoogle(z.parse(GoogleProvider, json), claims);
    case "vault":
      return acceptsInVault(z.parse(VaultRole, json), claims);
  }
}

const listOf = (values: z.infer<typeof OneOrMore>) => (typeof values === "string" ? [values] : values);

/** Matches wildcards with a regular expression, unlike the code under test. */
function matches(pattern: string, text: string, wildcards: string): boolean {
  const source = Array.from(pattern, (character) => {
    if (character === "*" && wildcards.includes("*")) return ".*";
    if (character === "?" && wildcards.includes("?")) return ".";
    return character.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
  });
  return new RegExp(`^${source.join("")}$`, "su").test(text);
}

/** All operators and keys must match, each with one of its values. */
function acceptsInAws({ Statement }: z.infer<typeof AwsPolicy>, { iss, sub, aud }: TokenClaims): boolean {
  return Statement.some(({ Principal, Condition: { StringEquals, StringLike = {} } }) => {
    const provider = /^arn:aws:iam::ACCOUNT_ID:oidc-provider\/(.+)$/.exec(Principal.Federated)?.[1] ?? "";
    const values: Readonly<Record<string, string>> = { [`${provider}:sub`]: sub, [`${provider}:aud`]: aud };
    const plain = (value: string) => value.replaceAll(`\${$}`, "$");
    const holds = (condition: z.infer<typeof Condition>, test: (expected: string, actual: string) => boolean) =>
      Object.entries(condition).every(([key, expected]) => {
        const actual = values[key];
        return actual !== undefined && listOf(expected).some((value) => test(plain(value), actual));
      });
    return (
      iss.replace(/^https?:\/\//, "") === provider &&
      holds(StringEquals, (expected, actual) => expected === actual) &&
      holds(StringLike, (expected, actual) => matches(expected, actual, "*?"))
    );
  });
}

function acceptsInAzure(credential: z.infer<typeof AzureCredential>, { iss, sub, aud }: TokenClaims): boolean {
  const { issuer, subject, claimsMatchingExpression, audiences } = credential;
  const [, pattern] = /^claims\['sub'\] matches '(.*)'$/.exec(claimsMatchingExpression?.value ?? "") ?? [];
  const isSubject = subject === undefined ? matches(pattern ?? "", sub, "*?") : subject === sub;
  return issuer === iss && audiences.includes(aud) && isSubject;
}

function acceptsInGoogle(
  { attributeCondition, attributeMapping, oidc }: z.infer<typeof GoogleProvider>,
  claims: TokenClaims,
) {
  const assertion = { ...claims };
  const subject = run(attributeMapping["google.subject"] ?? "", { assertion });
  if (typeof subject !== "string" || Buffer.byteLength(subject) > 127) return false;
  // Without audiences, the provider's own name is the audience.
  const isAudience = oidc.allowedAudiences?.includes(claims.aud) ?? true;
  return oidc.issuerUri === claims.iss && isAudience && run(attributeCondition, { assertion }) === true;
}

function acceptsInVault(role: z.infer<typeof VaultRole>, claims: TokenClaims): boolean {
  const wildcards = role.bound_claims_type === "glob" ? "*" : "";
  const values: Readonly<Record<string, string>> = { iss: claims.iss, sub: claims.sub };
  return (
    role.bound_audiences.includes(claims.aud) &&
    Object.entries(role.bound_claims).every(([claim, expected]) =>
      listOf(expected).some((value) => matches(value, values[claim] ?? "", wildcards)),
    )
  );
}
