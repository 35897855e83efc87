import { expressionOf } from "./like.ts";

/** Who takes the service's identity tokens. */
export type Cloud = "aws" | "azure" | "google" | "vault";

/** The audience that a cloud's own login asks for, where it asks for one (the clouds' public documents). */
export const CLOUD_AUDIENCES: Readonly<Partial<Record<Cloud, string>>> = {
  aws: "sts.amazonaws.com",
  azure: "api://AzureADTokenExchange",
};

/** Whom to trust. */
export interface Trust {
  /** The issuer's address: `https://token.actions.githubusercontent.com`, `https://HOST/_services/token`. */
  readonly issuer: string;
  /** Whom tokens are for; for each cloud, where they differ: one that is left out takes what is its own default. */
  readonly audience: string | Readonly<Partial<Record<Cloud, string>>>;
  /** The subject, as a token has it. */
  readonly subject: string;
  /** In the subject `*` stands for anything, `?` for one character; default false: it is meant as it stands. */
  readonly pattern?: boolean | undefined;
}

/** Bytes that Google Cloud takes for `google.subject`. */
const LONGEST_GOOGLE_SUBJECT = 127;

/**
 * What to paste so that a cloud trusts the tokens with a subject, and no others: JSON for each (the clouds' public documents).
 * - `aws`: the condition of a role's trust policy
 * - `azure`: a federated identity credential of an app or a managed identity
 * - `google`: a workload identity pool's provider: its mapping, condition and issuer
 * - `vault`: a role of the JWT auth method
 */
export function trustConditions(trust: Trust): Readonly<Record<Cloud, string>> {
  const audiences = typeof trust.audience === "string" ? undefined : trust.audience;
  const audienceFor = (cloud: Cloud) => audiences?.[cloud] ?? (audiences ? undefined : String(trust.audience));
  const told = { ...trust, pattern: trust.pattern === true && /[*?]/.test(trust.subject) };
  return {
    aws: paste(forAws(told, audienceFor("aws"))),
    azure: paste(forAzure(told, audienceFor("azure"))),
    google: paste(forGoogle(told, audienceFor("google"))),
    vault: paste(forVault(told, audienceFor("vault"))),
  };
}

const paste = (value: object) => JSON.stringify(value, null, 2);

function forAws({ issuer, subject, pattern }: Trust, audience: string | undefined) {
  const provider = issuer.replace(/^https?:\/\//, "").replace(/\/$/, "");
  // A policy reads `${` as the beginning of a variable.
  const text = (value: string) => value.replaceAll(/\$\{/g, `\${$}{`);
  const sub = { [`${provider}:sub`]: text(subject) };
  const aud = audience === undefined ? {} : { [`${provider}:aud`]: text(audience) };
  return { Condition: pattern ? { StringEquals: aud, StringLike: sub } : { StringEquals: { ...aud, ...sub } } };
}

function forAzure({ issuer, subject, pattern }: Trust, audience: string | undefined) {
  const matching = `claims['sub'] matches '${subject.replaceAll("'", "''")}'`;
  return {
    name: "workflow",
    issuer,
    ...(pattern ? { claimsMatchingExpression: { languageVersion: 1, value: matching } } : { subject }),
    audiences: [audience ?? CLOUD_AUDIENCES.azure],
  };
}

function forGoogle({ issuer, subject, pattern }: Trust, audience: string | undefined) {
  const isLong = new TextEncoder().encode(subject).length > LONGEST_GOOGLE_SUBJECT;
  return {
    // A subject that is longer is refused; the condition holds it against the whole one all the same.
    attributeMapping: {
      "google.subject": isLong ? "assertion.repository_id" : "assertion.sub",
      "attribute.repository": "assertion.repository",
    },
    attributeCondition: pattern
      ? `assertion.sub.matches(${quoted(`^${expressionOf(subject)}$`)})`
      : `assertion.sub == ${quoted(subject)}`,
    oidc: { issuerUri: issuer, ...(audience === undefined ? {} : { allowedAudiences: [audience] }) },
  };
}

/** A text of the Common Expression Language. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;

function forVault({ issuer, subject, pattern }: Trust, audience: string | undefined) {
  return {
    role_type: "jwt",
    user_claim: "sub",
    ...(audience === undefined ? {} : { bound_audiences: [audience] }),
    ...(pattern
      ? { bound_claims_type: "glob", bound_claims: { iss: issuer, sub: subject } }
      : { bound_subject: subject, bound_claims: { iss: issuer } }),
  };
}
