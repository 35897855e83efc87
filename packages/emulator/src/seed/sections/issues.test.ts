import { expect, test } from "vitest";
import { startEmulator } from "../../emulator.ts";

const issue = { number: 1, title: "Scratches", author: "bob" };
const pull = { number: 2, title: "Round it", author: "bob", head: "round" };

/** A seed with this in its one repository, and these fields of its organization. */
const seedOf = (repository: object, issue_fields: object = {}) => ({
  users: { bob: {} },
  organizations: { acme: { issue_fields } },
  repositories: { "acme/widgets": { issues: [issue], ...repository }, "bob/garden": { issues: [issue] } },
});

test.for<[problem: string, repository: object, issue_fields?: object]>([
  ["pulls.0.number 1 is the number of another", { pulls: [{ ...pull, number: 1 }] }],
  ['issues.0.author there is no user "eve"', { issues: [{ ...issue, author: "eve" }] }],
  ['issues.0.labels.0 there is no label "bug"', { issues: [{ ...issue, labels: ["bug"] }] }],
  ['issues.0.milestone there is no milestone "1.0"', { issues: [{ ...issue, milestone: "1.0" }] }],
  ['issues.0.assignees.0 there is no user "eve"', { issues: [{ ...issue, assignees: ["eve"] }] }],
  [
    "issues.0.transferred_to is invalid: is no place of an issue",
    { issues: [{ ...issue, transferred_to: "widgets#1" }] },
  ],
  [
    'issues.0.transferred_to there is no repository "acme/gears"',
    { issues: [{ ...issue, transferred_to: "acme/gears#1" }] },
  ],
  ['reactions.heart.0 there is no user "eve"', { issues: [{ ...issue, reactions: { heart: ["eve"] } }] }],
  ["labels.bug.color is invalid: has six", { labels: { bug: { color: "red" } } }],
  ['pulls.0.head_repository there is no repository "bob/none"', { pulls: [{ ...pull, head_repository: "bob/none" }] }],
  ['pulls.0.head_commit there is no commit "v1"', { pulls: [{ ...pull, head_commit: "v1" }] }],
  ['requested.teams.0 there is no team "none"', { pulls: [{ ...pull, requested: { teams: ["none"] } }] }],
  [
    'reviews.0.author there is no user "eve"',
    { pulls: [{ ...pull, reviews: [{ author: "eve", state: "APPROVED" }] }] },
  ],
  ["Size.options fields to select from have options", {}, { Size: { type: "single_select" } }],
  ["Size.options fields to select from have options", {}, { Size: { type: "text", options: { a: "red" } } }],
  ["acme has no issue", {}, { Size: { type: "text", values: { "acme/widgets#9": "a" } } }],
  ["acme has no issue", {}, { Size: { type: "text", values: { "bob/garden#1": "a" } } }],
  ["Size takes a number", {}, { Size: { type: "number", values: { "acme/widgets#1": "a" } } }],
])("%s", async ([problem, repository, issue_fields]) => {
  await expect(startEmulator({ seed: seedOf(repository, issue_fields) })).rejects.toThrow(problem);
});

test("what fits is there", async () => {
  const emulator = await startEmulator({ seed: seedOf({ pulls: [pull] }, { Size: { type: "number" } }) });
  const answer = await fetch(`${emulator.apiUrl}/search/issues?q=repo:acme/widgets`);
  expect(await answer.json()).toMatchObject({ total_count: 2 });
  await emulator.stop();
});
