import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { User } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../../schema.ts";
import { projectStatus } from "./project-status.ts";

/** A status update of a project. */
export interface ProjectStatusUpdate extends SchemaOutput<typeof projectStatusUpdateSchema> {}
const projectStatusUpdateSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.number(),
    ...fieldsWith(z.string(), "node_id", "created_at", "updated_at"),
    ...fieldsWith(z.optional(z.string()), "project_node_id", "start_date", "target_date"),
    creator: z.optional(User()),
    status: projectStatus(),
    body: z.optional(z.nullable(z.string())),
  }),
);
export const ProjectStatusUpdate: NamedSchema<ProjectStatusUpdate> = projectStatusUpdateSchema;

/** A project of an organization. */
export interface Project extends SchemaOutput<typeof projectSchema> {}
const projectSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.number(),
    number: z.int(),
    ...fieldsWith(z.string(), "node_id", "title", "created_at", "updated_at"),
    ...fieldsWith(z.nullable(z.string()), "description", "short_description", "closed_at", "deleted_at"),
    ...fieldsWith(User(), "owner", "creator"),
    deleted_by: z.nullable(User()),
    public: z.boolean(),
    state: z.optional(extensibleEnum("open", "closed")),
    is_template: z.optional(z.boolean()),
    latest_status_update: z.optional(z.nullable(ProjectStatusUpdate())),
  }),
);
export const Project: NamedSchema<Project> = projectSchema;

/** An issue, pull request or draft in a project. */
export interface ProjectItem extends SchemaOutput<typeof projectItemSchema> {}
const projectItemSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.number(),
    ...fieldsWith(z.optional(z.string()), "node_id", "project_node_id"),
    ...fieldsWith(z.string(), "content_node_id", "created_at", "updated_at"),
    content_type: extensibleEnum("Issue", "PullRequest", "DraftIssue"),
    creator: z.optional(User()),
    archived_at: z.nullable(z.string()),
  }),
);
export const ProjectItem: NamedSchema<ProjectItem> = projectItemSchema;

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
export interface ProjectFieldChange extends SchemaOutput<typeof projectFieldChangeSchema> {}
const projectFieldChangeSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.optional(z.string()), "field_node_id", "field_type", "field_name"),
    project_number: z.optional(z.int()),
    ...fieldsWith(fieldContent(), "from", "to"),
  }),
);
export const ProjectFieldChange: NamedSchema<ProjectFieldChange> = projectFieldChangeSchema;
