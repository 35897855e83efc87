import { isDeepStrictEqual } from "node:util";
import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import type { Account } from "../../state/accounts.ts";
import type { FieldValue } from "../../state/issue-field-values.ts";
import { issueEvent, type RepositoryIssue } from "./issues.ts";

/** Creates the events for changed field values of an issue: one for each value that was added or removed (`issues`). */
export function fieldValueEvents(
  context: EmulatorContext,
  placedIssue: RepositoryIssue,
  before: readonly FieldValue[],
  after: readonly FieldValue[],
  sender: Account,
): WebhookEvent[] {
  const valueIn = (values: readonly FieldValue[], field: number) => values.find(({ field_id }) => field_id === field);
  const removed = before.filter(({ field_id }) => !valueIn(after, field_id));
  const added = after.flatMap((value) => {
    const old = valueIn(before, value.field_id);
    return old && isSame(old, value) ? [] : [{ value, old }];
  });
  return [
    ...removed.map((value) => issueEvent(context, placedIssue, sender, "field_removed", () => describeValue(value))),
    ...added.map(({ value, old }) =>
      issueEvent(context, placedIssue, sender, "field_added", () => ({
        ...describeValue(value),
        ...(old ? { changes: { issue_field_value: { from: renderContent(old) } } } : {}),
      })),
    ),
  ];
}

function isSame(old: FieldValue, now: FieldValue): boolean {
  return old.text === now.text && old.number === now.number && isDeepStrictEqual(old.choices, now.choices);
}

const describeValue = (value: FieldValue) => ({
  issue_field: { id: value.field_id, name: value.name, field_type: value.data_type },
  issue_field_value: renderContent(value),
});

function renderContent({ id, data_type, text, number, choices }: FieldValue) {
  switch (data_type) {
    case "text":
    case "date":
      return { id, value: text };
    case "number":
      return { id, value: number };
    case "single_select":
      return { id, ...(choices[0] ? { value_id: choices[0].id, option: choices[0] } : {}) };
    case "multi_select":
      return { id, value_ids: choices.map((choice) => choice.id), options: choices };
  }
}
