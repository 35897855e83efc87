import { createPullRequest, getPullRequest, putBranchProtection } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";

const OWNERS = `# Everything else
*              @alice
*.md           @carol # texts
/src/          @acme/makers
docs/*         @dave
apps/          @erin
LICENSE
`;

const WIDGETS = { owner: "acme", repo: "widgets" };

const branch = (name: string, ...paths: string[]) => ({
  branch: name,
  from: "main",
  message: name,
  files: Object.fromEntries(paths.map((path) => [path, "text\n"])),
});

const test = emulatorTest({
  seed: {
    users: { alice: {}, bob: {}, carol: {}, dave: {}, erin: {} },
    organizations: { acme: { members: { alice: "owner", bob: "member" }, teams: { makers: { members: ["bob"] } } } },
    repositories: {
      "acme/widgets": {
        collaborators: { bob: "push", carol: "push", dave: "push" },
        teams: { makers: "push" },
        files: { "docs/CODEOWNERS": OWNERS },
        commits: [
          branch("text", "a.md", "src/deep/index.ts"),
          branch("docs", "docs/guide.txt"),
          branch("deep", "docs/deep/guide.txt"),
          branch("app", "lib/apps/one/main.ts"),
          branch("license", "LICENSE"),
        ],
      },
    },
    tokens: Object.fromEntries(["alice", "bob"].map((user) => [user, { kind: "classic", user, scopes: ["repo"] }])),
  },
});

test.for<[head: string, users: string[], teams: string[]]>([
  ["text", ["carol"], ["makers"]],
  ["docs", ["dave"], []],
  ["deep", ["alice"], []],
  // The owner has no access.
  ["app", [], []],
  ["license", [], []],
])("requests reviews from the owners of the files that %s changes", async ([head, users, teams], { emulator }) => {
  const input = { ...WIDGETS, title: "Change", head, base: "main" };
  const { requested_reviewers, requested_teams } = await clientFor(emulator, "bob").call(createPullRequest, input);
  expect(requested_reviewers?.map(({ login }) => login)).toEqual(users);
  expect(requested_teams?.map(({ slug }) => slug)).toEqual(teams);
});

test("requests none from the author, and none for drafts until they are ready", async ({ emulator }) => {
  const requested = async (pull_number: number) =>
    (await clientFor(emulator, "bob").call(getPullRequest, { ...WIDGETS, pull_number })).requested_reviewers;
  const input = { ...WIDGETS, title: "Change", base: "main" };
  await clientFor(emulator, "alice").call(createPullRequest, { ...input, head: "deep" });
  expect(await requested(1)).toEqual([]);
  await clientFor(emulator, "bob").call(createPullRequest, { ...input, head: "docs", draft: true });
  expect(await requested(2)).toEqual([]);
  emulator.control.transition({ repository: "acme/widgets", pull: 2, to: "ready" });
  expect(await requested(2)).toMatchObject([{ login: "dave" }]);
});

test("the protection of a branch can require approvals of all code owners", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  await call(putBranchProtection, {
    ...{ ...WIDGETS, branch: "main", enforce_admins: true, restrictions: null, required_status_checks: null },
    required_pull_request_reviews: { require_code_owner_reviews: true, required_approving_review_count: 1 },
  });
  const pull = { ...WIDGETS, title: "Change", head: "text", base: "main" };
  const { number: pull_number } = await call(createPullRequest, pull);
  const stateAfter = async (user: string) => {
    emulator.control.review({ repository: "acme/widgets", pull: pull_number, user });
    return (await call(getPullRequest, { ...WIDGETS, pull_number })).mergeable_state;
  };
  expect(await stateAfter("dave")).toBe("blocked");
  expect(await stateAfter("carol")).toBe("blocked");
  expect(await stateAfter("bob")).toBe("clean");
});
