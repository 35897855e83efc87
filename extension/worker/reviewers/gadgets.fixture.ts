import { type Client, createClient } from "@forgehand/core";
import type { Emulator } from "@forgehand/emulator";

/** A repository with owners of its code, reviews and requests, beside what the demo has. */
const GADGETS = { owner: "acme", repo: "gadgets" };
export const GADGETS_PULL = { ...GADGETS, pull_number: 7 };

const CODEOWNERS = `# Whose is what
*            @acme/reviewers @mallory
*.ts         @Carol @bob
/docs/       @dora docs@example.com
/vendor/     @elsewhere/team
`;

const pull = { title: "Others", author: "bob", head: "change" };

/** Plants it. @param more what the repository has besides, or in place of something */
export async function plantGadgets({ control }: Emulator, more: object = {}): Promise<void> {
  await control.seed({
    users: { dora: { name: "Dora Dunn" }, eve: {} },
    repositories: {
      "acme/gadgets": {
        collaborators: { bob: "push", carol: "push", dora: "pull", eve: "pull" },
        teams: { reviewers: "push" },
        files: { ".github/CODEOWNERS": CODEOWNERS, CODEOWNERS: "* @eve\n", "docs/a.md": "a\n", "src/a.ts": "a\n" },
        commits: [
          {
            branch: "change",
            from: "main",
            message: "Change",
            author: "bob",
            files: {
              ".github/CODEOWNERS": "* @eve\n",
              "docs/a.md": "b\n",
              "docs/deep/b.md": "b\n",
              "src/a.ts": "b\n",
              "vendor/x.c": "x\n",
            },
          },
        ],
        pulls: [
          {
            ...pull,
            number: 4,
            reviews: [
              { author: "dora", state: "COMMENTED" },
              { author: "carol", state: "APPROVED" },
            ],
          },
          { ...pull, number: 5, author: "carol", requested: { users: ["alice"], teams: ["reviewers"] } },
          { ...pull, number: 6, state: "closed", reviews: [{ author: "carol", state: "DISMISSED" }] },
          { ...pull, number: 7, reviews: [{ author: "eve", state: "CHANGES_REQUESTED" }] },
        ],
        ...more,
      },
    },
  });
}

/** A client as the worker has one, with one of the seed's tokens. */
export const clientAs = (emulator: Emulator, name: string): Client => clientWith(emulator, emulator.tokens[name] ?? "");

/** The same with a token of one's own. */
export function clientWith({ apiUrl }: Emulator, token: string, fetch = globalThis.fetch): Client {
  return createClient({ baseUrl: apiUrl, credentials: token, retry: { attempts: 1 }, deadline: 60_000, fetch });
}
