import { expect, test } from "vitest";
import { byRoute } from "./by-route.ts";
import * as catalogue from "./contract/index.ts";
import { InputError } from "./errors.ts";

test("every operation is found by its route, and no two share one", () => {
  for (const operation of Object.values(catalogue)) expect(byRoute(operation.route)).toBe(operation);
});

test("a route may be in a vendor's words and name its placeholders otherwise", () => {
  const found = byRoute("PUT /organizations/{o}/x");
  expect(found).toBeUndefined();
  expect(byRoute("PUT /orgs/{o}/dependabot/secrets/{name}")).toBe(catalogue.putOrganizationUpdaterSecret);
  expect(byRoute("PUT /orgs/{org}/updater/secrets/{secret_name}")).toBe(catalogue.putOrganizationUpdaterSecret);
  expect(byRoute("GET /enterprises/{e}/teams/{enterprise-team}/organizations")).toBe(
    catalogue.listEnterpriseTeamOrganizations,
  );
});

test.each([undefined, null, 5, {}])("what is no text is refused: %j", (given) => {
  // @ts-expect-error
  const find = () => byRoute(given);
  expect(find).toThrow(InputError);
  expect(find).toThrow("route is a method and a path");
});
