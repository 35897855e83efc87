import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Emulator } from "../public.ts";
import { emulatorTest } from "../vitest.ts";

/** The result of a git command. */
interface GitOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs git in a temporary folder, with no configuration of the machine. */
export interface GitRunner {
  readonly folder: string;
  /** URL of a repository, with the named token or with credentials `user:password`. */
  url(repository: string, credentials?: string): string;
  /** Runs git in a clone below the folder, or in the folder itself. */
  try(clone: string, ...args: string[]): Promise<GitOutcome>;
  /**
   * Runs git and returns its output.
   * @throws Error if git fails
   */
  run(clone: string, ...args: string[]): Promise<string>;
  /** Creates commits on a branch of a clone, each with one new file, or one commit with many files. */
  import(clone: string, branch: string, commits: readonly (readonly string[])[]): Promise<void>;
  /** Writes files into a clone and commits them. */
  commit(clone: string, files: Readonly<Record<string, string>>, message?: string): Promise<string>;
}

/** Runs git in a temporary folder, which the caller must delete. */
export async function createGitRunner({ webUrl, tokens }: Emulator): Promise<GitRunner> {
  const folder = await mkdtemp(join(tmpdir(), "forgehand-git-"));
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    LANG: "C.UTF-8",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_AUTHOR_NAME: "Alice Archer",
    GIT_AUTHOR_EMAIL: "alice@example.com",
    GIT_COMMITTER_NAME: "Alice Archer",
    GIT_COMMITTER_EMAIL: "alice@example.com",
  };
  const execute = (clone: string, args: readonly string[], input?: string) =>
    new Promise<GitOutcome>((resolve) => {
      const options = { cwd: join(folder, clone), env, maxBuffer: 1 << 28 };
      const child = execFile("git", args, options, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : typeof error.code === "number" ? error.code : 1, stdout, stderr });
      });
      if (input !== undefined) child.stdin?.end(input);
    });
  const runner: GitRunner = {
    folder,
    url(repository, credentials) {
      const url = new URL(`/${repository}.git`, webUrl);
      if (credentials === undefined) return url.href;
      const [userName, password = ""] = credentials.split(":");
      const isPair = credentials.includes(":");
      url.username = isPair ? (userName ?? "") : "git";
      url.password = isPair ? password : (tokens[credentials] ?? "");
      return url.href;
    },
    try: (clone, ...args) => execute(clone, args),
    async run(clone, ...args) {
      const { code, stdout, stderr } = await runner.try(clone, ...args);
      if (code !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
      return stdout.trim();
    },
    async import(clone, branch, commits) {
      const stream = commits.map((paths, index) => {
        const files = paths.map((path) => `M 644 inline ${path}\n${fileData(`${path} of ${branch}\n`)}`);
        return `commit refs/heads/${branch}\ncommitter Alice <alice@example.com> ${1e9 + index} +0000\n${fileData(`Commit ${index}`)}${files.join("")}`;
      });
      const { code, stderr } = await execute(clone, ["fast-import", "--quiet"], stream.join("\n"));
      if (code !== 0) throw new Error(stderr);
    },
    async commit(clone, files, message = "Change") {
      for (const [path, content] of Object.entries(files)) {
        const file = join(folder, clone, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
      }
      await runner.run(clone, "add", "--all");
      await runner.run(clone, "commit", "--quiet", "--message", message);
      return runner.run(clone, "rev-parse", "HEAD");
    },
  };
  return runner;
}

const fileData = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;

const SEED = {
  users: { alice: {}, bob: {}, mallory: {} },
  organizations: { acme: { members: { alice: "owner", bob: "member" }, base_permission: "none" } },
  repositories: {
    "acme/widgets": {
      collaborators: { bob: "push" },
      files: { "README.md": "# Widgets\n", "src/widget.txt": "round\n" },
      commits: [
        { message: "Change it", date: "2024-03-01T00:00:00Z", files: { "src/widget.txt": "square\n" }, tag: "light" },
        { message: "Change it again", date: "2024-04-01T00:00:00Z", files: { "src/widget.txt": "oval\n" } },
        { branch: "topic", from: "main", message: "Topic", files: { "topic.txt": "new\n" } },
      ],
      tags: { "v1.0.0": { of: "light", message: "Version 1", tagger: "alice" } },
      pulls: [{ number: 1, title: "Topic", author: "bob", head: "topic" }],
    },
    "acme/gears": { private: true, files: { "README.md": "# Gears\n" } },
    "acme/old": { archived: true, files: { "README.md": "# Old\n" } },
    "acme/empty": {},
  },
  apps: { helper: { owner: "acme", permissions: "all", installations: { acme: {} } } },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
    mallory: { kind: "classic", user: "mallory", scopes: ["repo"] },
    public: { kind: "classic", user: "alice", scopes: ["public_repo"] },
    unscoped: { kind: "classic", user: "alice", scopes: [] },
    reader: { kind: "fine-grained", user: "alice", owner: "acme", permissions: { contents: "read" } },
    writer: { kind: "fine-grained", user: "alice", owner: "acme", permissions: { contents: "write" } },
    oauth: { kind: "oauth", user: "alice", scopes: ["repo"] },
    installation: { kind: "installation", app: "helper", account: "acme", permissions: { contents: "write" } },
    blind: { kind: "fine-grained", user: "alice", owner: "acme", permissions: { issues: "read" } },
  },
};

/** A `test` whose tests each get their own emulator and a folder in which they run git. */
export const gitTest = emulatorTest({ seed: SEED, allowHookHosts: ["127.0.0.1"] }).extend<{ git: GitRunner }>({
  git: async ({ emulator }, use) => {
    const git = await createGitRunner(emulator);
    try {
      await use(git);
    } finally {
      await rm(git.folder, { recursive: true, force: true });
    }
  },
});
