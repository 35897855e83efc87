import type { Emulator } from "../../public.ts";
import { sendRequest as sendRaw } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

/** Seed with issues and pull requests in public and private repositories, and users with different permissions. */
export const SEED = {
  users: { alice: {}, bob: {}, carol: {}, dave: {}, erin: {}, mallory: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member", carol: "member" },
      base_permission: "none",
      teams: {
        reviewers: { members: ["bob", "carol"] },
        "close-readers": { parent: "reviewers", members: ["carol"] },
        strangers: { members: ["carol"] },
      },
      issue_fields: {
        Note: { type: "text", visibility: "all", values: { "acme/widgets#1": "see the sketch" } },
        Effort: { type: "number", visibility: "all" },
        Due: {
          type: "date",
          visibility: "all",
          values: { "acme/widgets#1": "2026-02-28", "acme/widgets#6": "2026-03-01" },
        },
        Priority: {
          type: "single_select",
          visibility: "all",
          options: { High: "red", Low: "gray" },
          values: { "acme/widgets#1": "High" },
        },
        Platform: {
          type: "multi_select",
          visibility: "all",
          options: { Web: "blue", Phone: "green", Desk: "purple" },
          values: { "acme/widgets#1": ["Phone", "Web"] },
        },
        Secret: { type: "text", values: { "acme/widgets#1": "for us alone" } },
      },
    },
    rivals: { members: { mallory: "owner" }, issue_fields: { Theirs: { type: "text" } } },
  },
  repositories: {
    "acme/widgets": {
      language: "TypeScript",
      collaborators: { bob: "push", carol: "push", dave: "pull", erin: "push" },
      teams: { reviewers: "push" },
      files: { "README.md": "# Widgets\n\nRound.\n", "src/index.ts": "export const sides = 4;\n" },
      commits: [
        {
          branch: "round",
          from: "main",
          message: "Round it",
          files: { "src/index.ts": "export const sides = 0;\nexport const round = true;\n" },
        },
        { branch: "round", message: "Say so", files: { "docs/round.md": "It is round.\n" } },
        {
          branch: "square",
          from: "main",
          message: "Square it",
          files: { "src/index.ts": "export const sides = 8;\n" },
        },
        { message: "Go on", files: { "src/index.ts": "export const sides = 5;\n" } },
      ],
      labels: { bug: { color: "d73a4a", default: true }, "help wanted": { description: "Anyone can" }, later: {} },
      milestones: { "Version 1": { creator: "alice", due: "+30d" }, "Version 0": { state: "closed", closed: "-3d" } },
      issues: [
        {
          number: 1,
          title: "Corners scratch",
          body: "The corners of the widget are sharp, @carol.",
          author: "dave",
          labels: ["bug", "help wanted"],
          milestone: "Version 1",
          assignees: ["carol", "bob"],
          created: "2026-01-10T10:00:00Z",
          updated: "2026-01-20T10:00:00Z",
          comments: [
            { author: "bob", body: "Mine are blunt", created: "2026-01-11T10:00:00Z" },
            { author: "erin", body: "Ouch", created: "2026-01-12T10:00:00Z" },
          ],
          reactions: { "+1": ["bob", "erin"], heart: ["bob"] },
        },
        {
          number: 2,
          title: "Colours fade",
          author: "mallory",
          state: "closed",
          reason: "not_planned",
          labels: ["bug"],
          locked: "too heated",
          created: "2026-01-01T10:00:00Z",
          closed: "2026-01-15T10:00:00Z",
        },
        { number: 3, title: "It was here", author: "bob", deleted: true },
        { number: 4, title: "It moved", author: "bob", transferred_to: "acme/gears#1" },
        { number: 5, title: "It moved out of sight", author: "bob", transferred_to: "acme/vault#1" },
      ],
      pulls: [
        {
          number: 6,
          title: "Round the corners",
          body: "Sharp corners scratch",
          author: "bob",
          head: "round",
          labels: ["later"],
          milestone: "Version 1",
          assignees: ["bob"],
          created: "2026-01-12T10:00:00Z",
          updated: "2026-01-13T10:00:00Z",
          comments: [{ author: "alice", body: "Nice", created: "2026-01-12T11:00:00Z" }],
        },
        {
          number: 7,
          title: "Square the corners",
          author: "mallory",
          head: "square",
          draft: true,
          created: "2026-01-14T10:00:00Z",
          requested: { users: ["erin"], teams: ["reviewers"] },
          reviews: [{ author: "dave", state: "COMMENTED", body: "Why?" }],
        },
        {
          number: 8,
          title: "Say what it is",
          author: "mallory",
          head: "readme",
          head_repository: "mallory/widgets",
          maintainers_may_push: true,
          created: "2026-01-02T10:00:00Z",
        },
        {
          number: 9,
          title: "Begin",
          author: "carol",
          head: "begin",
          merged: { by: "alice", at: "2026-01-05T10:00:00Z", commit: "main" },
          created: "2026-01-03T10:00:00Z",
          reviews: [{ author: "bob", state: "APPROVED" }],
        },
        { number: 10, title: "Never mind", author: "bob", head: "round", state: "closed", base: "next" },
      ],
    },
    "acme/gears": {
      private: true,
      collaborators: { bob: "push" },
      issues: [
        { number: 1, title: "It moved here", author: "bob", created: "2026-01-30T10:00:00Z" },
        { number: 2, title: "Gears grind", author: "alice", created: "2026-01-31T10:00:00Z" },
      ],
      pulls: [{ number: 3, title: "Oil the gears", author: "bob", head: "oil", created: "2026-02-01T10:00:00Z" }],
    },
    "acme/vault": { private: true, issues: [{ number: 1, title: "Out of sight", author: "alice" }] },
    "acme/quiet": {
      settings: { has_issues: false },
      collaborators: { bob: "push" },
      issues: [{ number: 1, title: "Quiet corners", author: "bob" }],
      pulls: [{ number: 2, title: "Loud gears", author: "alice", head: "loud" }],
    },
    "bob/garden": { issues: [{ number: 1, title: "Weeds", author: "bob", created: "2026-01-25T10:00:00Z" }] },
    "mallory/widgets": {
      fork_of: "acme/widgets",
      commits: [
        { branch: "readme", from: "main", message: "Say it", files: { "README.md": "# Widgets\n\nThings.\n" } },
      ],
    },
  },
  apps: { helper: { owner: "acme", installations: { acme: {} } } },
  tokens: {
    ...Object.fromEntries(
      ["alice", "bob", "carol", "dave", "erin", "mallory"].map((user) => [
        user,
        { kind: "classic", user, scopes: ["repo", "admin:org"] },
      ]),
    ),
    bare: { kind: "classic", user: "bob" },
    reader: { kind: "fine-grained", user: "bob", permissions: { issues: "read" } },
    puller: { kind: "fine-grained", user: "bob", permissions: { pull_requests: "write", contents: "read" } },
    installation: { kind: "installation", app: "helper", account: "acme", permissions: "all" },
    job: { kind: "workflow", repository: "acme/widgets", permissions: "all" },
  },
};

/** Starts an emulator with this seed for each test. */
export const test = emulatorTest({ seed: SEED, now: () => new Date("2026-02-02T12:00:00Z") });

export const WIDGETS = { owner: "acme", repo: "widgets" };
export const GEARS = { owner: "acme", repo: "gears" };

/** Sends a request with any JSON value as its body. */
export function sendJson(emulator: Emulator, route: string, token: string, body?: unknown) {
  return sendRaw(emulator, route, token, body === undefined ? {} : { body: JSON.stringify(body) });
}
