import {
  addIssueFieldValues,
  deleteIssueFieldValue,
  listIssueFields,
  listIssueFieldValues,
  searchIssues,
  setIssueFieldValues,
  updateIssueField,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { anyText } from "../../any-text.fixture.ts";
import type { Emulator } from "../../public.ts";
import { clientFor } from "../../requests.fixture.ts";
import { GEARS, sendJson, test, WIDGETS } from "./issues.fixture.ts";

const ISSUE = { ...WIDGETS, issue_number: 1 };
const VALUES = "/repos/acme/widgets/issues/1/issue-field-values";

/** Returns functions that find the ids of the organization's fields and options by name. */
async function idsOf(emulator: Emulator) {
  const fields = await clientFor(emulator, "alice").call(listIssueFields, { org: "acme" });
  const knownFields = fields.flatMap((field) => (field ? [field] : []));
  const field = (name: string) => knownFields.find((known) => known.name === name)?.id ?? 0;
  const option = (name: string) =>
    knownFields.flatMap(({ options }) => options ?? []).find((known) => known.name === name)?.id ?? 0;
  return { field, option };
}

type ListedFieldValue = { readonly issue_field_name?: string | undefined; readonly value?: unknown };
const pairs = (values: readonly ListedFieldValue[]) =>
  values.map(({ issue_field_name, value }) => [issue_field_name, value]);

describe("issue field values", () => {
  test("are rendered by the type of their field", async ({ emulator }) => {
    const { field, option } = await idsOf(emulator);
    const values = await clientFor(emulator).call(listIssueFieldValues, ISSUE);
    const chosen = (name: string, color: string) => ({ id: option(name), name, color });
    expect(values).toMatchObject([
      { issue_field_id: field("Note"), data_type: "text", value: "see the sketch", node_id: expect.any(String) },
      { issue_field_id: field("Due"), data_type: "date", value: "2026-02-28" },
      { data_type: "single_select", value: option("High"), single_select_option: chosen("High", "red") },
      // The options have the order of the field's options, not of the request.
      {
        data_type: "multi_select",
        value: "Web,Phone",
        multi_select_options: [chosen("Web", "blue"), chosen("Phone", "green")],
      },
    ]);
    expect(new Set(values.map(({ node_id }) => node_id)).size).toBe(4);
  });

  test("are added to existing ones, replace those of the same field, or are all cleared", async ({ emulator }) => {
    const { field } = await idsOf(emulator);
    const { call } = clientFor(emulator, "bob");
    const added = await call(addIssueFieldValues, {
      ...ISSUE,
      issue_field_values: [
        { field_id: field("Effort"), value: 2.5 },
        { field_id: field("Priority"), value: "Low" },
        { field_id: field("Platform"), value: ["Desk"] },
      ],
    });
    expect(added.map(({ data_type, value }) => [data_type, value])).toMatchObject([
      ["text", "see the sketch"],
      ["number", 2.5],
      ["date", "2026-02-28"],
      ["single_select", expect.any(Number)],
      ["multi_select", "Desk"],
      ["text", "for us alone"],
    ]);
    expect(await call(listIssueFieldValues, ISSUE)).toEqual(added);
    const [found] = (await call(searchIssues, { q: "repo:acme/widgets is:issue Corners" })).items;
    expect(found).toMatchObject({ updated_at: "2026-02-02T12:00:00Z", issue_field_values: added });
    // Omitting the values changes nothing.
    expect(await call(addIssueFieldValues, ISSUE)).toEqual(added);
    expect(await call(setIssueFieldValues, ISSUE)).toEqual(added);
    expect(await call(addIssueFieldValues, { ...ISSUE, issue_field_values: [] })).toEqual([]);
    expect(await call(listIssueFieldValues, ISSUE)).toEqual([]);
  });

  test("replace all existing ones when set", async ({ emulator }) => {
    const { field } = await idsOf(emulator);
    const { call } = clientFor(emulator, "bob");
    const set = await call(setIssueFieldValues, {
      ...ISSUE,
      issue_field_values: [
        { field_id: field("Platform"), value: ["Phone", "Desk", "Phone"] },
        { field_id: field("Note"), value: "" },
      ],
    });
    expect(pairs(set)).toEqual([
      ["Note", ""],
      ["Platform", "Phone,Desk"],
    ]);
    const emptyPlatform = [{ field_id: field("Platform"), value: [] }];
    expect(pairs(await call(addIssueFieldValues, { ...ISSUE, issue_field_values: emptyPlatform }))).toEqual([
      ["Note", ""],
    ]);
    expect(await call(setIssueFieldValues, { ...ISSUE, issue_field_values: [] })).toEqual([]);
  });

  test("are deleted one by one", async ({ emulator }) => {
    const { field } = await idsOf(emulator);
    const { call } = clientFor(emulator, "bob");
    await call(deleteIssueFieldValue, { ...ISSUE, issue_field_id: field("Priority") });
    expect(pairs(await call(listIssueFieldValues, ISSUE)).map(([name]) => name)).not.toContain("Priority");
    for (const issue_field_id of [field("Priority"), field("Effort"), 99_999]) {
      await expect(call(deleteIssueFieldValue, { ...ISSUE, issue_field_id })).rejects.toMatchObject({ status: 404 });
    }
  });

  test("work for pull requests, by their number", async ({ emulator }) => {
    const { field } = await idsOf(emulator);
    const { call } = clientFor(emulator, "bob");
    const pull = { ...WIDGETS, issue_number: 6 };
    expect(pairs(await call(listIssueFieldValues, pull))).toEqual([["Due", "2026-03-01"]]);
    await call(addIssueFieldValues, { ...pull, issue_field_values: [{ field_id: field("Effort"), value: -1 }] });
    expect(pairs(await call(listIssueFieldValues, pull))).toEqual([
      ["Effort", -1],
      ["Due", "2026-03-01"],
    ]);
    // A token with write permission for pull requests is sufficient.
    const body = { issue_field_values: [{ field_id: field("Effort"), value: 8 }] };
    const route = `POST ${VALUES.replace("/1/", "/6/")}`;
    expect((await sendJson(emulator, route, "puller", body)).status).toBe(200);
  });

  test("are deleted with their option, and keep the remaining options", async ({ emulator }) => {
    const { field, option } = await idsOf(emulator);
    const { call } = clientFor(emulator, "alice");
    const keptOption = (name: string, color: "blue" | "green" | "purple" | "gray", priority: number) => ({
      id: option(name),
      name,
      color,
      priority,
    });
    const platform = { org: "acme", issue_field_id: field("Platform") };
    await call(updateIssueField, {
      ...platform,
      options: [{ ...keptOption("Phone", "purple", 2), name: "Mobile" }, keptOption("Desk", "gray", 1)],
    });
    const low = { org: "acme", issue_field_id: field("Priority"), options: [keptOption("Low", "gray", 1)] };
    await call(updateIssueField, low);
    const values = await call(listIssueFieldValues, ISSUE);
    expect(pairs(values)).toEqual([
      ["Note", "see the sketch"],
      ["Due", "2026-02-28"],
      ["Platform", "Mobile"],
      ["Secret", "for us alone"],
    ]);
    expect(values[2]).toMatchObject({
      multi_select_options: [{ id: option("Phone"), name: "Mobile", color: "purple" }],
    });
    await call(updateIssueField, { ...platform, options: [keptOption("Desk", "gray", 1)] });
    expect(pairs(await call(listIssueFieldValues, ISSUE)).map(([name]) => name)).toEqual(["Note", "Due", "Secret"]);
  });

  test("of fields for members are visible to members only", async ({ emulator }) => {
    const canSeeSecret = async (reader?: string) =>
      pairs(await clientFor(emulator, reader).call(listIssueFieldValues, ISSUE)).some(([name]) => name === "Secret");
    expect(await Promise.all(["alice", "bob", "installation", "job"].map(canSeeSecret))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(await Promise.all([undefined, "dave", "erin", "mallory"].map(canSeeSecret))).toEqual(Array(4).fill(false));
  });

  test("of concurrent writers are never mixed", async ({ emulator }) => {
    const { field } = await idsOf(emulator);
    const one = [
      { field_id: field("Effort"), value: 1 },
      { field_id: field("Note"), value: "one" },
    ];
    const other = [{ field_id: field("Priority"), value: "Low" }];
    const { call } = clientFor(emulator, "bob");
    const writes = [one, other, one, other].map((issue_field_values) =>
      call(setIssueFieldValues, { ...ISSUE, issue_field_values }),
    );
    const responses = await Promise.all(writes);
    expect(responses).toContainEqual(await call(listIssueFieldValues, ISSUE));
    expect(responses.map((values) => pairs(values).map(([name]) => name))).toEqual([
      ["Note", "Effort"],
      ["Priority"],
      ["Note", "Effort"],
      ["Priority"],
    ]);
  });

  test("are paginated", async ({ emulator }) => {
    const { body, headers } = await sendJson(emulator, `GET ${VALUES}?per_page=2&page=2`, "bob");
    expect(body).toMatchObject([{ issue_field_name: "Priority" }, { issue_field_name: "Platform" }]);
    expect(headers.get("link")).toMatch(/page=1>; rel="prev".*page=3>; rel="next"/);
  });
});

describe("invalid values", () => {
  test.for<[field: string, value: unknown, why: string]>([
    ["Note", 1, "must be a string"],
    ["Note", ["a"], "must be a string"],
    ["Effort", "2", "must be a number"],
    ["Effort", [], "must be a number"],
    ["Due", "2026-02-30", "must be a date"],
    ["Due", "2026-2-3", "must be a date"],
    ["Due", "2026-02-03T00:00:00Z", "must be a date"],
    ["Due", 20_260_203, "must be a date"],
    ["Priority", "Medium", "has no option"],
    ["Priority", "high", "has no option"],
    ["Priority", 1, "must be the name"],
    ["Priority", ["High"], "must be the name"],
    ["Platform", "Web", "must be an array"],
    ["Platform", ["Web", "Watch"], "has no option"],
    ["Platform", [1], "value"],
    ["Effort", null, "value"],
    ["Effort", true, "value"],
    ["Theirs", "text", "does not exist"],
  ])("for field %s, such as %j, are rejected without any write", async ([name, value, message], { emulator }) => {
    const { field } = await idsOf(emulator);
    const before = await clientFor(emulator, "bob").call(listIssueFieldValues, ISSUE);
    const issue_field_values = [
      { field_id: field("Secret"), value: "fine" },
      { field_id: name === "Theirs" ? 7 : field(name), value },
    ];
    for (const method of ["POST", "PUT"]) {
      const response = await sendJson(emulator, `${method} ${VALUES}`, "bob", { issue_field_values });
      expect(response.status).toBe(422);
      expect(JSON.stringify(response.body)).toContain(message);
      expect(JSON.stringify(response.body)).toContain("issue_field_values");
    }
    expect(await clientFor(emulator, "bob").call(listIssueFieldValues, ISSUE)).toEqual(before);
  });

  test("include a field that is listed twice, and more than 25 fields", async ({ emulator }) => {
    const { field } = await idsOf(emulator);
    const value = { field_id: field("Note"), value: "a" };
    const times = (count: number) => ({ issue_field_values: Array.from({ length: count }, () => value) });
    for (const count of [2, 25, 26])
      expect((await sendJson(emulator, `PUT ${VALUES}`, "bob", times(count))).status).toBe(422);
    expect((await sendJson(emulator, `PUT ${VALUES}`, "bob", times(1))).status).toBe(200);
    expect((await sendJson(emulator, `PUT ${VALUES}`, "bob", { issue_field_values: "Note" })).status).toBe(422);
    expect((await sendJson(emulator, `PUT ${VALUES}`, "bob", [])).status).toBe(400);
  });

  test("include every field of a repository without an organization", async ({ emulator }) => {
    const { field } = await idsOf(emulator);
    const weeds = { owner: "bob", repo: "garden", issue_number: 1 };
    const { call } = clientFor(emulator, "bob");
    expect(await call(listIssueFieldValues, weeds)).toEqual([]);
    const issue_field_values = [{ field_id: field("Note"), value: "a" }];
    await expect(call(addIssueFieldValues, { ...weeds, issue_field_values })).rejects.toMatchObject({ status: 422 });
  });
});

describe("issues without accessible values", () => {
  test("redirect to the new repository after a transfer, if the caller can see it", async ({ emulator }) => {
    const route = "GET /repos/acme/widgets/issues/4/issue-field-values";
    const moved = await sendJson(emulator, `${route}?per_page=5`, "bob");
    expect(moved.status).toBe(301);
    const location = moved.headers.get("location") ?? "";
    expect(location).toMatch(/\/repositories\/\d+\/issues\/1\/issue-field-values\?per_page=5&page=1$/);
    const redirected = await fetch(location, { headers: { authorization: `Bearer ${emulator.tokens["bob"]}` } });
    expect([redirected.status, await redirected.json()]).toEqual([200, []]);
    // The client follows the redirect.
    const { field } = await idsOf(emulator);
    const issue_field_values = [{ field_id: field("Effort"), value: 3 }];
    await clientFor(emulator, "bob").call(addIssueFieldValues, { ...GEARS, issue_number: 1, issue_field_values });
    const followed = await clientFor(emulator, "bob").call(listIssueFieldValues, { ...WIDGETS, issue_number: 4 });
    expect(pairs(followed)).toEqual([["Effort", 3]]);
    expect((await sendJson(emulator, route, "dave")).status).toBe(404);
    expect((await sendJson(emulator, route.replace("/4/", "/5/"), "bob")).status).toBe(404);
  });

  test("are gone after a deletion, or if issues are disabled", async ({ emulator }) => {
    const read = async (path: string) =>
      (await sendJson(emulator, `GET /repos/acme/${path}/issue-field-values`, "bob")).status;
    expect(await read("widgets/issues/3")).toBe(410);
    expect(await read("quiet/issues/1")).toBe(410);
    expect(await read("quiet/issues/2")).toBe(200);
    expect(await read("widgets/issues/99")).toBe(404);
    expect(await read("widgets/issues/first")).toBe(404);
    expect(await read("vault/issues/1")).toBe(404);
  });

  test("cannot be written to", async ({ emulator }) => {
    for (const path of [
      "widgets/issues/3",
      "widgets/issues/4",
      "widgets/issues/99",
      "quiet/issues/1",
      "vault/issues/1",
    ]) {
      for (const method of ["POST", "PUT"]) {
        const route = `${method} /repos/acme/${path}/issue-field-values`;
        expect((await sendJson(emulator, route, "bob", { issue_field_values: [] })).status).toBe(404);
      }
      expect((await sendJson(emulator, `DELETE /repos/acme/${path}/issue-field-values/1`, "bob")).status).toBe(404);
    }
  });
});

test("writing values requires push access and a token with the permission to write", async ({ emulator }) => {
  const body = { issue_field_values: [] };
  for (const token of ["dave", "mallory", "bare", "reader"]) {
    expect((await sendJson(emulator, `PUT ${VALUES}`, token, body)).status).toBe(403);
    expect((await sendJson(emulator, `DELETE ${VALUES}/1`, token)).status).toBe(403);
  }
  const hidden = "GET /repos/acme/gears/issues/1/issue-field-values";
  expect((await sendJson(emulator, hidden, "puller")).status).toBe(403);
  expect((await sendJson(emulator, hidden, "reader")).status).toBe(200);
  for (const token of ["erin", "installation", "job"]) {
    expect((await sendJson(emulator, `PUT ${VALUES}`, token, body)).status).toBe(200);
  }
});

test("values match a model after any sequence of writes", async ({ emulator }) => {
  const { field } = await idsOf(emulator);
  const { call } = clientFor(emulator, "bob");
  const options = ["Web", "Phone", "Desk"];
  const text = anyText({ maxLength: 8 });
  const day = fc
    .date({ min: new Date("1000-01-01T00:00:00Z"), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const value = {
    Note: text,
    Effort: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number || 0),
    Due: day,
    Priority: fc.constantFrom("High", "Low"),
    Platform: fc.subarray(options, { minLength: 0 }),
  };
  const someValues = fc.record(value, { requiredKeys: [] });
  const step = fc.oneof(
    fc.record({ action: fc.constantFrom("add" as const, "set" as const), values: someValues }),
    fc.record({ action: fc.constant("delete" as const), name: fc.constantFrom(...Object.keys(value)) }),
  );
  const listed = async () => {
    const values = await call(listIssueFieldValues, ISSUE);
    return Object.fromEntries(
      values.map((entry) => {
        const selectedNames =
          entry.data_type === "multi_select" ? entry.multi_select_options?.map(({ name }) => name) : undefined;
        const selectedName = entry.data_type === "single_select" ? entry.single_select_option?.name : undefined;
        return [entry.issue_field_name, selectedNames ?? selectedName ?? entry.value];
      }),
    );
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      await call(setIssueFieldValues, { ...ISSUE, issue_field_values: [] });
      let model = new Map<string, unknown>();
      for (const next of steps) {
        if (next.action === "delete") {
          const route = `DELETE ${VALUES}/${field(next.name)}`;
          expect((await sendJson(emulator, route, "bob")).status).toBe(model.delete(next.name) ? 204 : 404);
          continue;
        }
        const entries = Object.entries(next.values);
        // Adding an empty list clears all values.
        if (next.action === "set" || entries.length === 0) model = new Map();
        for (const [name, written] of entries) {
          if (Array.isArray(written) && written.length === 0) model.delete(name);
          else model.set(name, written);
        }
        const issue_field_values = entries.map(([name, written]) => ({ field_id: field(name), value: written }));
        await call(next.action === "add" ? addIssueFieldValues : setIssueFieldValues, { ...ISSUE, issue_field_values });
      }
      expect(await listed()).toEqual(Object.fromEntries(model));
    }),
    { numRuns: pickSize(15, 50) },
  );
});
