import type { RepositoryRule } from "@forgehand/core/operations";
import { commitsSince } from "../git/history.ts";
import { findObjectHeader } from "../state/git-store.ts";
import { evaluatePullRequestRule } from "./evaluate-pull-request-rule.ts";
import { evaluateStatusChecksRule } from "./evaluate-status-checks-rule.ts";
import { matchesPattern } from "./name-pattern.ts";
import type { PushContext } from "./push-context.ts";
import { parseRuleExpression } from "./rule-expression.ts";
import type { RuleFinding } from "./rule-finding.ts";

/**
 * Evaluates one rule for a push. Rules that depend on other systems (workflows, scanners, deployments, merge queues,
 * reviewing tools) aren't evaluated.
 */
export function evaluateRule(rule: RepositoryRule, push: PushContext): RuleFinding {
  switch (rule.type) {
    case "creation":
      return violationIf(push.before === undefined, "Cannot create this ref: creations are restricted.");
    case "update":
      return violationIf(isRefUpdate(push), "Cannot update this protected ref.");
    case "deletion":
      return violationIf(push.after === undefined, "Cannot delete this ref.");
    case "non_fast_forward":
      return violationIf(isForced(push), "Cannot force-push to this ref.");
    case "required_linear_history":
      return checkCommits(push, ({ parents }) => parents.length > 1, "This ref must not contain merge commits.");
    case "required_signatures":
      // Signatures aren't verified, but GitHub signs the only commit of a squash itself.
      if (push.merge?.method === "squash") return null;
      return checkCommits(push, () => true, "Commits must have verified signatures.");
    case "pull_request":
      return evaluatePullRequestRule(rule.parameters, push);
    case "required_status_checks":
      return evaluateStatusChecksRule(rule.parameters, push);
    case "file_path_restriction":
    case "max_file_path_length":
    case "file_extension_restriction":
    case "max_file_size":
      return evaluateFileRule(rule, push);
    case "commit_message_pattern":
    case "commit_author_email_pattern":
    case "committer_email_pattern":
    case "branch_name_pattern":
    case "tag_name_pattern":
      return evaluateTextRule(rule, push);
    default:
      return undefined;
  }
}

const violationIf = (isViolated: boolean, reason: string): RuleFinding => (isViolated ? reason : null);

const isRefUpdate = ({ before, after }: PushContext) => before !== undefined && after !== undefined;

/** Returns whether the update drops commits from the ref. A merge never does. */
function isForced({ store, merge, commitIds: { before, after } }: PushContext): boolean {
  return !merge && before !== undefined && after !== undefined && commitsSince(store, after, before).length > 0;
}

/** Returns the message of a violation; null if there are no violations. */
function violationOf(reason: string, wrong: readonly string[]): RuleFinding {
  if (wrong.length === 0) return null;
  return `${reason} Found ${wrong.length} ${wrong.length === 1 ? "violation" : "violations"}: ${wrong.join(", ")}`;
}

type PushedCommits = PushContext["commits"];

/** Applies a check to all pushed commits. */
function checkCommits(
  { commits }: PushContext,
  isWrong: (commit: PushedCommits[number]) => boolean,
  reason: string,
): RuleFinding {
  return violationOf(
    reason,
    commits.filter(isWrong).map(({ sha }) => sha),
  );
}

type RuleOf<T extends RepositoryRule["type"]> = Extract<RepositoryRule, { type: T }>;

type TextRule = RuleOf<
  | "commit_message_pattern"
  | "commit_author_email_pattern"
  | "committer_email_pattern"
  | "branch_name_pattern"
  | "tag_name_pattern"
>;

function evaluateTextRule({ type, parameters }: TextRule, push: PushContext): RuleFinding {
  if (!parameters) return undefined;
  const { operator, pattern, negate = false } = parameters;
  const matches = textMatcher(operator, pattern, push);
  // A text that takes too long to match is rejected, whether or not it would match.
  const isWrong = (text: string) => matches(text) !== !negate;
  const must = `must${negate ? " not" : ""} ${OPERATOR_VERBS[operator] ?? operator} ${JSON.stringify(pattern)}.`;
  switch (type) {
    case "commit_message_pattern":
      return checkCommits(push, ({ message }) => isWrong(message), `Commit messages ${must}`);
    case "commit_author_email_pattern":
      return checkCommits(push, ({ author }) => isWrong(author.email), `Author emails ${must}`);
    case "committer_email_pattern":
      return checkCommits(push, ({ committer }) => isWrong(committer.email), `Committer emails ${must}`);
    default: {
      const [kind, folder] = type === "branch_name_pattern" ? ["Branch", "refs/heads/"] : ["Tag", "refs/tags/"];
      if (push.after === undefined || !push.ref.startsWith(folder)) return null;
      return violationIf(isWrong(push.ref.slice(folder.length)), `${kind} names ${must}`);
    }
  }
}

const OPERATOR_VERBS: Readonly<Record<string, string>> = {
  starts_with: "start with",
  ends_with: "end with",
  contains: "contain",
  regex: "match the pattern",
};

/** Returns the function that matches texts; it returns undefined if that would take too long. */
function textMatcher(
  operator: string,
  pattern: string,
  { matchesExpression }: PushContext,
): (text: string) => boolean | undefined {
  switch (operator) {
    case "starts_with":
      return (text) => text.startsWith(pattern);
    case "ends_with":
      return (text) => text.endsWith(pattern);
    case "contains":
      return (text) => text.includes(pattern);
    default: {
      const expression = parseRuleExpression(pattern);
      return (text) => expression !== undefined && matchesExpression(expression, text);
    }
  }
}

const MEGABYTE = 1024 * 1024;

type FileRule = RuleOf<
  "file_path_restriction" | "max_file_path_length" | "file_extension_restriction" | "max_file_size"
>;

function evaluateFileRule(rule: FileRule, push: PushContext): RuleFinding {
  const check = fileRuleCheck(rule, push);
  if (check === undefined) return undefined;
  const paths = push.changes.filter(check.isWrong).map(({ path }) => path);
  return violationOf(check.reason, [...new Set(paths)]);
}

type PushedChange = PushContext["changes"][number];

/**
 * Returns the check of a file rule; undefined if the rule has no parameters. Removed files are only checked against
 * restricted paths.
 */
function fileRuleCheck(
  rule: FileRule,
  { store }: PushContext,
): { readonly reason: string; readonly isWrong: (change: PushedChange) => boolean } | undefined {
  switch (rule.type) {
    case "file_path_restriction": {
      const paths = rule.parameters?.restricted_file_paths;
      const isIn = (file: string | undefined) =>
        file !== undefined && paths?.some((path) => matchesPattern(path, file) || file.startsWith(`${path}/`)) === true;
      return (
        paths && {
          reason: "Changes in restricted file paths are not allowed.",
          isWrong: ({ path, previousPath }) => isIn(path) || isIn(previousPath),
        }
      );
    }
    case "max_file_path_length": {
      const max = rule.parameters?.max_file_path_length;
      return max === undefined
        ? undefined
        : {
            reason: `File paths must have at most ${max} characters.`,
            isWrong: ({ after, path }) => after !== undefined && path.length > max,
          };
    }
    case "file_extension_restriction": {
      const extensions = rule.parameters?.restricted_file_extensions.map(
        (extension) => `.${extension.replace(/^\*?\.?/, "").toLowerCase()}`,
      );
      return (
        extensions && {
          reason: "Files with restricted extensions are not allowed.",
          isWrong: ({ after, path }) =>
            after !== undefined && extensions.some((extension) => path.toLowerCase().endsWith(extension)),
        }
      );
    }
    case "max_file_size": {
      const max = rule.parameters?.max_file_size;
      return max === undefined
        ? undefined
        : {
            reason: `Files must have at most ${max} MB.`,
            isWrong: ({ after }) =>
              after !== undefined && (findObjectHeader(store, after.sha)?.size ?? 0) > max * MEGABYTE,
          };
    }
  }
}
