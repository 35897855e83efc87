import {
  addIssueFieldValues,
  deleteIssueFieldValue,
  listIssueFields,
  setIssueFieldValues,
} from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { startWithWebhooks } from "../../control/webhook-receiver.fixture.ts";

test.for(["github", "svc"] as const)(
  "emits an event for each field value that is added or removed (%s)",
  async (dialect) => {
    await using service = await startWithWebhooks({ dialect });
    const alice = service.client("alice");
    const fields = await alice.call(listIssueFields, { org: "acme" });
    const field = (name: string) => fields.find((candidate) => candidate?.name === name)?.id ?? 0;
    const issue = { owner: "acme", repo: "widgets", issue_number: 1 };
    const receivedValues = async () =>
      (await service.receivedEvents("acme/widgets")).map(({ event, payload }) => {
        const { issue_field, issue_field_value, changes } = Object(payload);
        return [event, issue_field.name, issue_field_value, changes?.issue_field_value.from];
      });
    const values = (...list: [name: string, value: string | number | string[]][]) =>
      list.map(([name, value]) => ({ field_id: field(name), value }));

    await alice.call(addIssueFieldValues, {
      ...issue,
      issue_field_values: values(
        ["Note", "see the model"],
        ["Effort", 3],
        ["Priority", "High"],
        ["Platform", ["Web", "Phone"]],
      ),
    });
    expect(await receivedValues()).toMatchObject([
      ["issues field_added", "Note", { value: "see the model" }, { value: "see the sketch" }],
      ["issues field_added", "Effort", { value: 3 }, undefined],
      ["issues field_added", "Priority", { option: { name: "High", color: "red" } }, undefined],
      ["issues field_added", "Platform", { options: [{ name: "Web" }, { name: "Phone" }] }, undefined],
    ]);
    // Unchanged values emit no event.
    await alice.call(setIssueFieldValues, { ...issue, issue_field_values: values(["Effort", 3], ["Priority", "Low"]) });
    expect(await receivedValues()).toMatchObject([
      ["issues field_removed", "Note", { value: "see the model" }, undefined],
      ["issues field_removed", "Platform", { value_ids: [expect.any(Number), expect.any(Number)] }, undefined],
      ["issues field_added", "Priority", { option: { name: "Low" } }, { option: { name: "High" } }],
    ]);
    await alice.call(deleteIssueFieldValue, { ...issue, issue_field_id: field("Effort") });
    expect(await receivedValues()).toMatchObject([["issues field_removed", "Effort", { value: 3 }, undefined]]);
    await expect(alice.call(deleteIssueFieldValue, { ...issue, issue_field_id: field("Effort") })).rejects.toThrow();
    // Pull requests have field values, but no such events.
    await alice.call(addIssueFieldValues, { ...issue, issue_number: 3, issue_field_values: values(["Effort", 3]) });
    expect(await receivedValues()).toEqual([]);
  },
);
