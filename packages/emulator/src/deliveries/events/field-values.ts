import { isDeepStrictEqual } from "node:util";
import type { Account } from "../../state/accounts.ts";
import type { FieldValue } from "../../state/issue-field-values.ts";
import type { Event, World } from "../../world.ts";
import { issueEvent, type PlacedIssue } from "./issues.ts";

/** What a change of an issue's field values tells: a value that is there now, or no longer (public description: issues). */
export function fieldValueEvents(
  world: World,
  place: PlacedIssue,
  before: readonly FieldValue[],
  after: readonly FieldValue[],
  sender: Account,
): Event[] {
  const valueIn = (values: readonly FieldValue[], field: number) => values.find(({ field_id }) => field_id === field);
  const lost = before.filter(({ field_id }) => !valueIn(after, field_id));
  const given = after.flatMap((value) => {
    const old = valueIn(before, value.field_id);
    return old && isSame(old, value) ? [] : [{ value, old }];
  });
  return [
    ...lost.map((value) => issueEvent(world, place, sender, "field_removed", () => about(value))),
    ...given.map(({ value, old }) =>
      issueEvent(world, place, sender, "field_added", () => ({
        ...about(value),
        ...(old ? { changes: { issue_field_value: { from: contentOf(old) } } } : {}),
      })),
    ),
  ];
}

function isSame(old: FieldValue, now: FieldValue): boolean {
  return old.text === now.text && old.number === now.number && isDeepStrictEqual(old.choices, now.choices);
}

const about = (value: FieldValue) => ({
  issue_field: { id: value.field_id, name: value.name, field_type: value.data_type },
  issue_field_value: contentOf(value),
});

function contentOf({ id, data_type, text, number, choices }: FieldValue) {
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
