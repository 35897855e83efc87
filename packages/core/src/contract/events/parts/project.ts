import * as z from "zod/mini";
import { User } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";
import { projectStatus } from "./project-status.ts";

/** A status update of a project. */
export class ProjectStatusUpdate extends namedObject(() => ({
  id: z.number(),
  ...fieldsWith(z.string(), "node_id", "created_at", "updated_at"),
  ...fieldsWith(z.optional(z.string()), "project_node_id", "start_date", "target_date"),
  creator: z.optional(User.schema()),
  status: projectStatus(),
  body: z.optional(z.nullable(z.string())),
})) {}

/** A project of an organization. */
export class Project extends namedObject(() => ({
  id: z.number(),
  number: z.int(),
  ...fieldsWith(z.string(), "node_id", "title", "created_at", "updated_at"),
  ...fieldsWith(z.nullable(z.string()), "description", "short_description", "closed_at", "deleted_at"),
  ...fieldsWith(User.schema(), "owner", "creator"),
  deleted_by: z.nullable(User.schema()),
  public: z.boolean(),
  state: z.optional(extensibleEnum("open", "closed")),
  is_template: z.optional(z.boolean()),
  latest_status_update: z.optional(z.nullable(ProjectStatusUpdate.schema())),
})) {}

/** An issue, pull request or draft in a project. */
export class ProjectItem extends namedObject(() => ({
  id: z.number(),
  ...fieldsWith(z.optional(z.string()), "node_id", "project_node_id"),
  ...fieldsWith(z.string(), "content_node_id", "created_at", "updated_at"),
  content_type: extensibleEnum("Issue", "PullRequest", "DraftIssue"),
  creator: z.optional(User.schema()),
  archived_at: z.nullable(z.string()),
})) {}

const fieldContent = () =>
  z.optional(
    z.nullable(
      z.union([
        z.string(),
        z.number(),
        z.looseObject({
          id: z.string(),
          ...fieldsWith(z.optional(z.string()), "name", "title", "title_html"),
          ...fieldsWith(z.optional(z.nullable(z.string())), "color", "description", "start_date"),
          duration: z.optional(z.nullable(z.number())),
          completed: z.optional(z.boolean()),
        }),
      ]),
    ),
  );

/** A changed field of a project's item. The values are texts, dates, numbers, options or iterations. */
export class ProjectFieldChange extends namedObject(() => ({
  ...fieldsWith(z.optional(z.string()), "field_node_id", "field_type", "field_name"),
  project_number: z.optional(z.int()),
  ...fieldsWith(fieldContent(), "from", "to"),
})) {}
