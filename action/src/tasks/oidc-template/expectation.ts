import { getIDToken } from "@actions/core";
import { CLOUD_AUDIENCES, type Claims, explainSubject, subjectOf, trustConditions } from "@forgehand/core/oidc";
import * as z from "zod/mini";
import type { Advice, Failure } from "../../plan.ts";
import { oneLine, Problem, problemOf } from "../../problem.ts";
import type { Run } from "../../run/run.ts";
import { maskingOf } from "../../settings/mask.ts";
import { readPattern } from "../../targets/repository.ts";
import { readTemplate } from "./template.ts";

/** A subject that this job's own token is expected to have: as it stands, or as the repository's template makes it. */
export interface Expectation {
  readonly text: string;
  readonly audience: string | undefined;
}

/** What came of comparing. */
export interface Compared {
  readonly advice: readonly Advice[];
  readonly failures: readonly Failure[];
}

const NOTHING: Compared = { advice: [], failures: [] };
const TEMPLATE = "template";

/** A token's claims, as far as they are of use here; others are of other types. */
const Token = z.looseObject({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
});
type Token = z.infer<typeof Token>;

/** Refuses where this job can't have a token: that is so whatever is set. @throws Problem */
export function checkTokenRight({ environment }: Run, expectations: readonly Expectation[]): void {
  const has = environment["ACTIONS_ID_TOKEN_REQUEST_URL"] && environment["ACTIONS_ID_TOKEN_REQUEST_TOKEN"];
  if (has || expectations.length === 0) return;
  throw new Problem(
    '"expect-subject" needs an identity token, and this job may not ask for one: add to it "permissions: id-token: write" (with "contents: read" and whatever else it needs, as all others are withdrawn then).',
  );
}

/** Compares the subject of this job's token with each that is expected. What fails is told, never thrown. */
export async function compareSubjects(run: Run, expectations: readonly Expectation[]): Promise<Compared> {
  let all = NOTHING;
  for (const expectation of expectations) {
    const one = await compareSubject(run, expectation).catch(
      (error): Compared => ({ advice: [], failures: [failure(problemOf(error))] }),
    );
    all = { advice: different([...all.advice, ...one.advice]), failures: [...all.failures, ...one.failures] };
  }
  return all;
}

const failure = (problem: string): Failure => ({ target: "This job's token", problem });

async function compareSubject(run: Run, { text, audience }: Expectation): Promise<Compared> {
  if (run.stopping.aborted) throw new Problem(CANCELLED);
  const token = await readToken(run, audience);
  const claims = claimsOf(token);
  const expected = text === TEMPLATE ? await subjectByTemplate(run, token.sub, claims) : text;
  const difference = explainSubject(expected, token.sub, claims);
  return {
    advice: [
      ...(difference ? [] : [{ title: "This job's token has the subject that is expected", text: token.sub }]),
      ...trustAdvice(token, audience),
    ],
    failures: difference
      ? [failure(`its subject is ${token.sub}, and ${expected} was expected. ${difference.message}`)]
      : [],
  };
}

const CANCELLED = "not compared, as the run was cancelled";

/** Nothing else ends the wait for an issuer that does not answer. */
function whenStopped(stopping: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    stopping.addEventListener("abort", () => reject(new Problem(CANCELLED)), { once: true });
  });
}

/** This job's own token. It comes straight from the issuer, and only its claims are kept. */
async function readToken({ log, stopping }: Run, audience: string | undefined): Promise<Token> {
  const token = await Promise.race([getIDToken(audience), whenStopped(stopping)]).catch((error: unknown) => {
    if (error instanceof Problem) throw error;
    const why = error instanceof Error ? oneLine(error.message).replace(/\s+/g, " ") : "";
    throw new Problem(`the issuer gives this job no identity token: ${why}`);
  });
  for (const form of maskingOf(token)) log.mask(form);
  const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");
  try {
    return Token.parse(JSON.parse(payload));
  } catch {
    throw new Problem("what the issuer gave is no identity token: it has no claims that can be read.");
  }
}

function claimsOf(token: Token): Claims {
  return Object.fromEntries(
    Object.entries(token).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** What the template of this job's repository, as it is now, makes of the job's claims. */
async function subjectByTemplate(run: Run, actual: string, claims: Claims): Promise<string> {
  const repository = readPattern(claims["repository"] ?? "");
  if (!repository) throw new Problem("the token names no repository, so no template can be looked up for it.");
  const { owner, repo } = repository;
  const { keys, immutable } = await readTemplate(run, { owner, repo });
  const subject = (ids: boolean) => subjectOf({ keys, claims, immutable: ids });
  // Where the service doesn't say, either will do.
  return subject(immutable ?? actual === subject(true));
}

function different(advice: readonly Advice[]): readonly Advice[] {
  return [...new Map(advice.map((one) => [`${one.title}\n${one.text}`, one])).values()];
}

/** What to paste so that the four clouds trust this subject. */
function trustAdvice({ iss, aud, sub }: Token, audience: string | undefined): readonly Advice[] {
  const [first = ""] = Array.isArray(aud) ? aud : [aud];
  // A login of a cloud's own asks for its own audience; a vault's takes the one that tokens have by themselves.
  const told = { issuer: iss, subject: sub, audience: audience ?? { ...CLOUD_AUDIENCES, vault: first } };
  const { aws, azure, google, vault } = trustConditions(told);
  return [
    { title: "For AWS: the role's trust policy for this job's subject", text: aws },
    { title: "For Azure: the federated identity credential for this job's subject", text: azure },
    { title: "For Google Cloud: the workload identity provider for this job's subject", text: google },
    { title: "For Vault: the role of the JWT auth method for this job's subject", text: vault },
  ];
}
