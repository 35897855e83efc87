import { expect, test } from "vitest";
import { EVENT_NAMES } from "../contract/events/index.ts";
import { neutralEvent, wireEvent } from "./event-name.ts";
import { github } from "./github.ts";
import { svc } from "./svc.ts";

test.for([github, svc])("every event has a unique name on the wire and translates back", (dialect) => {
  const wire = EVENT_NAMES.map((name) => wireEvent(dialect, name));
  expect(new Set(wire).size).toBe(EVENT_NAMES.length);
  expect(wire.map((name) => neutralEvent(dialect, name))).toEqual(EVENT_NAMES);
  expect(neutralEvent(dialect, "no_such_event")).toBe("no_such_event");
});

test("vendor-specific names are translated on the wire", () => {
  expect(wireEvent(github, "updater_alert")).toBe("dependabot_alert");
  expect(wireEvent(github, "svc_app_authorization")).toBe("github_app_authorization");
  expect(wireEvent(svc, "updater_alert")).toBe("updater_alert");
});
