import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { InvalidFieldValueError, parseFieldValue, setFieldValue } from "../../state/issue-field-values.ts";
import {
  createIssueField,
  type IssueField,
  IssueFieldOptionColor,
  IssueFieldType,
  isSelectField,
  setOptions,
} from "../../state/issue-fields.ts";
import { issues } from "../../state/issues.ts";
import { recordSection } from "../define-section.ts";
import type { SeedContext } from "../seed-context.ts";
import { eachEntry, SeedError } from "../seed-error.ts";

const Field = z.strictObject({
  type: IssueFieldType,
  description: z.optional(z.string()),
  visibility: z._default(z.enum(["organization_members_only", "all"]), "organization_members_only"),
  /** Colors by option name, in display order. */
  options: z._default(z.record(z.string(), IssueFieldOptionColor), {}),
  /** Values by issue: `owner/name#1`. */
  values: z._default(z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])), {}),
});

/** Inserts an organization's issue fields by name, with their values. */
export const issueFields = recordSection(Field, (context, organization: Account, name, input) => {
  const { db, toTimestamp } = context;
  const now = toTimestamp(undefined);
  const { type, description = null, visibility, options, values } = input;
  if (isSelectField(type) !== Object.keys(options).length > 0) {
    throw new SeedError(["options"], "must not be empty for select fields, and must be omitted for others");
  }
  const settings = { name, description, data_type: type, is_public: visibility === "all" };
  const field = createIssueField(db, organization.id, settings, now);
  const optionSettings = Object.entries(options).map(([option, color], index) => ({
    name: option,
    color,
    description: null,
    priority: index + 1,
  }));
  setOptions(db, field.id, optionSettings, now);
  eachEntry(["values"], values, (reference, value) => insertFieldValue(context, organization, field, reference, value));
});

function insertFieldValue(
  { db, repository: findRepository }: SeedContext,
  organization: Account,
  field: IssueField,
  reference: string,
  value: string | number | readonly string[],
): void {
  const [fullName = "", number] = reference.split("#");
  const repository = findRepository(fullName);
  const issue = issues.find(db, { repository_id: repository.id, number: Number(number) });
  if (!issue || repository.owner_id !== organization.id) {
    throw new SeedError([], `must name an issue of ${organization.login}, got ${JSON.stringify(reference)}`);
  }
  try {
    const parsed = parseFieldValue(db, field, value);
    if (parsed) setFieldValue(db, issue.id, field.id, parsed);
  } catch (error) {
    throw error instanceof InvalidFieldValueError ? new SeedError([], error.message) : error;
  }
}
