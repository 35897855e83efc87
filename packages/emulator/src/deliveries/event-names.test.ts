import { github, svc } from "@forgehand/core/dialects";
import { expect, test } from "vitest";
import { canSubscribe, EVENT_PERMISSIONS, EVENTS, neutralEvent, wireEvent } from "./event-names.ts";

const NAMES = Object.keys(EVENTS);

test.for([github, svc])("every name has one on the wire, and comes back from there", (dialect) => {
  const wire = NAMES.map((name) => wireEvent(dialect, name));
  expect(new Set(wire).size).toBe(NAMES.length);
  expect(wire.map((name) => neutralEvent(dialect, name))).toEqual(NAMES);
  expect(neutralEvent(dialect, "no_such_event")).toBeUndefined();
  expect(neutralEvent(dialect, "*")).toBeUndefined();
});

test("words that stand for something of the vendor's are the vendor's on the wire", () => {
  expect(wireEvent(github, "updater_alert")).toBe("dependabot_alert");
  expect(wireEvent(github, "svc_app_authorization")).toBe("github_app_authorization");
  expect(wireEvent(svc, "updater_alert")).toBe("updater_alert");
  expect(neutralEvent(github, "updater_alert")).toBeUndefined();
  expect(neutralEvent(svc, "dependabot_alert")).toBeUndefined();
});

test("webhooks may have the events that are said to be available to them", () => {
  const kinds = ["repository", "organization", "app"] as const;
  const who = (name: string) => kinds.filter((kind) => canSubscribe(kind, name));
  const everywhere = ["branch_protection_configuration", "branch_protection_rule", "check_run", "check_suite"];
  for (const name of [...everywhere, "code_scanning_alert", "star"]) expect(who(name)).toEqual(kinds);
  expect(who("team")).toEqual(["organization", "app"]);
  expect(who("repository_import")).toEqual(["repository", "organization"]);
  expect(who("projects_v2_item")).toEqual(["organization"]);
  expect(who("workflow_dispatch")).toEqual(["app"]);
  // Told or sent to everyone, and subscribed to by none.
  expect([who("installation"), who("ping"), who("*"), who("toString")]).toEqual([[], [], [], []]);
});

test("permission sets of events are those that no operation asks for", () => {
  expect(EVENT_PERMISSIONS).toContain("checks");
  expect(EVENT_PERMISSIONS).not.toContain("metadata");
});
