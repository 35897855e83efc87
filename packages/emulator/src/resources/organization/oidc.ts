import {
  addOidcProperty,
  getOrganizationSubjectTemplate,
  listOidcProperties,
  removeOidcProperty,
  setOrganizationSubjectTemplate,
} from "@forgehand/core/operations";
import { onOrganization } from "../../http/call.ts";
import { notFound, Refusal } from "../../http/refusal.ts";
import { renderOrganizationTemplate } from "../../objects/subject-template.ts";
import { findPropertyName } from "../../state/custom-properties.ts";
import { excludeProperty, includedProperties, includeProperty, isIncluded } from "../../state/included-properties.ts";
import { organizationTemplate, setOrganizationTemplate } from "../../state/subject-templates.ts";

export const oidc = [
  onOrganization(getOrganizationSubjectTemplate, (_input, { world, organization }) =>
    renderOrganizationTemplate(world, organization),
  ),

  onOrganization(setOrganizationSubjectTemplate, (input, { world: { db }, organization }) => {
    const before = organizationTemplate(db, organization.id);
    setOrganizationTemplate(db, organization.id, {
      keys: input.include_claim_keys ?? before.keys,
      immutable: input.use_immutable_subject ?? before.immutable,
    });
    return undefined;
  }),

  onOrganization(listOidcProperties, (_input, { world: { db }, organization }) =>
    includedProperties(db, organization.id).map(shownProperty),
  ),

  onOrganization(addOidcProperty, ({ custom_property_name: told }, { world: { db }, organization }) => {
    const name = findPropertyName(db, organization.id, told);
    if (name === undefined) throw new Refusal(400, `The organization has no custom property ${told}.`);
    if (isIncluded(db, organization.id, name)) throw new Refusal(422, "Property inclusion already exists");
    includeProperty(db, organization.id, name);
    return shownProperty(name);
  }),

  onOrganization(removeOidcProperty, ({ custom_property_name: name }, { world: { db }, organization }) => {
    if (!isIncluded(db, organization.id, name)) throw notFound();
    excludeProperty(db, organization.id, name);
    return undefined;
  }),
];

const shownProperty = (name: string) => ({ custom_property_name: name, inclusion_source: "organization" });
