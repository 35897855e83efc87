import { isLike } from "./like.ts";
import { partText, type SubjectPart } from "./parts.ts";
import type { Claims } from "./subject.ts";

/** Two subjects, and the first parts in which they differ. */
export interface Difference {
  readonly expected: string;
  readonly actual: string;
  readonly sides: { readonly expected: readonly SubjectPart[]; readonly actual: readonly SubjectPart[] };
  readonly wanted: SubjectPart | undefined;
  readonly found: SubjectPart | undefined;
  readonly claims: Claims;
}

/** What the default subject ends in, by the first word of it. */
const CONTEXTS: readonly string[] = ["ref", "environment", "pull_request"];

/** Why a subject is another than was expected, most likely, and what to do about it. */
export function causeOf(difference: Difference): string {
  return causeInWhole(difference) ?? causeInPart(difference);
}

/** What is wrong with all of it, whatever part shows it first. */
function causeInWhole({ expected, actual, sides, wanted, found }: Difference): string | undefined {
  if (withColons(expected) === withColons(actual)) {
    return actual.includes("%3A")
      ? "a colon in a value is written %3A in the subject."
      : "this service writes colons in values as they are, not as %3A.";
  }
  if (wanted === undefined) return "the template has more keys than the condition knows.";
  if (found === undefined) return `the template has fewer keys: it lacks ${wanted.key}.`;
  if (isLikeButCase(partText(wanted), partText(found))) {
    return "only the case of letters differs, and clouds tell it apart. Write it as the subject has it.";
  }
  const inOrder = (parts: readonly SubjectPart[]) => parts.map(partText).toSorted().join();
  if (inOrder(sides.expected) === inOrder(sides.actual)) return "the template has the same keys in another order.";
  return undefined;
}

function causeInPart({ sides, wanted, found, claims }: Difference): string {
  if (wanted === undefined || found === undefined) return "one of them has more parts.";
  const isContext = CONTEXTS.includes(wanted.key) && CONTEXTS.includes(found.key);
  if (wanted.key !== found.key) return isContext ? otherContext(wanted, found, claims) : otherKey(sides, wanted, found);
  const [one = "", other = ""] = [wanted.value, found.value];
  if (wanted.key === "repo") return otherRepository(one, other);
  if (wanted.key === "ref") return otherRef(one, other);
  if (wanted.key === "environment") return `the job names the environment ${other}.`;
  return `the job's ${found.key} is another.`;
}

function otherContext(wanted: SubjectPart, found: SubjectPart, claims: Claims): string {
  switch (found.key) {
    case "environment":
      return `the job names the environment ${found.value}, which takes the place of branch, tag and pull request. Expect the environment, or take it out of the job.`;
    case "pull_request":
      return `the job runs for a pull request${claims["head_ref"] ? ` of ${claims["head_ref"]}` : ""}, where the subject names no branch and no environment. Expect pull_request, or run the job for another event than ${claims["event_name"] ?? "pull_request"}.`;
    default:
      return wanted.key === "environment"
        ? `the job names no environment. Give it "environment: ${wanted.value}", or expect the branch or tag.`
        : `the job runs for ${found.value}, and not for a pull request.`;
  }
}

function otherKey(sides: Difference["sides"], wanted: SubjectPart, found: SubjectPart): string {
  const has = (parts: readonly SubjectPart[], key: string) => parts.some((part) => part.key === key);
  if (!has(sides.actual, wanted.key)) return `the template has no ${wanted.key}; it has ${found.key} here.`;
  if (!has(sides.expected, found.key)) return `the template has the key ${found.key}, which was not expected.`;
  return "the template has its keys in another order.";
}

function otherRepository(expected: string, actual: string): string {
  if (isLikeButCase(withoutIds(expected), withoutIds(actual))) {
    if (!hasIds(expected)) {
      return "the repository's subjects are immutable: ids stand behind its owner's name and its own. Expect them too.";
    }
    if (!hasIds(actual)) return "the repository's subjects are not immutable: they have no ids. Expect names alone.";
    return "the names are alike and the ids are not: it is another repository of that name, or was made anew.";
  }
  if (hasIds(expected) && hasIds(actual) && idsOf(expected) === idsOf(actual)) {
    return "the ids are alike and the names are not: the repository or its owner was renamed.";
  }
  return "the job runs in another repository.";
}

function otherRef(expected: string, actual: string): string {
  const kind = (ref: string) => /^refs\/(heads|tags)\//.exec(ref)?.[1];
  if (kind(expected) === undefined && !expected.startsWith("refs/")) {
    return `refs are named in full${actual.endsWith(`/${expected}`) ? `: ${actual}` : ", such as refs/heads/main"}.`;
  }
  if (kind(expected) === "heads" && kind(actual) === "tags") return "the job runs for a tag, and not for a branch.";
  if (kind(expected) === "tags" && kind(actual) === "heads") return "the job runs for a branch, and not for a tag.";
  return `the job runs for ${actual}.`;
}

const withColons = (text: string) => text.replaceAll(/%3A/gi, ":");
const isLikeButCase = (pattern: string, text: string) => isLike(pattern.toLowerCase(), text.toLowerCase());
const ID = /@(?:\d+|\*)(?=\/|$)/g;
const withoutIds = (name: string) => name.replaceAll(ID, "");
const hasIds = (name: string) => withoutIds(name) !== name;
const idsOf = (name: string) => (name.match(ID) ?? []).join();
