import {
  createMilestone,
  deleteMilestone,
  getIssue,
  getMilestone,
  listMilestones,
  updateMilestone,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { startWithWebhooks } from "../../control/webhook-receiver.fixture.ts";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { sendJson, test, WIDGETS } from "./issues.fixture.ts";

const MILESTONES = "/repos/acme/widgets/milestones";
const titlesOf = (milestones: readonly { readonly title: string }[]) => milestones.map(({ title }) => title);

describe("milestones", () => {
  test("are listed by state, and sorted by due date or completeness", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const listed = async (query: object) => titlesOf(await call(listMilestones, { ...WIDGETS, ...query }));
    expect(await listed({})).toEqual(["Version 1"]);
    expect(await listed({ state: "closed" })).toEqual(["Version 0"]);
    await call(createMilestone, { ...WIDGETS, title: "Soon", due_on: "2026-02-03T00:00:00Z" });
    expect(await listed({ state: "all" })).toEqual(["Soon", "Version 1", "Version 0"]);
    expect(await listed({ state: "all", direction: "desc" })).toEqual(["Version 0", "Version 1", "Soon"]);
    await sendJson(emulator, "PATCH /repos/acme/widgets/issues/1", "bob", { state: "closed" });
    expect(await listed({ sort: "completeness", direction: "desc" })).toEqual(["Version 1", "Soon"]);
    expect((await sendRequest(emulator, `GET ${MILESTONES}?state=all&per_page=2`, "bob")).link).toContain(
      'page=2>; rel="last"',
    );
  });

  test("are created, updated and deleted, and numbers are not used again", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const created = await call(createMilestone, {
      ...WIDGETS,
      title: "Version 2",
      description: "Next",
      state: "closed",
    });
    expect(created).toMatchObject({
      number: 3,
      state: "closed",
      closed_at: "2026-02-02T12:00:00Z",
      creator: { login: "bob" },
      due_on: null,
      open_issues: 0,
    });
    const third = { ...WIDGETS, milestone_number: 3 };
    const changes = { title: "Version 3", state: "open", due_on: "2026-03-01T08:00:00Z" } as const;
    const updated = await call(updateMilestone, { ...third, ...changes });
    expect(updated).toEqual({ ...created, ...changes, closed_at: null });
    expect(await call(getMilestone, third)).toEqual(updated);
    await call(deleteMilestone, third);
    await expect(call(getMilestone, third)).rejects.toMatchObject({ status: 404 });
    expect((await call(createMilestone, { ...WIDGETS, title: "Version 4" })).number).toBe(4);
    await call(deleteMilestone, { ...WIDGETS, milestone_number: 1 });
    expect((await call(getIssue, { ...WIDGETS, issue_number: 1 })).milestone).toBeNull();
  });

  test("reject invalid titles and callers who can't push", async ({ emulator }) => {
    for (const [title, code] of [
      [" ", "missing_field"],
      ["version 1", "already_exists"],
      ["x".repeat(256), "custom"],
    ] as const) {
      const error = { status: 422, body: { errors: [{ resource: "Milestone", field: "title", code }] } };
      expect(await sendJson(emulator, `POST ${MILESTONES}`, "bob", { title })).toMatchObject(error);
      expect(await sendJson(emulator, `PATCH ${MILESTONES}/2`, "bob", { title })).toMatchObject(error);
    }
    expect((await sendJson(emulator, `POST ${MILESTONES}`, "dave", { title: "X" })).status).toBe(403);
    expect((await sendJson(emulator, `DELETE ${MILESTONES}/1`, "dave")).status).toBe(403);
    expect((await sendJson(emulator, `PATCH ${MILESTONES}/99`, "bob", { title: "X" })).status).toBe(404);
    expect((await sendRequest(emulator, "GET /repos/acme/gears/milestones", "dave")).status).toBe(404);
  });
});

test("changes of milestones emit events", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("bob");
  const { number } = await call(createMilestone, { ...WIDGETS, title: "Version 2" });
  const milestone = { ...WIDGETS, milestone_number: number };
  await call(updateMilestone, { ...milestone, title: "Version 3", state: "closed" });
  await call(updateMilestone, { ...milestone, state: "open" });
  await call(deleteMilestone, milestone);
  expect(await service.receivedEvents("acme/widgets")).toMatchObject([
    { event: "milestone created", payload: { milestone: { title: "Version 2" } } },
    { event: "milestone edited", payload: { changes: { title: { from: "Version 2" } } } },
    { event: "milestone closed", payload: { milestone: { state: "closed" } } },
    { event: "milestone opened", payload: { milestone: { state: "open", closed_at: null } } },
    { event: "milestone deleted", payload: { milestone: { number }, sender: { login: "bob" } } },
  ]);
});
