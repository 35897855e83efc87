import { listRepositories } from "@forgehand/core/operations";
import { letThrough } from "../../callers/visible.ts";
import { asUser, listed } from "../../http/call.ts";
import { invalid } from "../../http/refusal.ts";
import { renderRepository } from "../../objects/repository.ts";
import { allOf, where } from "../../state/condition.ts";
import { repositoryOf } from "../../state/repositories.ts";
import { AFFILIATIONS, type Affiliation, repositoriesGivenTo } from "../../state/repository-lists.ts";
import { timestamp } from "../../timestamp.ts";

export const repositories = [
  asUser(listRepositories, (input, call) => {
    const { world, caller, user, window } = call;
    const { type = "all", visibility = "all", sort = "full_name" } = input;
    const { direction = sort === "full_name" ? "asc" : "desc", since, before } = input;
    const condition = allOf([
      letThrough(caller.token),
      ...[visibility, type].map((word) => VISIBILITIES[word]),
      where("r.updated_at > ?", since && timestamp(new Date(since))),
      where("r.updated_at < ?", before && timestamp(new Date(before))),
    ]);
    const affiliations = readAffiliations(input.affiliation).filter((one) => TYPES[type]?.includes(one) ?? true);
    const part = repositoriesGivenTo(world.db, user.id, affiliations, condition, { sort, direction }, window);
    return listed(call, part, ({ id }) => renderRepository(world, repositoryOf(world.db, id), caller));
  }),
];

const VISIBILITIES: Readonly<Record<string, { sql: string; values: [] }>> = {
  public: { sql: "r.private = 0", values: [] },
  private: { sql: "r.private = 1", values: [] },
};

/** Types that are about how one comes to a repository. */
const TYPES: Readonly<Record<string, readonly Affiliation[]>> = {
  owner: ["owner"],
  member: ["collaborator", "organization_member"],
};

function readAffiliations(text: string | undefined): readonly Affiliation[] {
  if (text === undefined) return AFFILIATIONS;
  const words = text.split(",").map((word) => word.trim());
  const unknown = words.find((word) => !AFFILIATIONS.some((one) => one === word));
  if (unknown !== undefined)
    throw invalid("affiliation", `${JSON.stringify(unknown)} is none of ${AFFILIATIONS.join(", ")}`);
  return AFFILIATIONS.filter((one) => words.includes(one));
}
