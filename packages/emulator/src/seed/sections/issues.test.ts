import { expect, test } from "vitest";
import { startEmulator } from "../../emulator.ts";

const issue = { number: 1, title: "Scratches", author: "bob" };
const pull = { number: 2, title: "Round it", author: "bob", head: "round" };

/** Returns a seed with these fields in its repository, and these issue fields in its organization. */
const seedOf = (repository: object, issue_fields: object = {}) => ({
  users: { bob: {} },
  organizations: { acme: { issue_fields } },
  repositories: { "acme/widgets": { issues: [issue], ...repository }, "bob/garden": { issues: [issue] } },
});

test.for<[problem: string, repository: object, issue_fields?: object]>([
  [
    "pulls.0.number must be unique: another issue or pull request has the number 1",
    { pulls: [{ ...pull, number: 1 }] },
  ],
  ['issues.0.author must name an existing user or bot, got "eve"', { issues: [{ ...issue, author: "eve" }] }],
  ['issues.0.labels.0 must name an existing label, got "bug"', { issues: [{ ...issue, labels: ["bug"] }] }],
  ['issues.0.milestone must name an existing milestone, got "1.0"', { issues: [{ ...issue, milestone: "1.0" }] }],
  ['issues.0.assignees.0 must name an existing user, got "eve"', { issues: [{ ...issue, assignees: ["eve"] }] }],
  ["issues.0.transferred_to must reference an issue", { issues: [{ ...issue, transferred_to: "widgets#1" }] }],
  [
    'issues.0.transferred_to must name an existing repository, got "acme/gears"',
    { issues: [{ ...issue, transferred_to: "acme/gears#1" }] },
  ],
  [
    'reactions.heart.0 must name an existing user, got "eve"',
    { issues: [{ ...issue, reactions: { heart: ["eve"] } }] },
  ],
  ["labels.bug.color must have six", { labels: { bug: { color: "red" } } }],
  [
    'pulls.0.head_repository must name an existing repository, got "bob/none"',
    { pulls: [{ ...pull, head_repository: "bob/none" }] },
  ],
  ['pulls.0.head_commit must name an existing commit, got "v1"', { pulls: [{ ...pull, head_commit: "v1" }] }],
  [
    'requested.teams.0 must name an existing team, got "none"',
    { pulls: [{ ...pull, requested: { teams: ["none"] } }] },
  ],
  [
    'reviews.0.author must name an existing user or bot, got "eve"',
    { pulls: [{ ...pull, reviews: [{ author: "eve", state: "APPROVED" }] }] },
  ],
  ["Size.options must not be empty for select fields", {}, { Size: { type: "single_select" } }],
  ["must be omitted for others", {}, { Size: { type: "text", options: { a: "red" } } }],
  ["must name an issue of acme", {}, { Size: { type: "text", values: { "acme/widgets#9": "a" } } }],
  ["must name an issue of acme", {}, { Size: { type: "text", values: { "bob/garden#1": "a" } } }],
  ["Size must be a number", {}, { Size: { type: "number", values: { "acme/widgets#1": "a" } } }],
])("rejects: %s", async ([problem, repository, issue_fields]) => {
  await expect(startEmulator({ seed: seedOf(repository, issue_fields) })).rejects.toThrow(problem);
});

test("inserts valid issues, pull requests and fields", async () => {
  const emulator = await startEmulator({ seed: seedOf({ pulls: [pull] }, { Size: { type: "number" } }) });
  const response = await fetch(`${emulator.apiUrl}/search/issues?q=repo:acme/widgets`);
  expect(await response.json()).toMatchObject({ total_count: 2 });
  await emulator.stop();
});
