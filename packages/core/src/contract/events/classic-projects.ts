import * as z from "zod/mini";
import { EventRepository } from "../objects/repository.ts";
import { EventUser, User } from "../objects/user.ts";
import { extensibleEnum, fieldsWith } from "../schema.ts";
import { anyEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { PreviousText } from "./parts/previous-text.ts";

// Classic projects, which the projects of organizations have replaced.

const RULE = allHooks("repository_projects", "organization_projects");

const optionalRepository = () => ({ repository: z.optional(z.nullable(EventRepository.schema())) });
const commonFields = () => ({ ...anyEventFields(), sender: User.schema() });
// The sender is not guaranteed for every action.
const optionalSender = () => ({ sender: z.optional(User.schema()) });
const deletedFields = () => ({ ...optionalRepository(), ...optionalSender() });
const times = () => fieldsWith(z.string(), "created_at", "updated_at");

/** A classic project was created, edited, closed, reopened or deleted. */
export const project = event("project", RULE, () => ({
  payload: {
    ...commonFields(),
    project: z.looseObject({
      ...fieldsWith(z.int(), "id", "number"),
      ...fieldsWith(z.string(), "node_id", "name", "url", "html_url", "owner_url", "columns_url"),
      ...times(),
      body: z.nullable(z.string()),
      state: extensibleEnum("open", "closed"),
      creator: z.nullable(EventUser.schema()),
    }),
  },
  actions: {
    closed: {},
    created: {},
    deleted: deletedFields(),
    edited: {
      changes: z.optional(z.looseObject(fieldsWith(z.optional(PreviousText.schema()), "name", "body"))),
      ...optionalSender(),
    },
    reopened: {},
  },
}));

/** A card of a classic project was created, edited, moved, deleted, or converted to an issue. */
export const projectCard = event("project_card", RULE, () => ({
  payload: {
    ...commonFields(),
    project_card: z.looseObject({
      id: z.int(),
      ...fieldsWith(z.string(), "node_id", "url", "project_url", "column_url"),
      ...times(),
      column_id: z.nullable(z.int()),
      after_id: z.optional(z.nullable(z.number())),
      content_url: z.optional(z.string()),
      note: z.nullable(z.string()),
      archived: z.boolean(),
      creator: z.nullable(EventUser.schema()),
    }),
  },
  actions: {
    converted: { changes: z.looseObject({ note: PreviousText.schema() }) },
    created: {},
    deleted: optionalRepository(),
    edited: { changes: z.looseObject({ note: z.looseObject({ from: z.nullable(z.string()) }) }) },
    moved: { changes: z.optional(z.looseObject({ column_id: z.looseObject({ from: z.int() }) })) },
  },
}));

/** A column of a classic project was created, edited, moved or deleted. */
export const projectColumn = event("project_column", RULE, () => ({
  payload: {
    ...commonFields(),
    project_column: z.looseObject({
      id: z.int(),
      ...fieldsWith(z.string(), "node_id", "name", "url", "project_url", "cards_url"),
      ...times(),
      after_id: z.optional(z.nullable(z.int())),
    }),
  },
  actions: {
    created: optionalSender(),
    deleted: deletedFields(),
    edited: { changes: z.looseObject({ name: z.optional(PreviousText.schema()) }), ...optionalSender() },
    moved: {},
  },
}));
