import {
  addIssueFieldValues,
  createIssueField,
  deleteIssueField,
  listIssueFields,
  listIssueFieldValues,
  updateIssueField,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { startEmulator } from "../../emulator.ts";
import { clientFor } from "../../requests.fixture.ts";
import { SEED, sendJson, test, WIDGETS } from "../repository/issues.fixture.ts";

const ORG = { org: "acme" };
const FIELDS = "/orgs/acme/issue-fields";
const option = (name: string, priority = 1) => ({ name, color: "gray" as const, priority });

describe("an organization's issue fields", () => {
  test("are listed in order with their options", async ({ emulator }) => {
    const fields = await clientFor(emulator, "alice").call(listIssueFields, ORG);
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

  test("are all visible to members, and only the public ones to others", async ({ emulator }) => {
    const seenBy = async (token: string) => (await clientFor(emulator, token).call(listIssueFields, ORG)).length;
    expect(await Promise.all(["alice", "bob", "installation", "dave", "mallory"].map(seenBy))).toEqual([6, 6, 6, 5, 5]);
  });

  test("are created, partially updated and deleted with all their values", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const created = await call(createIssueField, {
      ...ORG,
      name: "Size",
      data_type: "single_select",
      description: "How large",
      options: [{ ...option("Large", 2), description: "As a house" }, option("Small", 1)],
    });
    expect(created).toMatchObject({
      name: "Size",
      data_type: "single_select",
      description: "How large",
      visibility: "organization_members_only",
      created_at: "2026-02-02T12:00:00Z",
      options: [{ name: "Small" }, { name: "Large", description: "As a house" }],
    });
    expect((await call(listIssueFields, ORG)).at(-1)).toEqual(created);
    const issue_field_id = created?.id ?? 0;
    const issue = { ...WIDGETS, issue_number: 2 };
    await call(addIssueFieldValues, { ...issue, issue_field_values: [{ field_id: issue_field_id, value: "Large" }] });

    emulator.control.clock.advance(60);
    const [small, large] = created?.options ?? [];
    const renamed = await call(updateIssueField, { ...ORG, issue_field_id, name: "size" });
    expect(renamed).toEqual({ ...created, name: "size", updated_at: "2026-02-02T12:01:00Z" });
    const changed = await call(updateIssueField, {
      ...ORG,
      issue_field_id,
      visibility: "all",
      description: null,
      options: [{ ...option("Huge", 3), id: large?.id ?? 0 }, option("Medium", 2)],
    });
    expect(changed).toMatchObject({
      name: "size",
      visibility: "all",
      description: null,
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
    ["an unknown type", { name: "New", data_type: "color" }],
    ["a select without options", { name: "New", data_type: "single_select" }],
    ["a select with an empty list of options", { name: "New", data_type: "multi_select", options: [] }],
    ["options of a field that isn't a select", { name: "New", data_type: "text", options: [option("a")] }],
    ["two options with the same name", { name: "New", data_type: "multi_select", options: [option("a"), option("A")] }],
    ["an option without a name", { name: "New", data_type: "multi_select", options: [option("")] }],
    ["an unknown color", { name: "New", data_type: "multi_select", options: [{ ...option("a"), color: "beige" }] }],
    [
      "too many options",
      { name: "New", data_type: "multi_select", options: numberedNames(101).map((name) => option(name)) },
    ],
    ["an unknown visibility", { name: "New", data_type: "text", visibility: "unknown" }],
  ])("are rejected for %s", async ([, body], { emulator }) => {
    const response = await sendJson(emulator, `POST ${FIELDS}`, "alice", body);
    expect(response.status).toBe(422);
    expect(await clientFor(emulator, "alice").call(listIssueFields, ORG)).toHaveLength(6);
  });

  test("stay the same if an update is rejected", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const before = await call(listIssueFields, ORG);
    const ids = before.map((field) => field?.id ?? 0);
    const [note, , , priority, platform] = ids;
    const priorityOptionId = before[3]?.options?.[0]?.id;
    const changes: [id: number | undefined, body: object][] = [
      [note, { name: "Effort" }] satisfies [unknown, object],
      [note, { name: "" }] satisfies [unknown, object],
      [note, { options: [option("a")] }],
      [priority, { options: [] }],
      [priority, { name: "New", options: [option("a"), option("a")] }],
      [
        priority,
        {
          options: [
            { ...option("a"), id: priorityOptionId },
            { ...option("b"), id: priorityOptionId },
          ],
        },
      ],
      [platform, { options: [{ ...option("a"), id: priorityOptionId }] }],
    ];
    for (const [id, body] of changes) {
      expect((await sendJson(emulator, `PATCH ${FIELDS}/${id}`, "alice", body)).status).toBe(422);
    }
    expect(await call(listIssueFields, ORG)).toEqual(before);
    // A field can keep its own name, and an empty list of options is valid for fields without options.
    expect((await sendJson(emulator, `PATCH ${FIELDS}/${note}`, "alice", { name: "note", options: [] })).status).toBe(
      200,
    );
  });

  test("have unique names even if created concurrently", async ({ emulator }) => {
    const create = () => sendJson(emulator, `POST ${FIELDS}`, "alice", { name: "New", data_type: "text" });
    const statuses = await Promise.all([create(), create(), create()].map(async (response) => (await response).status));
    expect(statuses.toSorted()).toEqual([200, 422, 422]);
    expect(await clientFor(emulator, "alice").call(listIssueFields, ORG)).toHaveLength(7);
  });

  test("are limited to 25", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    for (const name of numberedNames(19)) await call(createIssueField, { ...ORG, name, data_type: "text" });
    const response = await sendJson(emulator, `POST ${FIELDS}`, "alice", { name: "One more", data_type: "text" });
    expect(response).toMatchObject({ status: 422, body: { errors: [{ message: expect.stringContaining("25") }] } });
    expect(await call(listIssueFields, ORG)).toHaveLength(25);
  });

  test("belong to their organization and can be changed by its owners", async ({ emulator }) => {
    const body = { name: "New", data_type: "text" };
    for (const token of ["bob", "mallory", "bare", "reader", "job"]) {
      expect((await sendJson(emulator, `POST ${FIELDS}`, token, body)).status).toBe(403);
      expect((await sendJson(emulator, `DELETE ${FIELDS}/1`, token)).status).toBe(403);
    }
    expect((await sendJson(emulator, `POST ${FIELDS}`, "installation", body)).status).toBe(200);
    expect((await sendJson(emulator, "GET /orgs/acme/issue-fields", "bare")).status).toBe(403);
    expect((await sendJson(emulator, "GET /orgs/unknown-organization/issue-fields", "alice")).status).toBe(404);
    const [note] = await clientFor(emulator, "alice").call(listIssueFields, ORG);
    const otherFieldPath = `/orgs/rivals/issue-fields/${note?.id}`;
    expect((await sendJson(emulator, `PATCH ${otherFieldPath}`, "mallory", { name: "Ours" })).status).toBe(404);
    expect((await sendJson(emulator, `DELETE ${otherFieldPath}`, "mallory")).status).toBe(404);
    expect(await clientFor(emulator, "mallory").call(listIssueFields, { org: "rivals" })).toMatchObject([
      { name: "Theirs" },
    ]);
  });

  test("are not available in the self-hosted edition, which only lists values", async () => {
    const emulator = await startEmulator({ seed: SEED, edition: "self-hosted" });
    expect((await sendJson(emulator, `GET ${FIELDS}`, "alice")).status).toBe(404);
    const values = "/repos/acme/widgets/issues/1/issue-field-values";
    expect((await sendJson(emulator, `GET ${values}`, "alice")).status).toBe(200);
    expect((await sendJson(emulator, `PUT ${values}`, "alice", {})).status).toBe(404);
    await emulator.stop();
  });
});

function numberedNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `number ${index}`);
}
