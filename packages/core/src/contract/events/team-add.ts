import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { EventTeam } from "./parts/team.ts";

/** A team was given access to a repository. */
export const teamAdd = event("team_add", allHooks("members"), () => ({
  payload: { ...repositoryEventFields(), team: EventTeam.schema() },
}));
