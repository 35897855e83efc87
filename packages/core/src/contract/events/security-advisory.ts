import { anyEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { appsOnly } from "./event-rules.ts";
import { GlobalAdvisory } from "./parts/vulnerability.ts";

/** An advisory of the public database was published, updated or withdrawn. */
export const securityAdvisory = event("security_advisory", appsOnly(), () => ({
  payload: { ...anyEventFields(), security_advisory: GlobalAdvisory.schema() },
  actions: { published: {}, updated: {}, withdrawn: {} },
}));
