import { listEnvironments } from "@forgehand/core/operations";
import { listed, onRepository } from "../../http/call.ts";
import { renderEnvironment } from "../../objects/environment.ts";
import { environmentsOf } from "../../state/environments.ts";

export const environments = [
  onRepository(listEnvironments, (_input, call) => {
    const { world, repository, window } = call;
    const part = environmentsOf(world.db, repository.id, window);
    const environments = listed(call, part, (environment) => renderEnvironment(world, repository, environment));
    return { total_count: part.total, environments };
  }),
];
