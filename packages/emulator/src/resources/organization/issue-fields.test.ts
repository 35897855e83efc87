import {
  addIssueFieldValues,
  createIssueField,
  deleteIssueField,
  listIssueFields,
  listIssueFieldValues,
  updateIssueField,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { as } from "../../calling.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import { SEED, send, test, WIDGETS } from "../repository/issues.fixture.ts";

const ORG = { org: "acme" };
const FIELDS = "/orgs/acme/issue-fields";
const option = (name: string, priority = 1) => ({ name, color: "gray" as const, priority });

describe("an organization's fields for issues", () => {
  test("are listed with their options, in their order", async ({ emulator }) => {
    const fields = await as(emulator, "alice").call(listIssueFields, ORG);
    expect(fields.map((field) => [field?.name, field?.data_type, field?.visibility])).toEqual([
      ["Note", "text", "all"],
      ["Effort", "number", "all"],
      ["Due", "date", "all"],
      ["Priority", "single_select", "all"],
      ["Platform", "multi_select", "all"],
      ["Secret", "text", "organization_members_only"],
    ]);
    expect(fields[3]?.options).toMatchObject([
      { name: "High", color: "red", priority: 1, description: null },
      { name: "Low", color: "gray", priority: 2 },
    ]);
    expect(fields[0]).not.toHaveProperty("options");
  });

  test("are all for members, and some for everybody", async ({ emulator }) => {
    const seenBy = async (token: string) => (await as(emulator, token).call(listIssueFields, ORG)).length;
    expect(await Promise.all(["alice", "bob", "installation", "dave", "mallory"].map(seenBy))).toEqual([6, 6, 6, 5, 5]);
  });

  test("are made, changed as far as one says, and deleted with all their values", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const made = await call(createIssueField, {
      ...{ ...ORG, name: "Size", data_type: "single_select", description: "How large" },
      options: [{ ...option("Large", 2), description: "As a house" }, option("Small", 1)],
    });
    expect(made).toMatchObject({
      ...{ name: "Size", data_type: "single_select", description: "How large" },
      ...{ visibility: "organization_members_only", created_at: "2026-02-02T12:00:00Z" },
      options: [{ name: "Small" }, { name: "Large", description: "As a house" }],
    });
    expect((await call(listIssueFields, ORG)).at(-1)).toEqual(made);
    const issue_field_id = made?.id ?? 0;
    const issue = { ...WIDGETS, issue_number: 2 };
    await call(addIssueFieldValues, { ...issue, issue_field_values: [{ field_id: issue_field_id, value: "Large" }] });

    emulator.control.clock.advance(60);
    const [small, large] = made?.options ?? [];
    const renamed = await call(updateIssueField, { ...ORG, issue_field_id, name: "size" });
    expect(renamed).toEqual({ ...made, name: "size", updated_at: "2026-02-02T12:01:00Z" });
    const changed = await call(updateIssueField, {
      ...{ ...ORG, issue_field_id, visibility: "all", description: null },
      options: [{ ...option("Huge", 3), id: large?.id ?? 0 }, option("Medium", 2)],
    });
    expect(changed).toMatchObject({
      ...{ name: "size", visibility: "all", description: null },
      options: [{ name: "Medium" }, { id: large?.id, name: "Huge", color: "gray", description: null }],
    });
    expect(changed?.options?.map(({ id }) => id)).not.toContain(small?.id);
    expect(await call(listIssueFieldValues, issue)).toMatchObject([
      { value: large?.id, single_select_option: { name: "Huge" } },
    ]);

    await call(deleteIssueField, { ...ORG, issue_field_id });
    expect(await call(listIssueFieldValues, issue)).toEqual([]);
    expect(await call(listIssueFields, ORG)).toHaveLength(6);
    await expect(call(deleteIssueField, { ...ORG, issue_field_id })).rejects.toMatchObject({ status: 404 });
    await expect(call(updateIssueField, { ...ORG, issue_field_id, name: "x" })).rejects.toMatchObject({ status: 404 });
  });

  test.for<[why: string, body: object]>([
    ["a name that is taken", { name: "PRIORITY", data_type: "text" }],
    ["no name", { data_type: "text" }],
    ["a blank name", { name: " ", data_type: "text" }],
    ["a type there isn't", { name: "New", data_type: "color" }],
    ["a choice of nothing", { name: "New", data_type: "single_select" }],
    ["a choice of no options", { name: "New", data_type: "multi_select", options: [] }],
    ["options of what is no choice", { name: "New", data_type: "text", options: [option("a")] }],
    ["two options of one name", { name: "New", data_type: "multi_select", options: [option("a"), option("A")] }],
    ["an option without a name", { name: "New", data_type: "multi_select", options: [option("")] }],
    ["a color there isn't", { name: "New", data_type: "multi_select", options: [{ ...option("a"), color: "beige" }] }],
    ["too many options", { name: "New", data_type: "multi_select", options: many(101).map((name) => option(name)) }],
    ["a visibility there isn't", { name: "New", data_type: "text", visibility: "nobody" }],
  ])("are refused for %s", async ([, body], { emulator }) => {
    const answer = await send(emulator, `POST ${FIELDS}`, "alice", body);
    expect(answer.status).toBe(422);
    expect(await as(emulator, "alice").call(listIssueFields, ORG)).toHaveLength(6);
  });

  test("keep what they were when a change is refused", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const before = await call(listIssueFields, ORG);
    const ids = before.map((field) => field?.id ?? 0);
    const [note, , , priority, platform] = ids;
    const foreign = before[3]?.options?.[0]?.id;
    const changes: [id: number | undefined, body: object][] = [
      ...[[note, { name: "Effort" }] satisfies [unknown, object], [note, { name: "" }] satisfies [unknown, object]],
      [note, { options: [option("a")] }],
      [priority, { options: [] }],
      [priority, { name: "New", options: [option("a"), option("a")] }],
      [
        priority,
        {
          options: [
            { ...option("a"), id: foreign },
            { ...option("b"), id: foreign },
          ],
        },
      ],
      [platform, { options: [{ ...option("a"), id: foreign }] }],
    ];
    for (const [id, body] of changes) {
      expect((await send(emulator, `PATCH ${FIELDS}/${id}`, "alice", body)).status).toBe(422);
    }
    expect(await call(listIssueFields, ORG)).toEqual(before);
    // A field's own name is free for it, and no options are none for what is no choice.
    expect((await send(emulator, `PATCH ${FIELDS}/${note}`, "alice", { name: "note", options: [] })).status).toBe(200);
  });

  test("have one name each, also where two are made at once", async ({ emulator }) => {
    const make = () => send(emulator, `POST ${FIELDS}`, "alice", { name: "New", data_type: "text" });
    const statuses = await Promise.all([make(), make(), make()].map(async (answer) => (await answer).status));
    expect(statuses.toSorted()).toEqual([200, 422, 422]);
    expect(await as(emulator, "alice").call(listIssueFields, ORG)).toHaveLength(7);
  });

  test("are 25 at most", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    for (const name of many(19)) await call(createIssueField, { ...ORG, name, data_type: "text" });
    const answer = await send(emulator, `POST ${FIELDS}`, "alice", { name: "One more", data_type: "text" });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ message: expect.stringContaining("25") }] } });
    expect(await call(listIssueFields, ORG)).toHaveLength(25);
  });

  test("are their own organization's, and its owners' to change", async ({ emulator }) => {
    const body = { name: "New", data_type: "text" };
    for (const token of ["bob", "mallory", "bare", "reader", "job"]) {
      expect((await send(emulator, `POST ${FIELDS}`, token, body)).status).toBe(403);
      expect((await send(emulator, `DELETE ${FIELDS}/1`, token)).status).toBe(403);
    }
    expect((await send(emulator, `POST ${FIELDS}`, "installation", body)).status).toBe(200);
    expect((await send(emulator, "GET /orgs/acme/issue-fields", "bare")).status).toBe(403);
    expect((await send(emulator, "GET /orgs/nobody/issue-fields", "alice")).status).toBe(404);
    const [note] = await as(emulator, "alice").call(listIssueFields, ORG);
    const theirs = `/orgs/rivals/issue-fields/${note?.id}`;
    expect((await send(emulator, `PATCH ${theirs}`, "mallory", { name: "Ours" })).status).toBe(404);
    expect((await send(emulator, `DELETE ${theirs}`, "mallory")).status).toBe(404);
    expect(await as(emulator, "mallory").call(listIssueFields, { org: "rivals" })).toMatchObject([{ name: "Theirs" }]);
  });

  test("are not the self-hosted edition's, which only lists values", async () => {
    const emulator = await startEmulator({ seed: SEED, edition: "self-hosted" });
    expect((await send(emulator, `GET ${FIELDS}`, "alice")).status).toBe(404);
    const values = "/repos/acme/widgets/issues/1/issue-field-values";
    expect((await send(emulator, `GET ${values}`, "alice")).status).toBe(200);
    expect((await send(emulator, `PUT ${values}`, "alice", {})).status).toBe(404);
    await emulator.stop();
  });
});

function many(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `number ${at}`);
}
