import type { EmulatorContext } from "../../emulator-context.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import { renderRuleset } from "../../objects/ruleset.ts";
import { renderUser } from "../../objects/user.ts";
import { propertiesOf } from "../../state/custom-properties.ts";
import { ALL_ROWS } from "../../state/database.ts";
import { repositoriesOfInstallation } from "../../state/installations.ts";
import { rulesets, rulesetsOf } from "../../state/rulesets.ts";
import type { JsonFields } from "./fake.ts";
import type { FakeEventContext } from "./fake-context.ts";
import { FIRST_ROW, NO_FIELDS, numberIn } from "./state-function.ts";

// Fields of events about organizations and installations.

/** Creates the fields of the given ruleset, otherwise of the first one. */
export function rulesetFields(context: EmulatorContext, { account }: FakeEventContext, given: JsonFields): JsonFields {
  const id = numberIn(given, "repository_ruleset", "id");
  const ruleset =
    id === undefined
      ? rulesetsOf(context.db, account.id, undefined, FIRST_ROW).rows[0]
      : rulesets.find(context.db, { organization_id: account.id, id });
  if (!ruleset) return { repository_ruleset: { name: "sample", source: account.login, enforcement: "active" } };
  const { conditions, ...fields } = renderRuleset(context, ruleset);
  return { repository_ruleset: { ...fields, ...(conditions ? { conditions } : {}) } };
}

/** Creates the fields of the repository's present properties. */
export function propertyValueFields({ db }: EmulatorContext, { repository }: FakeEventContext): JsonFields {
  const values = repository && propertiesOf(db, [repository.id]).get(repository.id);
  return { old_property_values: [], new_property_values: values ?? [] };
}

/** Creates the installation's fields. */
export function installationFields(context: EmulatorContext, { installation }: FakeEventContext): JsonFields {
  return installation ? { installation: renderInstallation(context, installation) } : NO_FIELDS;
}

/** Creates the fields of an installation, and of the repositories that are added to or removed from it. */
export function installationRepositoriesFields(context: EmulatorContext, eventContext: FakeEventContext): JsonFields {
  const { installation, repository } = eventContext;
  const added = repository
    ? [repository]
    : installation
      ? repositoriesOfInstallation(context.db, installation, null, ALL_ROWS).rows
      : [];
  const references = added.map((one) => {
    const { id, node_id, name, full_name, private: isPrivate } = renderSimpleRepository(context, one);
    return { id, node_id, name, full_name, private: isPrivate };
  });
  return {
    ...installationFields(context, eventContext),
    repository_selection: installation?.repository_selection ?? "all",
    repositories_added: references,
    repositories_removed: [],
  };
}

/** Creates the fields of an installation whose account was renamed. */
export function installationTargetFields(context: EmulatorContext, eventContext: FakeEventContext): JsonFields {
  const { account, installation } = eventContext;
  const isOrganization = account.type === "Organization";
  const { html_url } = renderUser(context, account);
  return {
    installation: { id: installation?.id ?? 1 },
    account: { ...(isOrganization ? renderOrganization(context, account) : renderUser(context, account)), html_url },
    target_type: account.type,
    changes: { login: { from: `former-${account.login}` } },
  };
}

/** Creates the fields of a member's request for access with a token. */
export function tokenRequestFields(
  context: EmulatorContext,
  { installation, otherUser }: FakeEventContext,
): JsonFields {
  return {
    ...(installation ? { installation: { id: installation.id } } : {}),
    personal_access_token_request: { owner: renderUser(context, otherUser), token_name: "sample" },
  };
}
