import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { UpdaterAlert } from "./parts/updater-alert.ts";

/** An alert about a vulnerable dependency was created, dismissed, fixed, reopened or assigned. */
export const updaterAlert = event("updater_alert", allHooks("vulnerability_alerts"), () => ({
  payload: { ...repositoryEventFields(), alert: UpdaterAlert.schema() },
  actions: {
    assignees_changed: {},
    auto_dismissed: {},
    auto_reopened: {},
    created: {},
    dismissed: {},
    fixed: {},
    reintroduced: {},
    reopened: {},
  },
}));
