import { getRepository } from "@forgehand/core/operations";
import { onRepository } from "../../http/call.ts";
import { renderRepository } from "../../objects/repository.ts";

export const repositories = [
  onRepository(getRepository, (_input, { world, repository, caller }) => renderRepository(world, repository, caller)),
];
