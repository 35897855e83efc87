import { matchesWildcard } from "../internal/wildcard.ts";
import type { Claims } from "./subject.ts";
import { formatSubjectPart, type SubjectPart } from "./subject-parts.ts";

/** An expected and an actual subject, with the first parts that differ. */
export interface SubjectMismatch {
  readonly expected: string;
  readonly actual: string;
  readonly sides: { readonly expected: readonly SubjectPart[]; readonly actual: readonly SubjectPart[] };
  readonly expectedPart: SubjectPart | undefined;
  readonly actualPart: SubjectPart | undefined;
  readonly claims: Claims;
}

/** Keys that the context of a default subject starts with. */
const CONTEXT_KEYS: readonly string[] = ["ref", "environment", "pull_request"];

/** Returns the most likely cause of a difference and its fix. */
export function likelyCause(difference: SubjectMismatch): string {
  return overallCause(difference) ?? partCause(difference);
}

/** Checks causes that concern the whole subject. */
function overallCause({ expected, actual, sides, expectedPart, actualPart }: SubjectMismatch): string | undefined {
  if (unescapeColons(expected) === unescapeColons(actual)) {
    return actual.includes("%3A")
      ? "a colon in a value is written %3A in the subject."
      : "this service does not escape colons in values as %3A.";
  }
  if (expectedPart === undefined) return "the template has more keys than the condition.";
  if (actualPart === undefined) return `the template has fewer keys: it lacks ${expectedPart.key}.`;
  if (matchesIgnoringCase(formatSubjectPart(expectedPart), formatSubjectPart(actualPart))) {
    return "only the case of letters differs, which is significant to clouds. Use the case of the subject.";
  }
  const sortedParts = (parts: readonly SubjectPart[]) => parts.map(formatSubjectPart).toSorted().join();
  if (sortedParts(sides.expected) === sortedParts(sides.actual))
    return "the template has the same keys in a different order.";
  return undefined;
}

function partCause({ sides, expectedPart, actualPart, claims }: SubjectMismatch): string {
  if (expectedPart === undefined || actualPart === undefined) return "the number of parts differs.";
  const isContext = CONTEXT_KEYS.includes(expectedPart.key) && CONTEXT_KEYS.includes(actualPart.key);
  if (expectedPart.key !== actualPart.key)
    return isContext ? contextCause(expectedPart, actualPart, claims) : keyCause(sides, expectedPart, actualPart);
  const [expected = "", actual = ""] = [expectedPart.value, actualPart.value];
  if (expectedPart.key === "repo") return repositoryCause(expected, actual);
  if (expectedPart.key === "ref") return refCause(expected, actual);
  if (expectedPart.key === "environment") return `the job has the environment ${actual}.`;
  return `the job's ${actualPart.key} is different.`;
}

function contextCause(expectedPart: SubjectPart, actualPart: SubjectPart, claims: Claims): string {
  switch (actualPart.key) {
    case "environment":
      return `the job has the environment ${actualPart.value}, which replaces branch, tag and pull request. Expect the environment, or remove it from the job.`;
    case "pull_request":
      return `the job runs for a pull request${claims["head_ref"] ? ` of ${claims["head_ref"]}` : ""}, so the subject contains no branch and no environment. Expect pull_request, or run the job for an event other than ${claims["event_name"] ?? "pull_request"}.`;
    default:
      return expectedPart.key === "environment"
        ? `the job has no environment. Add "environment: ${expectedPart.value}" to it, or expect the branch or tag.`
        : `the job runs for ${actualPart.value}, not for a pull request.`;
  }
}

function keyCause(sides: SubjectMismatch["sides"], expectedPart: SubjectPart, actualPart: SubjectPart): string {
  const has = (parts: readonly SubjectPart[], key: string) => parts.some((part) => part.key === key);
  if (!has(sides.actual, expectedPart.key))
    return `the template has no ${expectedPart.key}; it has ${actualPart.key} here.`;
  if (!has(sides.expected, actualPart.key))
    return `the template has the key ${actualPart.key}, which was not expected.`;
  return "the template has its keys in a different order.";
}

function repositoryCause(expected: string, actual: string): string {
  if (matchesIgnoringCase(withoutIds(expected), withoutIds(actual))) {
    if (!hasIds(expected)) {
      return "the repository's subjects are immutable and contain the ids of owner and repository. Expect them too.";
    }
    if (!hasIds(actual)) return "the repository's subjects are not immutable and contain no ids. Expect names only.";
    return "the names match but the ids differ: it is a different repository of that name, or was recreated.";
  }
  if (hasIds(expected) && hasIds(actual) && idsOf(expected) === idsOf(actual)) {
    return "the ids match but the names differ: the repository or its owner was renamed.";
  }
  return "the job runs in a different repository.";
}

function refCause(expected: string, actual: string): string {
  const kind = (ref: string) => /^refs\/(heads|tags)\//.exec(ref)?.[1];
  if (kind(expected) === undefined && !expected.startsWith("refs/")) {
    return `refs must be given in full${actual.endsWith(`/${expected}`) ? `: ${actual}` : ", such as refs/heads/main"}.`;
  }
  if (kind(expected) === "heads" && kind(actual) === "tags") return "the job runs for a tag, not for a branch.";
  if (kind(expected) === "tags" && kind(actual) === "heads") return "the job runs for a branch, not for a tag.";
  return `the job runs for ${actual}.`;
}

const unescapeColons = (text: string) => text.replaceAll(/%3A/gi, ":");
const matchesIgnoringCase = (pattern: string, text: string) =>
  matchesWildcard(pattern.toLowerCase(), text.toLowerCase());
const ID = /@(?:\d+|\*)(?=\/|$)/g;
const withoutIds = (name: string) => name.replaceAll(ID, "");
const hasIds = (name: string) => withoutIds(name) !== name;
const idsOf = (name: string) => (name.match(ID) ?? []).join();
