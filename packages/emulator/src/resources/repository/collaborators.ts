import { listCollaborators } from "@forgehand/core/operations";
import { onRepository } from "../../http/call.ts";
import { getAccount } from "../../state/accounts.ts";
import { collaboratorsOf, reachOf } from "../../state/repositories.ts";
import { renderUser } from "../objects/user.ts";

export const collaborators = [
  onRepository(listCollaborators, (_input, { world, repository, window, links }) => {
    const { ids, total } = collaboratorsOf(world.db, repository, window.limit, window.offset);
    links.total(total);
    return ids.map((id) => {
      const reach = reachOf(world.db, repository, id);
      const permissions = { pull: true, push: reach !== "pull", admin: reach === "admin" };
      return {
        ...renderUser(world, getAccount(world.db, id)),
        permissions,
        role_name: reach === "pull" ? "read" : reach,
      };
    });
  }),
];
