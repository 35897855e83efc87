import * as z from "zod/mini";
import { allow } from "../allow.ts";
import { Team } from "../objects/team.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

/** The teams of an organization that the caller may see (public description). */
export const listTeams = /* @__PURE__ */ operation("GET /orgs/{org}/teams", () => ({
  ...list(Team(), { team_type: z._default(z.enum(["all", "enterprise", "organization"]), "all") }),
  otherStatuses: [403],
  access: allow("members", "read", [], { roles: ["organization-member"] }),
}));
