import {
  addIssueLabels,
  createLabel,
  deleteLabel,
  getLabel,
  listIssueEvents,
  listIssueLabels,
  listLabels,
  listMilestoneLabels,
  removeAllIssueLabels,
  removeIssueLabel,
  setIssueLabels,
  updateLabel,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { startWithWebhooks } from "../../control/webhook-receiver.fixture.ts";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { sendJson, test, WIDGETS } from "./issues.fixture.ts";

const ISSUE = { ...WIDGETS, issue_number: 1 };
const LABELS = "/repos/acme/widgets/labels";
const namesOf = (labels: readonly { readonly name: string }[]) => labels.map(({ name }) => name);

describe("labels of a repository", () => {
  test("are listed by name, and found without regard to case", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const listed = await call(listLabels, WIDGETS);
    expect(listed).toMatchObject([
      { name: "bug", color: "d73a4a", default: true },
      { name: "help wanted", description: "Anyone can", default: false },
      { name: "later", color: "ededed" },
    ]);
    expect(await call(getLabel, { ...WIDGETS, name: "HELP wanted" })).toEqual(listed[1]);
    await expect(call(getLabel, { ...WIDGETS, name: "nothing" })).rejects.toMatchObject({ status: 404 });
    expect((await sendRequest(emulator, `GET ${LABELS}?per_page=2`, "bob")).link).toContain('page=2>; rel="last"');
    expect(namesOf(await call(listMilestoneLabels, { ...WIDGETS, milestone_number: 1 }))).toEqual([
      "bug",
      "help wanted",
      "later",
    ]);
    expect(await call(listMilestoneLabels, { ...WIDGETS, milestone_number: 2 })).toEqual([]);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/milestones/9/labels", "bob")).status).toBe(404);
  });

  test("are created, renamed and deleted", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const created = await call(createLabel, { ...WIDGETS, name: "a/b", color: "ABCDEF", description: "Slashed" });
    expect(created).toMatchObject({ name: "a/b", color: "abcdef", description: "Slashed", default: false });
    expect(created.url).toMatch(/\/labels\/a%2Fb$/);
    expect((await call(createLabel, { ...WIDGETS, name: "plain" })).color).toBe("ededed");
    const renamed = await call(updateLabel, { ...WIDGETS, name: "a/b", new_name: "A/B", color: "000000" });
    expect(renamed).toEqual({ ...created, name: "A/B", color: "000000", url: created.url.replace("a%2Fb", "A%2FB") });
    await call(deleteLabel, { ...WIDGETS, name: "bug" });
    expect(namesOf(await call(listIssueLabels, ISSUE))).toEqual(["help wanted"]);
    await expect(call(deleteLabel, { ...WIDGETS, name: "bug" })).rejects.toMatchObject({ status: 404 });
  });

  test.for([
    [{ name: "BUG" }, { resource: "Label", field: "name", code: "already_exists" }],
    [{ name: " " }, { resource: "Label", field: "name", code: "missing_field" }],
    [{ name: "x".repeat(51) }, { resource: "Label", field: "name", code: "custom" }],
    [
      { name: "new", color: "#fff" },
      { resource: "Label", field: "color", code: "invalid" },
    ],
    [
      { name: "new", description: "x".repeat(101) },
      { resource: "Label", field: "description", code: "invalid" },
    ],
  ] as const)("are not created from %j", async ([body, error], { emulator }) => {
    expect(await sendJson(emulator, `POST ${LABELS}`, "bob", body)).toMatchObject({
      status: 422,
      body: { errors: [error] },
    });
    const { name, ...rest } = body;
    const update = { ...rest, ...(name === "new" ? {} : { new_name: name }) };
    expect((await sendJson(emulator, `PATCH ${LABELS}/later`, "bob", update)).status).toBe(422);
  });

  test("are only changed by those who can push", async ({ emulator }) => {
    expect((await sendJson(emulator, `POST ${LABELS}`, "dave", { name: "new" })).status).toBe(403);
    expect((await sendJson(emulator, `DELETE ${LABELS}/bug`, "dave")).status).toBe(403);
    expect((await sendJson(emulator, `POST ${LABELS}`, "reader", { name: "new" })).status).toBe(403);
    expect((await sendJson(emulator, "POST /repos/acme/gears/labels", "dave", { name: "new" })).status).toBe(404);
  });
});

describe("labels of an issue", () => {
  test("are added, replaced and removed, and recorded", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    expect(namesOf(await call(addIssueLabels, { ...ISSUE, labels: ["fresh", "bug", { name: "later" }] }))).toEqual([
      "bug",
      "fresh",
      "help wanted",
      "later",
    ]);
    expect(namesOf(await call(listLabels, WIDGETS))).toContain("fresh");
    expect(namesOf(await call(removeIssueLabel, { ...ISSUE, name: "LATER" }))).toEqual(["bug", "fresh", "help wanted"]);
    expect(namesOf(await call(setIssueLabels, { ...ISSUE, labels: ["later", "bug"] }))).toEqual(["bug", "later"]);
    await call(removeAllIssueLabels, ISSUE);
    expect(await call(listIssueLabels, ISSUE)).toEqual([]);
    const events = await call(listIssueEvents, ISSUE);
    expect(events.map(({ event, label }) => `${event} ${label?.name}`)).toEqual([
      "labeled fresh",
      "labeled later",
      "unlabeled later",
      "unlabeled fresh",
      "unlabeled help wanted",
      "labeled later",
      "unlabeled bug",
      "unlabeled later",
    ]);
    expect(namesOf(await call(addIssueLabels, { ...WIDGETS, issue_number: 6, labels: ["bug"] }))).toEqual([
      "bug",
      "later",
    ]);
  });

  test("are also accepted without an object around their list", async ({ emulator }) => {
    const path = "/repos/acme/widgets/issues/1/labels";
    expect(await requestJson(emulator, `PUT ${path}`, ["bug"])).toMatchObject({ status: 200, body: [{ name: "bug" }] });
    const added = await requestJson(emulator, `POST ${path}`, [{ name: "later" }]);
    expect(added).toMatchObject({ status: 200, body: [{ name: "bug" }, { name: "later" }] });
    expect((await requestJson(emulator, `POST ${path}`, [1])).status).toBe(422);
    const invalid = { status: 400, body: { message: "Body should be a JSON object" } };
    expect(await requestJson(emulator, "POST /repos/acme/widgets/issues/1/assignees", ["bob"])).toMatchObject(invalid);
  });

  test("respond with errors for what is missing", async ({ emulator }) => {
    const send = (route: string, body?: object, token = "bob") => {
      const [method, path] = route.split(" ");
      return sendJson(emulator, `${method} /repos/acme/widgets/issues/${path}`, token, body);
    };
    expect(await send("DELETE 1/labels/later")).toMatchObject({
      status: 404,
      body: { message: "Label does not exist" },
    });
    expect((await send("POST 99/labels", { labels: ["bug"] })).status).toBe(404);
    expect((await send("POST 3/labels", { labels: ["bug"] })).status).toBe(410);
    expect((await send("PUT 4/labels", { labels: ["bug"] })).status).toBe(301);
    expect((await send("POST 1/labels", { labels: [] })).status).toBe(422);
    expect((await send("POST 1/labels", { labels: ["bug"] }, "dave")).status).toBe(403);
    expect((await send("GET 3/labels")).status).toBe(410);
  });
});

test("changes of labels emit events", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("bob");
  await call(createLabel, { ...WIDGETS, name: "fresh" });
  await call(updateLabel, { ...WIDGETS, name: "fresh", new_name: "stale", description: "Old" });
  await call(updateLabel, { ...WIDGETS, name: "stale", description: "Old" });
  await call(addIssueLabels, { ...WIDGETS, issue_number: 3, labels: ["stale", "later"] });
  await call(removeIssueLabel, { ...WIDGETS, issue_number: 1, name: "later" });
  await call(deleteLabel, { ...WIDGETS, name: "stale" });
  expect(await service.receivedEvents("acme/widgets")).toMatchObject([
    { event: "label created", payload: { label: { name: "fresh" } } },
    {
      event: "label edited",
      payload: { label: { name: "stale" }, changes: { name: { from: "fresh" }, description: { from: "" } } },
    },
    { event: "pull_request labeled", payload: { label: { name: "stale" }, number: 3 } },
    { event: "pull_request labeled", payload: { label: { name: "later" }, number: 3 } },
    { event: "issues unlabeled", payload: { label: { name: "later" }, issue: { number: 1 } } },
    { event: "label deleted", payload: { label: { name: "stale" }, sender: { login: "bob" } } },
  ]);
});
