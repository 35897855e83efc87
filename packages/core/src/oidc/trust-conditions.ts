/** A service that accepts the identity tokens. */
export type Cloud = "aws" | "azure" | "google" | "vault";

/** Audience that a cloud's own login action requests, if it requests one. */
export const CLOUD_AUDIENCES: Readonly<Partial<Record<Cloud, string>>> = {
  aws: "sts.amazonaws.com",
  azure: "api://AzureADTokenExchange",
};

/** Options of {@link trustConditions}. */
export interface TrustOptions {
  /** URL of the issuer: `https://token.actions.githubusercontent.com`, or `https://HOST/_services/token`. */
  readonly issuer: string;
  /** Audience of the tokens, optionally per cloud; a cloud that is omitted uses its default. */
  readonly audience: string | Readonly<Partial<Record<Cloud, string>>>;
  /** The subject, as it is in a token. */
  readonly subject: string;
  /** Treats `*` (anything) and `?` (one character) in the subject as wildcards; default false. */
  readonly pattern?: boolean | undefined;
}

/** Maximum size of `google.subject` in Google Cloud, in bytes. */
const MAX_GOOGLE_SUBJECT_BYTES = 127;

/**
 * Returns JSON to paste into each cloud, so that it trusts tokens with this subject only.
 * - `aws`: the condition of a role's trust policy
 * - `azure`: a federated identity credential of an app or a managed identity
 * - `google`: mapping, condition and issuer of a workload identity pool provider
 * - `vault`: a role of the JWT auth method
 */
export function trustConditions(trust: TrustOptions): Readonly<Record<Cloud, string>> {
  const audiences = typeof trust.audience === "string" ? undefined : trust.audience;
  const audienceFor = (cloud: Cloud) => audiences?.[cloud] ?? (audiences ? undefined : String(trust.audience));
  const normalized = { ...trust, pattern: trust.pattern === true && /[*?]/.test(trust.subject) };
  return {
    aws: toJson(forAws(normalized, audienceFor("aws"))),
    azure: toJson(forAzure(normalized, audienceFor("azure"))),
    google: toJson(forGoogle(normalized, audienceFor("google"))),
    vault: toJson(forVault(normalized, audienceFor("vault"))),
  };
}

const toJson = (value: object) => JSON.stringify(value, null, 2);

function forAws({ issuer, subject, pattern }: TrustOptions, audience: string | undefined) {
  const provider = issuer.replace(/^https?:\/\//, "").replace(/\/$/, "");
  // In a policy, `${` starts a variable.
  const escapeVariables = (value: string) => value.replaceAll(/\$\{/g, `\${$}{`);
  const sub = { [`${provider}:sub`]: escapeVariables(subject) };
  const aud = audience === undefined ? {} : { [`${provider}:aud`]: escapeVariables(audience) };
  return { Condition: pattern ? { StringEquals: aud, StringLike: sub } : { StringEquals: { ...aud, ...sub } } };
}

function forAzure({ issuer, subject, pattern }: TrustOptions, audience: string | undefined) {
  const expression = `claims['sub'] matches '${subject.replaceAll("'", "''")}'`;
  return {
    name: "workflow",
    issuer,
    ...(pattern ? { claimsMatchingExpression: { languageVersion: 1, value: expression } } : { subject }),
    audiences: [audience ?? CLOUD_AUDIENCES.azure],
  };
}

function forGoogle({ issuer, subject, pattern }: TrustOptions, audience: string | undefined) {
  const isLong = new TextEncoder().encode(subject).length > MAX_GOOGLE_SUBJECT_BYTES;
  return {
    // A longer subject is rejected as `google.subject`; the condition still checks all of it.
    attributeMapping: {
      "google.subject": isLong ? "assertion.repository_id" : "assertion.sub",
      "attribute.repository": "assertion.repository",
    },
    attributeCondition: pattern
      ? `assertion.sub.matches(${celString(`^${wildcardToRegExpSource(subject)}$`)})`
      : `assertion.sub == ${celString(subject)}`,
    oidc: { issuerUri: issuer, ...(audience === undefined ? {} : { allowedAudiences: [audience] }) },
  };
}

/** Converts a pattern to a regular expression source: `*` matches anything, `?` one character. */
function wildcardToRegExpSource(pattern: string): string {
  return pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\*+/g, ".*")
    .replaceAll("?", ".");
}

/** Quotes a string for the Common Expression Language. */
const celString = (value: string) => `'${value.replace(/[\\']/g, "\\$&")}'`;

function forVault({ issuer, subject, pattern }: TrustOptions, audience: string | undefined) {
  return {
    role_type: "jwt",
    user_claim: "sub",
    ...(audience === undefined ? {} : { bound_audiences: [audience] }),
    ...(pattern
      ? { bound_claims_type: "glob", bound_claims: { iss: issuer, sub: subject } }
      : { bound_subject: subject, bound_claims: { iss: issuer } }),
  };
}
