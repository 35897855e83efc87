import { getRepositorySubjectTemplate, setRepositorySubjectTemplate } from "@forgehand/core/operations";
import { repositoryHandler } from "../../http/handler.ts";
import { renderRepositoryTemplate } from "../../objects/subject-template.ts";
import { repositorySubjectTemplates, repositoryTemplate } from "../../state/subject-templates.ts";

export const oidc = [
  repositoryHandler(getRepositorySubjectTemplate, (_input, { context, repository }) =>
    renderRepositoryTemplate(context, repository),
  ),

  repositoryHandler(setRepositorySubjectTemplate, (input, { context: { db }, repository }) => {
    const { use_default, include_claim_keys, use_immutable_subject } = input;
    repositorySubjectTemplates.put(db, {
      repository_id: repository.id,
      use_default,
      // Keys are ignored with `use_default`, and default to the organization's otherwise. The previous keys are dropped
      // in any case.
      keys: use_default ? null : (include_claim_keys ?? null),
      // Clients that don't know immutable subjects must not reset the setting.
      immutable: use_immutable_subject ?? repositoryTemplate(db, repository.id).immutable,
    });
  }),
];
