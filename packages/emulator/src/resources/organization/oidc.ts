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
import { customProperties } from "../../state/custom-properties.ts";
import { includedProperties } from "../../state/included-properties.ts";
import { organizationSubjectTemplates, organizationTemplate } from "../../state/subject-templates.ts";

export const oidc = [
  organizationHandler(getOrganizationSubjectTemplate, (_input, { context, organization }) =>
    renderOrganizationTemplate(context, organization),
  ),

  organizationHandler(setOrganizationSubjectTemplate, (input, { context: { db }, organization }) => {
    const before = organizationTemplate(db, organization.id);
    organizationSubjectTemplates.put(db, {
      organization_id: organization.id,
      keys: input.include_claim_keys ?? before.keys,
      immutable: input.use_immutable_subject ?? before.immutable,
    });
  }),

  organizationHandler(listOidcProperties, (_input, { context: { db }, organization }) =>
    includedProperties.all(db, { organization_id: organization.id }).map(renderProperty),
  ),

  organizationHandler(addOidcProperty, ({ custom_property_name: requestedName }, { context: { db }, organization }) => {
    const property = customProperties.find(db, { organization_id: organization.id, name: requestedName });
    if (!property) throw new HttpError(400, `The organization has no custom property ${requestedName}.`);
    const isNew = includedProperties.add(db, { organization_id: organization.id, name: property.name });
    if (!isNew) throw new HttpError(422, "Property inclusion already exists");
    return renderProperty(property);
  }),

  organizationHandler(removeOidcProperty, ({ custom_property_name: name }, { context: { db }, organization }) => {
    if (includedProperties.delete(db, { organization_id: organization.id, name }) === 0) throw notFound();
  }),
];

const renderProperty = ({ name }: { readonly name: string }) => ({
  custom_property_name: name,
  inclusion_source: "organization",
});
