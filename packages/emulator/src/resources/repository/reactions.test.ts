import {
  createIssueCommentReaction,
  createIssueReaction,
  getIssue,
  getIssueComment,
  listIssueCommentReactions,
  listIssueComments,
  listIssueReactions,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { sendJson, test, WIDGETS } from "./issues.fixture.ts";

const ISSUE = { ...WIDGETS, issue_number: 1 };
const ROUTE = "/repos/acme/widgets/issues";

describe("reactions", () => {
  test("to an issue are listed, and created once", async ({ emulator }) => {
    const { call } = clientFor(emulator, "mallory");
    expect(await call(listIssueReactions, ISSUE)).toMatchObject([
      { content: "+1", user: { login: "bob" } },
      { content: "+1", user: { login: "erin" } },
      { content: "heart", user: { login: "bob" } },
    ]);
    const created = await call(createIssueReaction, { ...ISSUE, content: "rocket" });
    expect(created).toMatchObject({
      content: "rocket",
      user: { login: "mallory" },
      created_at: "2026-02-02T12:00:00Z",
    });
    expect(await sendJson(emulator, `POST ${ROUTE}/1/reactions`, "mallory", { content: "rocket" })).toMatchObject({
      status: 200,
      body: { id: created.id },
    });
    expect(await call(listIssueReactions, { ...ISSUE, content: "rocket" })).toEqual([created]);
    expect((await call(getIssue, ISSUE)).reactions).toMatchObject({ rocket: 1, total_count: 4 });
    expect((await sendRequest(emulator, `GET ${ROUTE}/1/reactions?per_page=3`, "bob")).link).toContain(
      'page=2>; rel="last"',
    );
  });

  test("to a comment are listed, and created once", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const [first] = await call(listIssueComments, ISSUE);
    const comment = { ...WIDGETS, comment_id: first?.id ?? 0 };
    expect(await call(listIssueCommentReactions, comment)).toEqual([]);
    const created = await call(createIssueCommentReaction, { ...comment, content: "eyes" });
    expect(await call(createIssueCommentReaction, { ...comment, content: "eyes" })).toEqual(created);
    await clientFor(emulator, "erin").call(createIssueCommentReaction, { ...comment, content: "-1" });
    expect(await call(listIssueCommentReactions, { ...comment, content: "eyes" })).toEqual([created]);
    expect(await call(listIssueCommentReactions, comment)).toMatchObject([{ content: "eyes" }, { content: "-1" }]);
    expect((await call(getIssueComment, comment)).reactions).toMatchObject({ eyes: 1, "-1": 1, total_count: 2 });
  });

  test("need an existing object, a known content and access", async ({ emulator }) => {
    const send = (path: string, token: string, content = "eyes") =>
      sendJson(emulator, `POST ${path}/reactions`, token, { content });
    expect((await send(`${ROUTE}/1`, "bob", "clap")).status).toBe(422);
    expect((await send(`${ROUTE}/99`, "bob")).status).toBe(404);
    expect((await send(`${ROUTE}/comments/999`, "bob")).status).toBe(404);
    expect((await send(`${ROUTE}/1`, "reader")).status).toBe(403);
    expect((await send("/repos/acme/gears/issues/2", "dave")).status).toBe(404);
    expect((await sendRequest(emulator, `GET ${ROUTE}/3/reactions`, "bob")).status).toBe(410);
    expect((await sendRequest(emulator, `GET ${ROUTE}/comments/999/reactions`, "bob")).status).toBe(404);
  });
});
