import { expect, test } from "vitest";
import { byRoute } from "./by-route.ts";
import * as catalogue from "./contract/index.ts";
import { InputError } from "./errors.ts";

test("finds every operation by its route, which is unique", () => {
  for (const operation of Object.values(catalogue)) expect(byRoute(operation.route)).toBe(operation);
});

test("accepts a dialect's names and other placeholder names", () => {
  const found = byRoute("PUT /organizations/{o}/x");
  expect(found).toBeUndefined();
  expect(byRoute("PUT /orgs/{o}/dependabot/secrets/{name}")).toBe(catalogue.putOrganizationUpdaterSecret);
  expect(byRoute("PUT /orgs/{org}/updater/secrets/{secret_name}")).toBe(catalogue.putOrganizationUpdaterSecret);
  expect(byRoute("GET /enterprises/{e}/teams/{enterprise-team}/organizations")).toBe(
    catalogue.listEnterpriseTeamOrganizations,
  );
});

test.each([undefined, null, 5, {}])("rejects a route that is not a string: %j", (route) => {
  // @ts-expect-error
  const find = () => byRoute(route);
  expect(find).toThrow(InputError);
  expect(find).toThrow("route must be a method and a path");
});
