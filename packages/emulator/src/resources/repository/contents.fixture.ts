import type { Emulator } from "../../public.ts";

/** Seed with a repository that contains every kind of file, and with public, private and empty repositories. */
export const SEED = {
  users: {
    alice: { name: "Alice Archer", email: "alice@acme.example" },
    bob: { name: "Bob Baker" },
    mallory: {},
  },
  organizations: { acme: { members: { alice: "owner", bob: "member" }, base_permission: "none" } },
  repositories: {
    "acme/site": {
      collaborators: { bob: "push" },
      files: {
        "README.md": "# Site\n\nAll *of* it.\n",
        "docs/guide.md": "Read [this](https://example.com).\n",
        "src/index.ts": "export {};\n",
        "bin/run": { text: "#!/bin/sh\n", executable: true },
        "logo.png": { base64: "iVBORw0KGgoAAAAN" },
        empty: "",
        link: { symlink: "docs/guide.md" },
        "docs/up": { symlink: "../README.md" },
        dangling: { symlink: "nowhere" },
        outside: { symlink: "../../etc/passwd" },
        absolute: { symlink: "/README.md" },
        "link-to-folder": { symlink: "docs" },
        "link-to-link": { symlink: "link" },
        "vendor/library": { submodule: "../library", sha: "12".repeat(20) },
        "vendor/other": { submodule: "https://example.com/other.git", sha: "34".repeat(20) },
        "vendor/hidden": { submodule: "../vault.git", sha: "56".repeat(20) },
        ".github/workflows/ci.yml": "on: push\n",
        "odd/a b/ü#?%.txt": "odd\n",
      },
      commits: [
        { branch: "next", from: "main", message: "Go on", files: { "README.md": "# Next\n" }, tag: "v2" },
        { branch: "release/1.0", from: "main", message: "Release", files: { "README.md": "# Released\n" } },
      ],
      tags: { v1: { of: "main", message: "The first" } },
    },
    "acme/library": { files: { "README.md": "A library.\n" } },
    "acme/vault": { private: true, collaborators: { bob: "pull" }, files: { "plan.txt": "secret\n" } },
    "acme/blank": {},
  },
  apps: { helper: { owner: "acme", installations: { acme: {} } } },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
    mallory: { kind: "classic", user: "mallory", scopes: ["repo", "workflow"] },
    installation: { kind: "installation", app: "helper", account: "acme", permissions: "all" },
    job: { kind: "workflow", repository: "acme/site", permissions: "all" },
    fine: { kind: "fine-grained", user: "bob", permissions: { contents: "write" } },
    "fine-reader": { kind: "fine-grained", user: "bob", permissions: { contents: "read" } },
  },
};

export const SITE = { owner: "acme", repo: "site" };

/** Fetches a path below `/repos/acme/`, and returns the response as it is. */
export async function fetchPath(
  emulator: Emulator,
  path: string,
  { token, accept, ...init }: RequestInit & { token?: string; accept?: string } = {},
) {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set("authorization", `Bearer ${emulator.tokens[token]}`);
  if (accept !== undefined) headers.set("accept", accept);
  return fetch(`${emulator.apiUrl}/repos/acme/${path}`, { ...init, headers });
}

export const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Decodes the base64 content of a file. */
export function decodeContent(file: object): string | undefined {
  const content = "content" in file ? file.content : undefined;
  return typeof content === "string" ? Buffer.from(content, "base64").toString("utf8") : undefined;
}
