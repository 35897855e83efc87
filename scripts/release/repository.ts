import { run, tryProgram } from "./program.ts";

/** Nobody is asked for a password: what needs one fails. */
const SILENT = { GIT_TERMINAL_PROMPT: "0" };

/** Runs git in a repository. @returns what it printed, without the end of its last line */
export function git(folder: string, ...args: readonly string[]): string {
  return run({ folder, environment: SILENT }, "git", ...args).trimEnd();
}

/** The files that differ from the commit that is checked out, as git lists them. */
export function uncommitted(folder: string): readonly string[] {
  return lines(git(folder, "status", "--porcelain"));
}

/** The commit that a name stands for, where there is one. */
export function commitOf(folder: string, name: string): string | undefined {
  const { status, output } = tryProgram({ folder }, "git", "rev-parse", "--verify", "--quiet", `${name}^{commit}`);
  return status === 0 ? output.trim() : undefined;
}

/** A remote repository's tags, each with its commit. */
export function remoteTags(folder: string, remote: string): ReadonlyMap<string, string> {
  const listed = lines(git(folder, "ls-remote", "--tags", remote)).map((line) => line.split("\t"));
  // An annotated tag is listed twice, the second time with its commit.
  return new Map(listed.map(([commit = "", ref = ""]) => [ref.replace("refs/tags/", "").replace("^{}", ""), commit]));
}

/** A text's lines, none for an empty one. */
export function lines(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}

/** Whoever makes a commit here, and when: the same sources make the same commit, whoever makes it. */
const SIGNATURE = {
  NAME: "github-actions[bot]",
  EMAIL: "41898282+github-actions[bot]@users.noreply.github.com",
};

/** Commits what is staged, at the time of the commit that it stands on. @returns the commit */
export function commit(folder: string, message: string): string {
  const date = git(folder, "show", "--no-patch", "--format=%cI", "HEAD");
  const signed = ["AUTHOR", "COMMITTER"].flatMap((role) =>
    Object.entries({ ...SIGNATURE, DATE: date }).map(([field, value]) => [`GIT_${role}_${field}`, value]),
  );
  const place = { folder, environment: Object.fromEntries(signed) };
  run(place, "git", "-c", "commit.gpgSign=false", "commit", "--quiet", "--no-verify", "--message", message);
  return git(folder, "rev-parse", "HEAD");
}
