import * as z from "zod/mini";
import { CLOUD_EDITIONS } from "../edition.ts";
import { SpaceCollaborator } from "../objects/space-collaborator.ts";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";
import { change, create, get, readWriteAccess } from "../reads-and-writes.ts";

const ACCESS = readWriteAccess(
  (level) =>
    permissionAccess("organization_assistant_seat_management", level, [level === "read" ? "read:org" : "write:org"]),
  CLOUD_EDITIONS,
);

const spacePath = () => z.object({ space_number: z.int() });
const actorType = () => z.enum(["User", "Team"]);
const collaboratorPath = () => z.object({ space_number: z.int(), actor_type: actorType() });

/**
 * Lists the collaborators of an assistant space, without its owner.
 * @see https://docs.github.com/rest/copilot-spaces/collaborators#list-collaborators-for-an-organization-copilot-space
 */
export const listSpaceCollaborators = operation(
  "GET /orgs/{org}/assistant-spaces/{space_number}/collaborators",
  () => ({
    path: spacePath(),
    ...get(ACCESS.read, z.looseObject({ collaborators: z.array(SpaceCollaborator.schema()) }), [403, 404]),
  }),
);

/**
 * Adds a member or a team of the organization to an assistant space.
 * @see https://docs.github.com/rest/copilot-spaces/collaborators#add-a-collaborator-to-an-organization-copilot-space
 */
export const addSpaceCollaborator = operation("POST /orgs/{org}/assistant-spaces/{space_number}/collaborators", () => ({
  path: spacePath(),
  body: z.object({
    actor_type: actorType(),
    actor_identifier: z.string(),
    role: z.enum(["reader", "writer", "admin"]),
  }),
  ...create(ACCESS.write, SpaceCollaborator.schema(), [403, 404, 422]),
}));

/**
 * Changes the role of a collaborator in an assistant space; `no_access` removes the collaborator and returns null.
 * @see https://docs.github.com/rest/copilot-spaces/collaborators#set-a-collaborator-role-for-an-organization-copilot-space
 */
export const setSpaceCollaboratorRole = operation(
  "PUT /orgs/{org}/assistant-spaces/{space_number}/collaborators/{actor_type}/{actor_identifier}",
  () => ({
    path: collaboratorPath(),
    body: z.object({ role: z.enum(["reader", "writer", "admin", "no_access"]) }),
    success: { 200: SpaceCollaborator.schema(), 204: null },
    otherStatuses: [403, 404, 422],
    ...ACCESS.write,
    retry: "verify",
  }),
);

/**
 * Removes a collaborator from an assistant space.
 * @see https://docs.github.com/rest/copilot-spaces/collaborators#remove-a-collaborator-from-an-organization-copilot-space
 */
export const removeSpaceCollaborator = operation(
  "DELETE /orgs/{org}/assistant-spaces/{space_number}/collaborators/{actor_type}/{actor_identifier}",
  () => ({
    path: collaboratorPath(),
    ...change(ACCESS.write, [403, 404]),
  }),
);
