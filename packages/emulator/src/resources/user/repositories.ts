import { createRepository, listRepositories, listRepositoriesOfUser } from "@forgehand/core/operations";
import { allowedByToken, visibleRepositories } from "../../callers/visible.ts";
import { accountHandler, renderPage, userHandler } from "../../http/handler.ts";
import { invalid } from "../../http-error.ts";
import { renderRepository } from "../../objects/repository.ts";
import { allOf, where } from "../../state/condition.ts";
import { repositoryOf } from "../../state/repositories.ts";
import { AFFILIATIONS, type Affiliation, repositoriesGrantedTo, repositoriesOf } from "../../state/repository-lists.ts";
import { timestamp } from "../../timestamp.ts";
import { createFromInput, renderNewRepository } from "../shared/new-repository.ts";

export const repositories = [
  userHandler(listRepositories, (input, call) => {
    const { context, caller, user, page } = call;
    const { type = "all", visibility = "all", sort = "full_name" } = input;
    const { direction = sort === "full_name" ? "asc" : "desc", since, before } = input;
    const condition = allOf([
      allowedByToken(caller.token),
      ...[visibility, type].map((name) => VISIBILITIES[name]),
      where("r.updated_at > ?", since && timestamp(new Date(since))),
      where("r.updated_at < ?", before && timestamp(new Date(before))),
    ]);
    const affiliations = readAffiliations(input.affiliation).filter(
      (affiliation) => TYPE_AFFILIATIONS[type]?.includes(affiliation) ?? true,
    );
    const rowPage = repositoriesGrantedTo(context.db, user.id, affiliations, condition, { sort, direction }, page);
    return renderPage(call, rowPage, ({ id }) => renderRepository(context, repositoryOf(context.db, id), caller));
  }),

  accountHandler(listRepositoriesOfUser, (input, call) => {
    const { context, caller, subject, page } = call;
    const { type = "owner", sort = "full_name" } = input;
    const { direction = sort === "full_name" ? "asc" : "desc" } = input;
    const order = { sort, direction };
    const visible = visibleRepositories(caller);
    const render = ({ id }: { readonly id: number }) => renderRepository(context, repositoryOf(context.db, id), caller);
    if (type === "owner" || subject.type === "Organization") {
      return renderPage(call, repositoriesOf(context.db, subject.id, visible, order, page), render);
    }
    const affiliations = type === "all" ? (["owner", "collaborator"] as const) : (["collaborator"] as const);
    const rowPage = repositoriesGrantedTo(context.db, subject.id, affiliations, visible, order, page);
    return renderPage(call, rowPage, render);
  }),

  userHandler(createRepository, (input, call) => renderNewRepository(call, createFromInput(call, call.user, input))),
];

const VISIBILITIES: Readonly<Record<string, { sql: string; values: [] }>> = {
  public: { sql: "r.private = 0", values: [] },
  private: { sql: "r.private = 1", values: [] },
};

const TYPE_AFFILIATIONS: Readonly<Record<string, readonly Affiliation[]>> = {
  owner: ["owner"],
  member: ["collaborator", "organization_member"],
};

function readAffiliations(text: string | undefined): readonly Affiliation[] {
  if (text === undefined) return AFFILIATIONS;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !AFFILIATIONS.some((affiliation) => affiliation === name));
  if (unknown !== undefined)
    throw invalid(
      "affiliation",
      `affiliation must only list ${AFFILIATIONS.join(", ")}, got ${JSON.stringify(unknown)}`,
    );
  return AFFILIATIONS.filter((affiliation) => names.includes(affiliation));
}
