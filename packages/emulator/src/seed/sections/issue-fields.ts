import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { readFieldValue, setFieldValue, WrongValue } from "../../state/issue-field-values.ts";
import {
  createIssueField,
  FieldType,
  type IssueField,
  isSelect,
  OptionColor,
  setOptions,
} from "../../state/issue-fields.ts";
import { findIssue } from "../../state/issues.ts";
import type { Planting } from "../planting.ts";
import { type SeedPath, SeedProblem } from "../problem.ts";
import { section } from "../section.ts";

const Field = z.strictObject({
  type: FieldType,
  description: z.optional(z.string()),
  visibility: z._default(z.enum(["organization_members_only", "all"]), "organization_members_only"),
  /** Colors by the options' names, in their order. */
  options: z._default(z.record(z.string(), OptionColor), {}),
  /** Values by the issues that have them: `owner/name#1`. */
  values: z._default(z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])), {}),
});

/** An organization's fields for issues by their names, with the issues' values. */
export const issueFields = section(z.record(z.string(), Field), (planting, organization: Account, fields, path) => {
  const { db, at } = planting;
  const now = at(undefined);
  for (const [name, { type, description = null, visibility, options, values }] of Object.entries(fields)) {
    if (isSelect(type) !== Object.keys(options).length > 0) {
      throw new SeedProblem([...path, name, "options"], "fields to select from have options, and no others do");
    }
    const settings = { name, description, data_type: type, is_public: visibility === "all" };
    const field = createIssueField(db, organization.id, settings, now);
    const chosen = Object.entries(options).map(([option, color], index) => ({
      ...{ name: option, color, description: null, priority: index + 1 },
    }));
    setOptions(db, field.id, chosen, now);
    for (const [place, value] of Object.entries(values)) {
      plantValue(planting, organization, field, place, value, [...path, name, "values", place]);
    }
  }
});

function plantValue(
  { db, repository: named }: Planting,
  organization: Account,
  field: IssueField,
  place: string,
  value: string | number | readonly string[],
  path: SeedPath,
): void {
  const [fullName = "", number] = place.split("#");
  const repository = named(fullName, path);
  const issue = findIssue(db, repository.id, Number(number));
  if (!issue || repository.owner_id !== organization.id) {
    throw new SeedProblem(path, `${organization.login} has no issue ${JSON.stringify(place)}`);
  }
  try {
    const kept = readFieldValue(db, field, value);
    if (kept) setFieldValue(db, issue.id, field.id, kept);
  } catch (error) {
    throw error instanceof WrongValue ? new SeedProblem(path, error.message) : error;
  }
}
