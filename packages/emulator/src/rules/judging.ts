import type { RepositoryRule } from "@forgehand/core/operations";
import { commitsSince } from "../git/history.ts";
import { findObjectHead } from "../state/git.ts";
import { readExpression } from "./expressions.ts";
import type { Finding } from "./finding.ts";
import { judgePullRequest } from "./judging-pull-requests.ts";
import { judgeStatusChecks } from "./judging-status-checks.ts";
import { fits } from "./patterns.ts";
import type { Scene } from "./scene.ts";

/**
 * Holds a push against one rule. What takes others to judge (workflows, scanners, deployments, a merge queue, reviewers that
 * are no people) says nothing.
 */
export function judge(rule: RepositoryRule, scene: Scene): Finding {
  switch (rule.type) {
    case "creation":
      return broken(scene.before === undefined, "Cannot create this ref: creations are restricted.");
    case "update":
      return broken(isUpdate(scene), "Cannot update this protected ref.");
    case "deletion":
      return broken(scene.after === undefined, "Cannot delete this ref.");
    case "non_fast_forward":
      return broken(isForced(scene), "Cannot force-push to this ref.");
    case "required_linear_history":
      return ofCommits(scene, ({ parents }) => parents.length > 1, "This ref must not contain merge commits.");
    case "required_signatures":
      // No commit here carries a signature.
      return ofCommits(scene, () => true, "Commits must have verified signatures.");
    case "pull_request":
      return judgePullRequest(rule.parameters, scene);
    case "required_status_checks":
      return judgeStatusChecks(rule.parameters, scene);
    case "file_path_restriction":
    case "max_file_path_length":
    case "file_extension_restriction":
    case "max_file_size":
      return judgeFiles(rule, scene);
    case "commit_message_pattern":
    case "commit_author_email_pattern":
    case "committer_email_pattern":
    case "branch_name_pattern":
    case "tag_name_pattern":
      return judgeTexts(rule, scene);
    default:
      return undefined;
  }
}

const broken = (isBroken: boolean, why: string): Finding => (isBroken ? why : null);

const isUpdate = ({ before, after }: Scene) => before !== undefined && after !== undefined;

/** Does a ref leave commits behind? */
function isForced({ store, ends: { before, after } }: Scene): boolean {
  return before !== undefined && after !== undefined && commitsSince(store, after, before).length > 0;
}

/** Says what breaks a rule; null: nothing does. */
function found(why: string, wrong: readonly string[]): Finding {
  if (wrong.length === 0) return null;
  return `${why} Found ${wrong.length} ${wrong.length === 1 ? "violation" : "violations"}: ${wrong.join(", ")}`;
}

type Commits = Scene["commits"];

/** What holds for all commits that come. */
function ofCommits({ commits }: Scene, isWrong: (commit: Commits[number]) => boolean, why: string): Finding {
  return found(
    why,
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

function judgeTexts({ type, parameters }: TextRule, scene: Scene): Finding {
  if (!parameters) return undefined;
  const { operator, pattern, negate = false } = parameters;
  const isWrong = (text: string) => matches(operator, pattern, text) === negate;
  const must = `must${negate ? " not" : ""} ${OPERATORS[operator] ?? operator} ${JSON.stringify(pattern)}.`;
  switch (type) {
    case "commit_message_pattern":
      return ofCommits(scene, ({ message }) => isWrong(message), `Commit messages ${must}`);
    case "commit_author_email_pattern":
      return ofCommits(scene, ({ author }) => isWrong(author.email), `Author emails ${must}`);
    case "committer_email_pattern":
      return ofCommits(scene, ({ committer }) => isWrong(committer.email), `Committer emails ${must}`);
    default: {
      const [kind, folder] = type === "branch_name_pattern" ? ["Branch", "refs/heads/"] : ["Tag", "refs/tags/"];
      if (scene.after === undefined || !scene.ref.startsWith(folder)) return null;
      return broken(isWrong(scene.ref.slice(folder.length)), `${kind} names ${must}`);
    }
  }
}

const OPERATORS: Readonly<Record<string, string>> = {
  starts_with: "start with",
  ends_with: "end with",
  contains: "contain",
  regex: "match the pattern",
};

function matches(operator: string, pattern: string, text: string): boolean {
  switch (operator) {
    case "starts_with":
      return text.startsWith(pattern);
    case "ends_with":
      return text.endsWith(pattern);
    case "contains":
      return text.includes(pattern);
    default:
      return readExpression(pattern)?.test(text) ?? false;
  }
}

const MEGABYTE = 1024 * 1024;

type FileRule = RuleOf<
  "file_path_restriction" | "max_file_path_length" | "file_extension_restriction" | "max_file_size"
>;

function judgeFiles(rule: FileRule, scene: Scene): Finding {
  const wrong = wrongFile(rule, scene);
  if (wrong === undefined) return undefined;
  const paths = scene.changes.filter(wrong.isWrong).map(({ path }) => path);
  return found(wrong.why, [...new Set(paths)]);
}

type Change = Scene["changes"][number];

/** What a file may not be; undefined where a rule doesn't say. Of files that go, only where they were counts. */
function wrongFile(
  rule: FileRule,
  { store }: Scene,
): { readonly why: string; readonly isWrong: (change: Change) => boolean } | undefined {
  switch (rule.type) {
    case "file_path_restriction": {
      const paths = rule.parameters?.restricted_file_paths;
      const isIn = (file: string | undefined) =>
        file !== undefined && paths?.some((path) => fits(path, file) || file.startsWith(`${path}/`)) === true;
      return (
        paths && {
          why: "Changes in restricted file paths are not allowed.",
          isWrong: ({ path, previousPath }) => isIn(path) || isIn(previousPath),
        }
      );
    }
    case "max_file_path_length": {
      const most = rule.parameters?.max_file_path_length;
      return most === undefined
        ? undefined
        : {
            why: `File paths must have at most ${most} characters.`,
            isWrong: ({ after, path }) => after !== undefined && path.length > most,
          };
    }
    case "file_extension_restriction": {
      const endings = rule.parameters?.restricted_file_extensions.map(
        (extension) => `.${extension.replace(/^\*?\.?/, "").toLowerCase()}`,
      );
      return (
        endings && {
          why: "Files with restricted extensions are not allowed.",
          isWrong: ({ after, path }) =>
            after !== undefined && endings.some((ending) => path.toLowerCase().endsWith(ending)),
        }
      );
    }
    case "max_file_size": {
      const most = rule.parameters?.max_file_size;
      return most === undefined
        ? undefined
        : {
            why: `Files must have at most ${most} MB.`,
            isWrong: ({ after }) =>
              after !== undefined && (findObjectHead(store, after.sha)?.size ?? 0) > most * MEGABYTE,
          };
    }
  }
}
