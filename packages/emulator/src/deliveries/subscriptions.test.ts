import { expect, test } from "vitest";
import { canSubscribe, EVENT_PERMISSIONS } from "./subscriptions.ts";

test("webhooks can subscribe to the events that are available to their kind", () => {
  const kinds = ["repository", "organization", "app"] as const;
  const kindsFor = (name: string) => kinds.filter((kind) => canSubscribe(kind, name));
  const everywhere = ["branch_protection_configuration", "branch_protection_rule", "check_run", "check_suite"];
  for (const name of [...everywhere, "code_scanning_alert", "star"]) expect(kindsFor(name)).toEqual(kinds);
  expect(kindsFor("team")).toEqual(["organization", "app"]);
  expect(kindsFor("repository_import")).toEqual(["repository", "organization"]);
  expect(kindsFor("projects_v2_item")).toEqual(["organization"]);
  expect(kindsFor("workflow_dispatch")).toEqual(["app"]);
  // Sent to every app, so no subscription is possible.
  expect([kindsFor("installation"), kindsFor("ping"), kindsFor("*"), kindsFor("toString")]).toEqual([[], [], [], []]);
});

test("event permissions are those that no operation requires", () => {
  expect(EVENT_PERMISSIONS).toContain("discussions");
  expect(EVENT_PERMISSIONS).not.toContain("metadata");
});
