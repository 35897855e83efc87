import type { Input } from "@forgehand/core/contract";
import type { updateIssue } from "@forgehand/core/operations";

/** Separates the changes of an issue that are only suggested from those to apply. */
export function separateSuggestions(update: Input<typeof updateIssue>) {
  const labels = separate(update.labels);
  const assignees = separate(update.assignees);
  const issue_field_values = separate(update.issue_field_values);
  const type = separate(update.type === undefined ? undefined : [update.type]);
  const suggestions = {
    ...(labels.suggested && { labels: labels.suggested }),
    ...(assignees.suggested && { assignees: assignees.suggested }),
    ...(issue_field_values.suggested && { issue_field_values: issue_field_values.suggested }),
    ...(type.suggested && { type: type.suggested.map(({ value, ...entry }) => ({ ...entry, value: value ?? "" })) }),
  };
  const applied = {
    ...update,
    labels: labels.applied,
    assignees: assignees.applied,
    issue_field_values: issue_field_values.applied,
    type: type.applied?.[0],
  };
  return { applied, suggestions: Object.keys(suggestions).length > 0 ? suggestions : undefined };
}

/** Separates the entries of a list. If all are only suggested, nothing of the list is to be applied. */
function separate<T>(given: T[] | undefined) {
  const suggested = given?.filter(isSuggestion) ?? [];
  if (suggested.length === 0) return { applied: given, suggested: undefined };
  const applied = given?.filter((entry) => !isSuggestion(entry));
  return { applied: applied?.length === 0 ? undefined : applied, suggested };
}

function isSuggestion<T>(entry: T): entry is Exclude<T, string | null> {
  return typeof entry === "object" && entry !== null && "suggest" in entry && entry.suggest === true;
}
