import * as z from "zod/mini";
import type { Level } from "../access.ts";
import { allow } from "../allow.ts";
import { HOSTED } from "../edition.ts";
import { SpaceCollaborator } from "../objects/space-collaborator.ts";
import { operation } from "../operation.ts";

const access = (level: Level) =>
  allow("organization_assistant_seat_management", level, [level === "read" ? "read:org" : "write:org"]);

const space = () => z.object({ space_number: z.int() });
const actorType = () => z.enum(["User", "Team"]);
const collaborator = () => z.object({ space_number: z.int(), actor_type: actorType() });

/** Who may work in an assistant space; its owner is left out (document 2, Assistant spaces collaborators). */
export const listSpaceCollaborators = /* @__PURE__ */ operation(
  "GET /orgs/{org}/assistant-spaces/{space_number}/collaborators",
  () => ({
    path: space(),
    success: { 200: z.looseObject({ collaborators: z.array(SpaceCollaborator()) }) },
    otherStatuses: [403, 404],
    access: access("read"),
    retry: "safe",
    editions: HOSTED,
  }),
);

/** Let a member, or a team, of the organization into an assistant space (document 2). */
export const addSpaceCollaborator = /* @__PURE__ */ operation(
  "POST /orgs/{org}/assistant-spaces/{space_number}/collaborators",
  () => ({
    path: space(),
    body: z.object({
      actor_type: actorType(),
      actor_identifier: z.string(),
      role: z.enum(["reader", "writer", "admin"]),
    }),
    success: { 201: SpaceCollaborator() },
    otherStatuses: [403, 404, 422],
    access: access("write"),
    retry: "verify",
    editions: HOSTED,
  }),
);

/** Change what somebody may do in an assistant space; `no_access` puts them out (document 2). */
export const setSpaceCollaboratorRole = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/assistant-spaces/{space_number}/collaborators/{actor_type}/{actor_identifier}",
  () => ({
    path: collaborator(),
    body: z.object({ role: z.enum(["reader", "writer", "admin", "no_access"]) }),
    success: { 200: SpaceCollaborator(), 204: null },
    otherStatuses: [403, 404, 422],
    access: access("write"),
    retry: "verify",
    editions: HOSTED,
  }),
);

/** Put somebody out of an assistant space (document 2; the status is the public description's). */
export const removeSpaceCollaborator = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/assistant-spaces/{space_number}/collaborators/{actor_type}/{actor_identifier}",
  () => ({
    path: collaborator(),
    success: { 204: undefined },
    otherStatuses: [403, 404],
    access: access("write"),
    retry: "idempotent",
    editions: HOSTED,
  }),
);
