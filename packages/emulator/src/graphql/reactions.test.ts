import { expect } from "vitest";
import { requestJson } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";

const test = emulatorTest({ seed: "full" });

test("lists the users who reacted to a comment", async ({ emulator }) => {
  const repository = "/repos/acme/widgets/issues";
  const comment = await requestJson(emulator, `POST ${repository}/2/comments`, { body: "Done." }, "alice");
  const path = `${repository}/comments/${Object(comment.body).id}/reactions`;
  for (const user of ["bob", "carol"]) await requestJson(emulator, `POST ${path}`, { content: "heart" }, user);
  const users = "users(first: 1) { totalCount nodes { login } pageInfo { hasNextPage } }";
  const query = `{ repository(owner: "acme", name: "widgets") { issue(number: 2) {
    comments(last: 1) { nodes { reactionGroups { content ${users} } } }
  } } }`;
  const { body } = await requestJson(emulator, `POST ${emulator.webUrl}/graphql`, { query }, "alice");
  const group = (content: string, totalCount: number, logins: readonly string[]) => ({
    content,
    users: {
      totalCount,
      nodes: logins.map((login) => ({ login })),
      pageInfo: { hasNextPage: totalCount > logins.length },
    },
  });
  const reactionGroups = expect.arrayContaining([group("THUMBS_UP", 0, []), group("HEART", 2, ["bob"])]);
  expect(body).toEqual({ data: { repository: { issue: { comments: { nodes: [{ reactionGroups }] } } } } });
});
