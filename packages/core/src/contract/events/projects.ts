import * as z from "zod/mini";
import { Organization } from "../objects/organization.ts";
import { User } from "../objects/user.ts";
import { fieldsWith } from "../schema.ts";
import { anyEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { organizationsOnly } from "./event-rules.ts";
import { Project, ProjectFieldChange, ProjectItem, ProjectStatusUpdate } from "./parts/project.ts";
import { projectStatus } from "./parts/project-status.ts";

const commonFields = () => ({ ...anyEventFields(), organization: Organization.schema(), sender: User.schema() });

const change = <S extends z.ZodMiniType>(schema: S) => z.optional(z.looseObject(fieldsWith(schema, "from", "to")));

const textChange = () => change(z.optional(z.nullable(z.string())));

/** A project of an organization was created, edited, closed, reopened or deleted. */
export const projectsV2 = event("projects_v2", organizationsOnly("organization_projects"), () => ({
  payload: { ...commonFields(), projects_v2: Project.schema() },
  actions: {
    closed: {},
    created: {},
    deleted: {},
    edited: {
      changes: z.looseObject({
        ...fieldsWith(textChange(), "description", "short_description"),
        title: change(z.optional(z.string())),
        public: change(z.optional(z.boolean())),
      }),
    },
    reopened: {},
  },
}));

/** An item of a project was added, edited, moved, converted, archived, restored or removed. */
export const projectsV2Item = event("projects_v2_item", organizationsOnly("organization_projects"), () => {
  const archived = { changes: z.looseObject({ archived_at: textChange() }) };
  return {
    payload: { ...commonFields(), projects_v2_item: ProjectItem.schema() },
    actions: {
      archived,
      converted: {
        changes: z.looseObject({
          content_type: z.optional(
            z.looseObject({ from: z.optional(z.nullable(z.string())), to: z.optional(z.string()) }),
          ),
        }),
      },
      created: {},
      deleted: {},
      edited: {
        changes: z.optional(
          z.looseObject({ field_value: z.optional(ProjectFieldChange.schema()), body: textChange() }),
        ),
      },
      reordered: { changes: z.looseObject({ previous_projects_v2_item_node_id: textChange() }) },
      restored: archived,
    },
  };
});

/** A status update of a project was created, edited or deleted. */
export const projectsV2StatusUpdate = event(
  "projects_v2_status_update",
  organizationsOnly("organization_projects"),
  () => ({
    payload: { ...commonFields(), projects_v2_status_update: ProjectStatusUpdate.schema() },
    actions: {
      created: {},
      deleted: {},
      edited: {
        changes: z.optional(
          z.looseObject({
            ...fieldsWith(textChange(), "body", "start_date", "target_date"),
            status: change(projectStatus()),
          }),
        ),
      },
    },
  }),
);
