import {
  addOidcProperty,
  getOrganizationSubjectTemplate,
  listOidcProperties,
  removeOidcProperty,
  setOrganizationSubjectTemplate,
} from "@forgehand/core/operations";
import { organizationHandler } from "../../http/handler.ts";
import { HttpError, notFound } from "../../http-error.ts";
import { renderOrganizationTemplate } from "../../objects/subject-template.ts";
import { findPropertyName } from "../../state/custom-properties.ts";
import {
  excludeProperty,
  includedProperties,
  includeProperty,
  isIncludedProperty,
} from "../../state/included-properties.ts";
import { organizationTemplate, setOrganizationTemplate } from "../../state/subject-templates.ts";

export const oidc = [
  organizationHandler(getOrganizationSubjectTemplate, (_input, { context, organization }) =>
    renderOrganizationTemplate(context, organization),
  ),

  organizationHandler(setOrganizationSubjectTemplate, (input, { context: { db }, organization }) => {
    const before = organizationTemplate(db, organization.id);
    setOrganizationTemplate(db, organization.id, {
      keys: input.include_claim_keys ?? before.keys,
      immutable: input.use_immutable_subject ?? before.immutable,
    });
    return undefined;
  }),

  organizationHandler(listOidcProperties, (_input, { context: { db }, organization }) =>
    includedProperties(db, organization.id).map(renderProperty),
  ),

  organizationHandler(addOidcProperty, ({ custom_property_name: requestedName }, { context: { db }, organization }) => {
    const name = findPropertyName(db, organization.id, requestedName);
    if (name === undefined) throw new HttpError(400, `The organization has no custom property ${requestedName}.`);
    if (isIncludedProperty(db, organization.id, name)) throw new HttpError(422, "Property inclusion already exists");
    includeProperty(db, organization.id, name);
    return renderProperty(name);
  }),

  organizationHandler(removeOidcProperty, ({ custom_property_name: name }, { context: { db }, organization }) => {
    if (!isIncludedProperty(db, organization.id, name)) throw notFound();
    excludeProperty(db, organization.id, name);
    return undefined;
  }),
];

const renderProperty = (name: string) => ({ custom_property_name: name, inclusion_source: "organization" });
