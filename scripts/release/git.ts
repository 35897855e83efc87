import { runProgram, tryProgram } from "./run-program.ts";

/** Fails instead of prompting for a password. */
const NO_PROMPT = { GIT_TERMINAL_PROMPT: "0" };

/**
 * Runs git in a repository.
 * @returns its output without the final line break
 */
export function git(folder: string, ...args: readonly string[]): string {
  return runProgram({ folder, environment: NO_PROMPT }, "git", ...args).trimEnd();
}

/** Lists uncommitted changes as `git status --porcelain` does. */
export function uncommittedFiles(folder: string): readonly string[] {
  return splitLines(git(folder, "status", "--porcelain"));
}

/** Returns the commit that a name resolves to, or undefined. */
export function resolveCommit(folder: string, name: string): string | undefined {
  const { status, output } = tryProgram({ folder }, "git", "rev-parse", "--verify", "--quiet", `${name}^{commit}`);
  return status === 0 ? output.trim() : undefined;
}

/** Returns a remote repository's tags with their commits. */
export function remoteTags(folder: string, remote: string): ReadonlyMap<string, string> {
  const listed = splitLines(git(folder, "ls-remote", "--tags", remote)).map((line) => line.split("\t"));
  // An annotated tag is listed twice; the second line has its commit.
  return new Map(listed.map(([commit = "", ref = ""]) => [ref.replace("refs/tags/", "").replace("^{}", ""), commit]));
}

/** Splits a text into its non-empty lines. */
export function splitLines(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}

/** Fixed author and committer: the same sources give the same commit. */
const COMMITTER = {
  NAME: "github-actions[bot]",
  EMAIL: "41898282+github-actions[bot]@users.noreply.github.com",
};

/**
 * Commits what is staged, with the date of the parent commit.
 * @returns the commit
 */
export function commit(folder: string, message: string): string {
  const date = git(folder, "show", "--no-patch", "--format=%cI", "HEAD");
  const environment = ["AUTHOR", "COMMITTER"].flatMap((role) =>
    Object.entries({ ...COMMITTER, DATE: date }).map(([field, value]) => [`GIT_${role}_${field}`, value]),
  );
  const context = { folder, environment: Object.fromEntries(environment) };
  runProgram(context, "git", "-c", "commit.gpgSign=false", "commit", "--quiet", "--no-verify", "--message", message);
  return git(folder, "rev-parse", "HEAD");
}
