import {
  createIssueComment,
  deleteIssueComment,
  getIssue,
  getIssueComment,
  listIssueComments,
  listRepositoryIssueComments,
  searchIssues,
  updateIssueComment,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { startWithWebhooks } from "../../control/webhook-receiver.fixture.ts";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { sendJson, test, WIDGETS } from "./issues.fixture.ts";

const ISSUE = { ...WIDGETS, issue_number: 1 };
const ROUTE = "/repos/acme/widgets/issues";
const bodiesOf = (comments: readonly { readonly body?: string | undefined }[]) => comments.map(({ body }) => body);

describe("comments on issues", () => {
  test("are listed for an issue and for the repository", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const comments = await call(listIssueComments, ISSUE);
    expect(comments).toMatchObject([
      { body: "Mine are blunt", user: { login: "bob" }, author_association: "MEMBER", reactions: { total_count: 0 } },
      { body: "Ouch", user: { login: "erin" }, author_association: "COLLABORATOR" },
    ]);
    expect(await call(getIssueComment, { ...WIDGETS, comment_id: comments[1]?.id ?? 0 })).toEqual(comments[1]);
    expect(bodiesOf(await call(listIssueComments, { ...ISSUE, since: "2026-01-12T00:00:00Z" }))).toEqual(["Ouch"]);
    const listed = (query: object) => call(listRepositoryIssueComments, { ...WIDGETS, ...query }).then(bodiesOf);
    expect(await listed({})).toEqual(["Mine are blunt", "Ouch", "Nice"]);
    expect(await listed({ direction: "desc" })).toEqual(["Nice", "Ouch", "Mine are blunt"]);
    expect(await listed({ since: "2026-01-12T10:30:00Z" })).toEqual(["Nice"]);
    await clientFor(emulator, "bob").call(updateIssueComment, {
      ...{ ...WIDGETS, comment_id: comments[0]?.id ?? 0 },
      body: "Not mine",
    });
    expect(await listed({ sort: "updated" })).toEqual(["Ouch", "Nice", "Not mine"]);
    const { link } = await sendRequest(emulator, `GET ${ROUTE}/1/comments?per_page=1`, "bob");
    expect(link).toContain('page=2>; rel="last"');
  });

  test("are created, updated and deleted, and are searched", async ({ emulator }) => {
    const { call } = clientFor(emulator, "mallory");
    const created = await call(createIssueComment, { ...ISSUE, body: "Rasping" });
    expect(created).toMatchObject({ body: "Rasping", user: { login: "mallory" }, author_association: "NONE" });
    expect(created.html_url).toMatch(/\/acme\/widgets\/issues\/1#issuecomment-\d+$/);
    expect(await call(getIssue, ISSUE)).toMatchObject({ comments: 3, updated_at: "2026-02-02T12:00:00Z" });
    const comment = { ...WIDGETS, comment_id: created.id };
    const found = async (q: string) => (await call(searchIssues, { q: `repo:acme/widgets ${q}` })).items.length;
    expect(await found("rasping")).toBe(1);
    expect(await call(updateIssueComment, { ...comment, body: "Smooth" })).toMatchObject({ body: "Smooth" });
    expect([await found("rasping"), await found("smooth"), await found("blunt")]).toEqual([0, 1, 1]);
    // A user who can push deletes comments of others.
    await clientFor(emulator, "bob").call(deleteIssueComment, comment);
    expect([await found("smooth"), await found("blunt")]).toEqual([0, 1]);
    await expect(call(getIssueComment, comment)).rejects.toMatchObject({ status: 404 });
  });

  test("are changed by their authors and by those who can push only", async ({ emulator }) => {
    const [first] = await clientFor(emulator).call(listIssueComments, ISSUE);
    const route = `${ROUTE}/comments/${first?.id}`;
    expect((await sendJson(emulator, `PATCH ${route}`, "dave", { body: "X" })).status).toBe(403);
    expect((await sendJson(emulator, `DELETE ${route}`, "mallory")).status).toBe(403);
    expect((await sendJson(emulator, `PATCH ${route}`, "erin", { body: "X" })).status).toBe(200);
    expect(await sendJson(emulator, `PATCH ${route}`, "erin", { body: " " })).toMatchObject({
      status: 422,
      body: { errors: [{ resource: "IssueComment", field: "body", code: "missing_field" }] },
    });
    expect((await sendJson(emulator, `PATCH ${ROUTE}/comments/999`, "erin", { body: "X" })).status).toBe(404);
    expect((await sendJson(emulator, "PATCH /repos/acme/gears/issues/comments/1", "alice", { body: "X" })).status).toBe(
      404,
    );
  });

  test("are rejected on locked, missing and disabled issues", async ({ emulator }) => {
    const send = (path: string, token: string) =>
      sendJson(emulator, `POST /repos/acme/${path}/comments`, token, { body: "X" });
    expect(await send("widgets/issues/2", "mallory")).toMatchObject({
      status: 403,
      body: { message: "Unable to create comment because issue is locked." },
    });
    expect((await send("widgets/issues/2", "dave")).status).toBe(201);
    expect((await send("widgets/issues/99", "bob")).status).toBe(404);
    expect((await send("widgets/issues/3", "bob")).status).toBe(410);
    expect((await send("quiet/issues/1", "bob")).status).toBe(410);
    expect((await send("quiet/issues/2", "bob")).status).toBe(201);
    expect((await send("gears/issues/2", "dave")).status).toBe(404);
  });
});

test("changes of comments emit events", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("bob");
  const { id } = await call(createIssueComment, { ...WIDGETS, issue_number: 3, body: "Fine" });
  const comment = { ...WIDGETS, comment_id: id };
  await call(updateIssueComment, { ...comment, body: "Well" });
  await call(updateIssueComment, { ...comment, body: "Well" });
  await call(deleteIssueComment, comment);
  expect(await service.receivedEvents("acme/widgets")).toMatchObject([
    { event: "issue_comment created", payload: { comment: { body: "Fine" }, issue: { number: 3, comments: 1 } } },
    { event: "issue_comment edited", payload: { changes: { body: { from: "Fine" } }, comment: { body: "Well" } } },
    { event: "issue_comment deleted", payload: { comment: { id }, issue: { comments: 0 }, sender: { login: "bob" } } },
  ]);
});
