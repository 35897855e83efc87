import { listCollaborators } from "@forgehand/core/operations";
import { onRepository } from "../../http/call.ts";
import { renderUser } from "../../objects/user.ts";
import { collaboratorsOf, reachOf } from "../../state/repositories.ts";

export const collaborators = [
  onRepository(listCollaborators, (_input, { world, repository, window, links }) => {
    const { rows, total } = collaboratorsOf(world.db, repository, window);
    links.total(total);
    return rows.map((account) => {
      const reach = reachOf(world.db, repository, account.id);
      const permissions = { pull: true, push: reach !== "pull", admin: reach === "admin" };
      return {
        ...renderUser(world, account),
        permissions,
        role_name: reach === "pull" ? "read" : reach,
      };
    });
  }),
];
