import { listRepositoryCustomPropertyValues } from "@forgehand/core/operations";
import { onRepository } from "../../http/call.ts";
import { propertiesOf } from "../../state/custom-properties.ts";

export const customProperties = [
  onRepository(listRepositoryCustomPropertyValues, (_input, { world, repository }) => [
    ...(propertiesOf(world.db, [repository.id]).get(repository.id) ?? []),
  ]),
];
