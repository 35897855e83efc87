import {
  ACCOUNT_PLACEHOLDER,
  audiencesFor,
  type Cloud,
  type CloudTrust,
  cloudCondition,
  type TrustAudience,
} from "./trust-conditions.ts";

/** A repository whose subjects are trusted. */
export interface TrustTarget {
  readonly name: string;
  readonly subjects: readonly string[];
  /** Treats `*` (anything) and `?` (one character) in the subjects as wildcards; default false. */
  readonly pattern?: boolean | undefined;
  /** Audience of its jobs' tokens if they request none. Vault, which has no default, trusts it. */
  readonly audience?: string | undefined;
}

/** Options of {@link trustDocuments}. */
export interface TrustDocumentOptions {
  readonly issuer: string;
  readonly audience: TrustAudience;
  readonly targets: readonly TrustTarget[];
  /** Default: all. */
  readonly clouds?: readonly Cloud[] | undefined;
}

/** Trust for one role, identity or provider of a cloud. */
export interface TrustDocument {
  readonly cloud: Cloud;
  /** Number within the cloud, from 1. */
  readonly number: number;
  /** Content of a JSON file. */
  readonly text: string;
  /** Names of the targets whose subjects it contains. */
  readonly targets: readonly string[];
}

/** A target that exceeds a limit of a cloud on its own. `problem` is the rest of a sentence that starts with its name. */
export interface TrustProblem {
  readonly cloud: Cloud;
  readonly target: string;
  readonly problem: string;
}

export const CLOUDS = ["aws", "azure", "google", "vault"] as const satisfies readonly Cloud[];

/** Default quota of characters in a role's trust policy in AWS. */
const MAX_AWS_CHARACTERS = 2048;
/** Characters that AWS accepts in policies. */
const AWS_CHARACTERS = /^[\t\n\r\x20-\xff]*$/;
/** Maximum number of federated identity credentials of an application or managed identity in Azure. */
const MAX_AZURE_CREDENTIALS = 20;
/** Maximum length of a credential's subject in Azure. */
const MAX_AZURE_SUBJECT = 600;
/** Maximum length of a provider's attribute condition in Google Cloud. */
const MAX_GOOGLE_CONDITION = 4096;
/** Maximum size of a role in Vault: Consul, the smallest of its stores, accepts 512 KB. */
const MAX_VAULT_BYTES = 500_000;

/**
 * Divides targets among as few documents as each cloud's limits allow, in their order. A target's subjects are never
 * divided, and targets with wildcards have documents of their own.
 */
export function trustDocuments({ issuer, audience, targets, clouds = CLOUDS }: TrustDocumentOptions): {
  readonly documents: readonly TrustDocument[];
  readonly problems: readonly TrustProblem[];
} {
  const documents: TrustDocument[] = [];
  const problems: TrustProblem[] = [];
  for (const cloud of clouds) {
    const trustOf = (group: readonly TrustTarget[]) => cloudTrust(cloud, { issuer, audience, targets: group });
    const fitting = targets.filter((target) => {
      const problem = exceededLimit(cloud, trustOf([target]));
      if (problem !== undefined) problems.push({ cloud, target: target.name, problem });
      return problem === undefined;
    });
    const fits = (group: readonly TrustTarget[]) => exceededLimit(cloud, trustOf(group)) === undefined;
    const groups = [false, true].flatMap((pattern) =>
      divide(
        fitting.filter((target) => (target.pattern ?? false) === pattern),
        fits,
      ),
    );
    for (const [index, group] of groups.entries()) {
      const names = group.map(({ name }) => name);
      documents.push({ cloud, number: index + 1, text: formatDocument(cloud, trustOf(group)), targets: names });
    }
  }
  return { documents, problems };
}

function cloudTrust(cloud: Cloud, { issuer, audience, targets }: TrustDocumentOptions): CloudTrust {
  const chosen = audiencesFor(audience, cloud);
  const own = cloud === "vault" ? targets.flatMap((target) => target.audience ?? []) : [];
  return {
    issuer,
    audiences: chosen.length > 0 ? chosen : [...new Set(own)],
    subjects: [...new Set(targets.flatMap(({ subjects }) => subjects))],
    pattern: targets.some(({ pattern }) => pattern),
  };
}

/** Divides items into groups that fit, each as long as possible. Every single item must fit. */
function divide<T>(items: readonly T[], fits: (group: readonly T[]) => boolean): readonly (readonly T[])[] {
  const groups: (readonly T[])[] = [];
  for (let start = 0; start < items.length; ) {
    const fitsCount = (count: number) => start + count <= items.length && fits(items.slice(start, start + count));
    let count = 1;
    while (fitsCount(count * 2)) count *= 2;
    for (let step = count / 2; step >= 1; step /= 2) if (fitsCount(count + step)) count += step;
    groups.push(items.slice(start, start + count));
    start += count;
  }
  return groups;
}

/** Formats a document as a file: a list for Azure, and without indentation for AWS, where every character counts. */
function formatDocument(cloud: Cloud, trust: CloudTrust): string {
  const condition = cloudCondition(cloud, trust);
  const value = cloud === "azure" && !Array.isArray(condition) ? [condition] : condition;
  const text = `${JSON.stringify(value, null, 2)}\n`;
  return cloud === "aws" ? text.replace(/\n +/g, "\n") : text;
}

/** Returns which limit of a cloud is exceeded, if any. */
function exceededLimit(cloud: Cloud, trust: CloudTrust): string | undefined {
  const count = (value: number) => value.toLocaleString("en");
  const atMost = (what: string, maximum: number, actual: number) =>
    actual <= maximum ? undefined : `must have ${what} of at most ${count(maximum)}, got ${count(actual)}`;
  if (trust.subjects.length === 0) return "must have at least one subject, got none";
  switch (cloud) {
    case "aws": {
      const text = formatDocument(cloud, trust);
      if (!AWS_CHARACTERS.test(text)) return "must have subjects in the characters that AWS accepts, U+0020 to U+00FF";
      const length = text.replace(ACCOUNT_PLACEHOLDER, "0".repeat(12)).length;
      return atMost("a trust policy with a length", MAX_AWS_CHARACTERS, length);
    }
    case "azure": {
      const longest = Math.max(0, ...trust.subjects.map(({ length }) => length));
      return (
        atMost("a number of federated identity credentials", MAX_AZURE_CREDENTIALS, trust.subjects.length) ??
        atMost("subjects with a length", MAX_AZURE_SUBJECT, longest)
      );
    }
    case "google": {
      const condition = cloudCondition(cloud, trust);
      const expression = "attributeCondition" in condition ? String(condition.attributeCondition) : "";
      return atMost("an attribute condition with a length", MAX_GOOGLE_CONDITION, expression.length);
    }
    case "vault":
      return atMost(
        "a role with a size in bytes",
        MAX_VAULT_BYTES,
        new TextEncoder().encode(formatDocument(cloud, trust)).length,
      );
  }
}
