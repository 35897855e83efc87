import { createIssue, getIssue, listIssueEvents, updateIssue } from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { startWithWebhooks } from "../control/webhook-receiver.fixture.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };
const GEARS = { owner: "acme", repo: "gears" };

test("a merged pull request closes the issues that its body refers to", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("alice");
  await call(createIssue, { ...GEARS, title: "Gears grind" });
  await call(createIssue, { ...WIDGETS, title: "Open" });
  // Issue 2 is closed, 5 is a pull request, 10 is not named by a keyword, 99 doesn't exist.
  const body = "Fixes #1, closes acme/gears#1, fixes mallory/own#1.\nResolves #2. Fixes #5. See #10. Fixes #99";
  await call(updateIssue, { ...WIDGETS, issue_number: 3, body });
  await service.receivedEvents();
  service.emulator.control.transition({ repository: "acme/widgets", pull: 3, to: "merged", by: "alice" });
  const issue = { ...WIDGETS, issue_number: 1 };
  expect(await call(getIssue, issue)).toMatchObject({
    state: "closed",
    state_reason: "completed",
    closed_by: { login: "alice" },
  });
  expect(await call(listIssueEvents, issue)).toMatchObject([{ event: "closed", actor: { login: "alice" } }]);
  expect((await call(getIssue, { ...GEARS, issue_number: 1 })).state).toBe("closed");
  expect((await call(getIssue, { ...WIDGETS, issue_number: 5 })).state).toBe("open");
  expect((await call(getIssue, { ...WIDGETS, issue_number: 10 })).state).toBe("open");
  expect(await call(listIssueEvents, { ...WIDGETS, issue_number: 2 })).toEqual([]);
  // Alice can't push to the repository of mallory.
  expect((await call(getIssue, { owner: "mallory", repo: "own", issue_number: 1 })).state).toBe("open");
  const names = await service.receivedEventNames("acme/widgets");
  expect(names.filter((name) => name.startsWith("issues"))).toEqual(["issues closed"]);
});

test("pull requests into other branches close nothing", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("alice");
  await call(updateIssue, { ...WIDGETS, issue_number: 8, body: "Fixes #1" });
  service.emulator.control.transition({ repository: "acme/widgets", pull: 8, to: "merged", by: "alice" });
  expect((await call(getIssue, { ...WIDGETS, issue_number: 1 })).state).toBe("open");
});
