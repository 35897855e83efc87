import { CLOUD_AUDIENCES, type Claims, explainSubject, subjectOf, trustConditions } from "@forgehand/core/oidc";
import * as z from "zod/mini";
import type { Advice, Failure } from "../../plan.ts";
import { describeError, Problem } from "../../problem.ts";
import { parseRepositoryPattern } from "../../repository.ts";
import type { RunContext } from "../../run/run-context.ts";
import { CANCELLED_REASON, requestToken, tokenRequestOf } from "./request-token.ts";
import { hasIds, readTemplate } from "./template.ts";

/**
 * An expected subject of this job's own token: a text, or `template` for the subject derived from the repository's
 * template.
 */
export interface SubjectExpectation {
  readonly text: string;
  readonly audience: string | undefined;
}

export interface SubjectComparison {
  readonly advice: readonly Advice[];
  readonly failures: readonly Failure[];
}

const NO_COMPARISON: SubjectComparison = { advice: [], failures: [] };
const TEMPLATE = "template";

/** The claims of a token that are used here. */
const Token = z.looseObject({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
});
type Token = z.infer<typeof Token>;

/**
 * Checks that this job can request an identity token, and receive it encrypted.
 * @throws Problem
 */
export function checkTokenPermission(run: RunContext, expectations: readonly SubjectExpectation[]): void {
  if (expectations.length > 0) tokenRequestOf(run);
}

/** Compares the subject of this job's token with each expectation. Failures are reported, never thrown. */
export async function compareSubjects(
  run: RunContext,
  expectations: readonly SubjectExpectation[],
): Promise<SubjectComparison> {
  let combined = NO_COMPARISON;
  for (const expectation of expectations) {
    const comparison = await compareSubject(run, expectation).catch(
      (error): SubjectComparison => ({ advice: [], failures: [failure(describeError(error))] }),
    );
    combined = {
      advice: unique([...combined.advice, ...comparison.advice]),
      failures: [...combined.failures, ...comparison.failures],
    };
  }
  return combined;
}

const failure = (problem: string): Failure => ({ target: "This job's token", problem });

async function compareSubject(run: RunContext, { text, audience }: SubjectExpectation): Promise<SubjectComparison> {
  if (run.stopping.aborted) throw new Problem(CANCELLED_REASON);
  const token = await readToken(run, audience);
  const claims = claimsOf(token);
  const expected = text === TEMPLATE ? await subjectByTemplate(run, token.sub, claims) : text;
  const difference = explainSubject(expected, token.sub, claims);
  return {
    advice: [
      ...(difference ? [] : [{ title: "This job's token has the expected subject", text: token.sub }]),
      ...trustAdvice(token, audience),
    ],
    failures: difference ? [failure(`its subject must be ${expected}, got ${token.sub}. ${difference.message}`)] : [],
  };
}

/** Requests this job's token from the issuer and returns its claims only. */
async function readToken(run: RunContext, audience: string | undefined): Promise<Token> {
  const token = await requestToken(run, audience);
  const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");
  try {
    return Token.parse(JSON.parse(payload));
  } catch {
    // The parser's message may quote the token.
    throw new Problem("the issuer's response is not an identity token: its claims can't be read.");
  }
}

function claimsOf(token: Token): Claims {
  return Object.fromEntries(
    Object.entries(token).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** Derives the subject from the current template of this job's repository and the job's claims. */
async function subjectByTemplate(run: RunContext, actual: string, claims: Claims): Promise<string> {
  const repository = parseRepositoryPattern(claims["repository"] ?? "");
  if (!repository) throw new Problem("the token has no repository claim, so its template can't be read.");
  const { owner, repo } = repository;
  const template = await readTemplate(run, { owner, repo });
  const subject = (immutable: boolean) => subjectOf({ keys: template.keys, claims, immutable });
  // If the service does not say whether subjects contain ids, both forms are accepted.
  return subject(hasIds(template) ?? actual === subject(true));
}

function unique(advice: readonly Advice[]): readonly Advice[] {
  return [...new Map(advice.map((item) => [`${item.title}\n${item.text}`, item])).values()];
}

/** Returns trust conditions for this subject, to paste for four clouds. */
function trustAdvice({ iss, aud, sub }: Token, audience: string | undefined): readonly Advice[] {
  const [tokenAudience = ""] = Array.isArray(aud) ? aud : [aud];
  // AWS and Azure logins request their own audience; Vault accepts the default audience of the token.
  const condition = { issuer: iss, subject: sub, audience: audience ?? { ...CLOUD_AUDIENCES, vault: tokenAudience } };
  const { aws, azure, google, vault } = trustConditions(condition);
  return [
    { title: "For AWS: the role's trust policy for this job's subject", text: aws },
    { title: "For Azure: the federated identity credential for this job's subject", text: azure },
    { title: "For Google Cloud: the workload identity provider for this job's subject", text: google },
    { title: "For Vault: the role of the JWT auth method for this job's subject", text: vault },
  ];
}
