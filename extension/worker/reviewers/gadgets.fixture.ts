import { type Client, createClient } from "@forgehand/core";
import type { Emulator } from "@forgehand/emulator";

/** A repository with code owners, reviews and requests, in addition to the demo seed. */
const GADGETS = { owner: "acme", repo: "gadgets" };
export const GADGETS_PULL = { ...GADGETS, pull_number: 7 };

const CODEOWNERS = `# Owners
*            @acme/reviewers @mallory
*.ts         @Carol @bob
/docs/       @dora docs@example.com
/vendor/     @elsewhere/team
`;

const basePull = { title: "Others", author: "bob", head: "change" };

/**
 * Adds the repository to the emulator.
 * @param overrides replaces or adds fields of the repository
 */
export async function seedGadgets({ control }: Emulator, overrides: object = {}): Promise<void> {
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
            ...basePull,
            number: 4,
            reviews: [
              { author: "dora", state: "COMMENTED" },
              { author: "carol", state: "APPROVED" },
            ],
          },
          { ...basePull, number: 5, author: "carol", requested: { users: ["alice"], teams: ["reviewers"] } },
          { ...basePull, number: 6, state: "closed", reviews: [{ author: "carol", state: "DISMISSED" }] },
          { ...basePull, number: 7, reviews: [{ author: "eve", state: "CHANGES_REQUESTED" }] },
        ],
        ...overrides,
      },
    },
  });
}

/** A client like the worker's, with a token of the seed. */
export const clientAs = (emulator: Emulator, name: string): Client => clientWith(emulator, emulator.tokens[name] ?? "");

export function clientWith({ apiUrl }: Emulator, token: string, fetch = globalThis.fetch): Client {
  return createClient({ baseUrl: apiUrl, credentials: token, retry: { attempts: 1 }, deadline: 60_000, fetch });
}
