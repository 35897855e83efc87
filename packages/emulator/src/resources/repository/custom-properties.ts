import { listRepositoryCustomPropertyValues } from "@forgehand/core/operations";
import { repositoryHandler } from "../../http/handler.ts";
import { propertiesOf } from "../../state/custom-properties.ts";

export const customProperties = [
  repositoryHandler(listRepositoryCustomPropertyValues, (_input, { context, repository }) => [
    ...(propertiesOf(context.db, [repository.id]).get(repository.id) ?? []),
  ]),
];
