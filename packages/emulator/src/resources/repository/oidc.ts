import { getRepositorySubjectTemplate, setRepositorySubjectTemplate } from "@forgehand/core/operations";
import { onRepository } from "../../http/call.ts";
import * as state from "../../state/subject-templates.ts";

export const oidc = [
  onRepository(getRepositorySubjectTemplate, (_input, { world, repository }) => {
    const template = state.repositoryTemplate(world.db, repository.id);
    if (!template || template.use_default) return { use_default: true };
    // Opted in without keys of its own: the organization's template holds, and shows here.
    const keys = template.keys ?? state.organizationTemplate(world.db, repository.owner_id);
    return { use_default: false, include_claim_keys: keys };
  }),

  onRepository(setRepositorySubjectTemplate, ({ use_default, include_claim_keys }, { world, repository }) => {
    const template = { useDefault: use_default, keys: use_default ? undefined : include_claim_keys };
    state.setRepositoryTemplate(world.db, repository.id, template);
    return undefined;
  }),
];
