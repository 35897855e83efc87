import { User } from "../objects/user.ts";
import { anyEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { ExemptionRequest, ExemptionResponse } from "./parts/exemption-request.ts";

// Requests to bypass a rule or to dismiss an alert, and the reviewers' responses.

const payload = () => ({ ...anyEventFields(), sender: User.schema(), exemption_request: ExemptionRequest.schema() });

const response = () => ({ exemption_response: ExemptionResponse.schema() });

const allActions = () => ({
  payload: payload(),
  actions: {
    cancelled: {},
    completed: {},
    created: {},
    response_dismissed: response(),
    response_submitted: response(),
  },
});

/** A request to push a secret in spite of push protection. */
export const bypassRequestSecretScanning = event(
  "bypass_request_secret_scanning",
  allHooks("secret_scanning_alerts"),
  allActions,
);

/** A request to dismiss a code scanning alert. */
export const dismissalRequestCodeScanning = event(
  "dismissal_request_code_scanning",
  allHooks("security_events"),
  () => ({ payload: payload(), actions: { created: {}, response_submitted: response() } }),
);

/** A request to dismiss a secret scanning alert. */
export const dismissalRequestSecretScanning = event(
  "dismissal_request_secret_scanning",
  allHooks("secret_scanning_alerts"),
  allActions,
);

/**
 * A request to dismiss an updater alert. The public description names this event and does not define its payload; the
 * contract assumes that of the other requests.
 */
export const dismissalRequestUpdater = event("dismissal_request_updater", allHooks("vulnerability_alerts"), allActions);

/** A request to push in spite of a push ruleset. */
export const exemptionRequestPushRuleset = event(
  "exemption_request_push_ruleset",
  allHooks("administration"),
  allActions,
);
