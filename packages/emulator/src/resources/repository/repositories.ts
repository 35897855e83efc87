import { getRepository } from "@forgehand/core/operations";
import { onRepository } from "../../http/call.ts";
import { renderFullRepository } from "../../objects/repository.ts";

export const repositories = [
  onRepository(getRepository, (_input, { world, repository, caller }) =>
    renderFullRepository(world, repository, caller),
  ),
];
