import { InputError } from "../errors.ts";

/** A service that accepts the identity tokens. */
export type Cloud = "aws" | "azure" | "google" | "vault";

/** Audience that a cloud's own login action requests, if it requests one. */
export const CLOUD_AUDIENCES: Readonly<Partial<Record<Cloud, string>>> = {
  aws: "sts.amazonaws.com",
  azure: "api://AzureADTokenExchange",
};

/** Audience of tokens, optionally per cloud; a cloud that is omitted uses its default. */
export type TrustAudience = string | Readonly<Partial<Record<Cloud, string | readonly string[]>>>;

/** Options of {@link trustConditions}. */
export interface TrustOptions {
  /** URL of the issuer: `https://token.actions.githubusercontent.com`, or `https://HOST/_services/token`. */
  readonly issuer: string;
  readonly audience: TrustAudience;
  /** The subject as it is in a token, or several of which any is accepted. */
  readonly subject: string | readonly string[];
  /** Treats `*` (anything) and `?` (one character) in subjects as wildcards; default false. */
  readonly pattern?: boolean | undefined;
}

/** Trust in tokens with one of these subjects, for one cloud. */
export interface CloudTrust {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly subjects: readonly string[];
  /** Subjects with `*` or `?` are patterns. */
  readonly pattern: boolean;
}

/** Stands for the number of the AWS account, which only the user knows. AWS rejects a policy that contains it. */
export const ACCOUNT_PLACEHOLDER = "ACCOUNT_ID";

/** Maximum size of `google.subject` in Google Cloud, in bytes. */
const MAX_GOOGLE_SUBJECT_BYTES = 127;

/** Maximum length of a credential's name in Azure. */
const MAX_NAME_LENGTH = 120;

/**
 * Returns JSON to paste into each cloud, so that it trusts tokens with these subjects only.
 * - `aws`: a role's trust policy, in which `ACCOUNT_ID` has to be replaced
 * - `azure`: a federated identity credential of an app or a managed identity; for several subjects a list of them
 * - `google`: mapping, condition and issuer of a workload identity pool provider
 * - `vault`: a role of the JWT auth method
 * @throws InputError if there is no subject
 */
export function trustConditions({
  issuer,
  audience,
  subject,
  pattern = false,
}: TrustOptions): Readonly<Record<Cloud, string>> {
  const textFor = (cloud: Cloud) => {
    const subjects = typeof subject === "string" ? [subject] : subject;
    const condition = cloudCondition(cloud, { issuer, audiences: audiencesFor(audience, cloud), subjects, pattern });
    return JSON.stringify(condition, null, 2);
  };
  return { aws: textFor("aws"), azure: textFor("azure"), google: textFor("google"), vault: textFor("vault") };
}

/** Returns the audiences of a cloud; empty if it uses its default. */
export function audiencesFor(audience: TrustAudience, cloud: Cloud): readonly string[] {
  const chosen = typeof audience === "string" ? audience : (audience[cloud] ?? []);
  return typeof chosen === "string" ? [chosen] : chosen;
}

/** Returns the value that {@link trustConditions} formats. */
export function cloudCondition(cloud: Cloud, trust: CloudTrust): object {
  // Google Cloud accepts all tokens if its condition is empty.
  if (trust.subjects.length === 0)
    throw new InputError("The subjects must be at least one, got none.", { field: "subject" });
  const unique = { ...trust, subjects: [...new Set(trust.subjects)] };
  switch (cloud) {
    case "aws":
      return forAws(unique);
    case "azure": {
      const credentials = forAzure(unique);
      return credentials.length === 1 ? (credentials[0] ?? {}) : credentials;
    }
    case "google":
      return forGoogle(unique);
    case "vault":
      return forVault(unique);
  }
}

const isPattern = (subject: string, pattern: boolean) => pattern && /[*?]/.test(subject);

/** Clouds accept one value as well as a list. */
const oneOrList = (values: readonly string[]) => (values.length === 1 ? values[0] : values);

function forAws({ issuer, audiences, subjects, pattern }: CloudTrust) {
  const provider = issuer.replace(/^https?:\/\//, "").replace(/\/$/, "");
  // In a policy, `${` starts a variable.
  const escapeVariables = (value: string) => value.replaceAll(/\$\{/g, `\${$}{`);
  const sub = { [`${provider}:sub`]: oneOrList(subjects.map(escapeVariables)) };
  const aud = audiences.length === 0 ? {} : { [`${provider}:aud`]: oneOrList(audiences.map(escapeVariables)) };
  const usesPatterns = subjects.some((subject) => isPattern(subject, pattern));
  return {
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Principal: { Federated: `arn:aws:iam::${ACCOUNT_PLACEHOLDER}:oidc-provider/${provider}` },
        Action: "sts:AssumeRoleWithWebIdentity",
        Condition: usesPatterns ? { StringEquals: aud, StringLike: sub } : { StringEquals: { ...aud, ...sub } },
      },
    ],
  };
}

/** Returns one credential per subject: Azure compares exactly one, and accepts exactly one audience. */
function forAzure({ issuer, audiences, subjects, pattern }: CloudTrust) {
  const names = new Map<string, number>();
  return subjects.map((subject) => {
    const expression = `claims['sub'] matches '${subject.replaceAll("'", "''")}'`;
    return {
      name: uniqueName(subject, names),
      issuer,
      ...(isPattern(subject, pattern)
        ? { claimsMatchingExpression: { languageVersion: 1, value: expression } }
        : { subject }),
      audiences: [audiences[0] ?? CLOUD_AUDIENCES.azure],
    };
  });
}

/** Returns a credential's name, which must be unique within the application and contain only letters, digits and `-`. */
function uniqueName(subject: string, counts: Map<string, number>): string {
  // Reserves space for the number.
  const words = subject.replace(/[^A-Za-z0-9]+/g, "-").slice(0, MAX_NAME_LENGTH - 5);
  const name = words.replace(/^-|-$/g, "") || "workflow";
  const count = (counts.get(name.toLowerCase()) ?? 0) + 1;
  counts.set(name.toLowerCase(), count);
  return count === 1 ? name : `${name}--${count}`;
}

function forGoogle({ issuer, audiences, subjects, pattern }: CloudTrust) {
  const isLong = subjects.some((subject) => new TextEncoder().encode(subject).length > MAX_GOOGLE_SUBJECT_BYTES);
  const exact = subjects.filter((subject) => !isPattern(subject, pattern)).map(celString);
  const patterns = subjects.filter((subject) => isPattern(subject, pattern));
  const alternatives = [
    ...(exact.length === 1 ? [`assertion.sub == ${exact[0]}`] : []),
    ...(exact.length > 1 ? [`assertion.sub in [${exact.join(", ")}]`] : []),
    ...patterns.map((subject) => `assertion.sub.matches(${celString(`^${wildcardToRegExpSource(subject)}$`)})`),
  ];
  return {
    // A longer subject is rejected as `google.subject`; the condition still checks all of it.
    attributeMapping: {
      "google.subject": isLong ? "assertion.repository_id" : "assertion.sub",
      "attribute.repository": "assertion.repository",
    },
    attributeCondition: alternatives.join(" || "),
    oidc: { issuerUri: issuer, ...(audiences.length === 0 ? {} : { allowedAudiences: audiences }) },
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

function forVault({ issuer, audiences, subjects, pattern }: CloudTrust) {
  return {
    role_type: "jwt",
    user_claim: "sub",
    ...(audiences.length === 0 ? {} : { bound_audiences: audiences }),
    // `bound_subject` can't list several.
    bound_claims_type: subjects.some((subject) => isPattern(subject, pattern)) ? "glob" : "string",
    bound_claims: { iss: issuer, sub: oneOrList(subjects) },
  };
}
