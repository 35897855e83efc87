import { getRepositorySubjectTemplate, setRepositorySubjectTemplate } from "@forgehand/core/operations";
import { onRepository } from "../../http/call.ts";
import { renderRepositoryTemplate } from "../../objects/subject-template.ts";
import { repositoryTemplate, setRepositoryTemplate } from "../../state/subject-templates.ts";

export const oidc = [
  onRepository(getRepositorySubjectTemplate, (_input, { world, repository }) =>
    renderRepositoryTemplate(world, repository),
  ),

  onRepository(setRepositorySubjectTemplate, (input, { world: { db }, repository }) => {
    const { use_default, include_claim_keys, use_immutable_subject } = input;
    setRepositoryTemplate(db, repository.id, {
      use_default,
      // Keys beside the default count for nothing, and without keys the organization's hold: neither keeps the old ones.
      keys: use_default ? null : (include_claim_keys ?? null),
      // Whoever sets keys and knows nothing of immutable subjects leaves them as they are.
      immutable: use_immutable_subject ?? repositoryTemplate(db, repository.id).immutable,
    });
    return undefined;
  }),
];
