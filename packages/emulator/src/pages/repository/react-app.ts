import { html, raw } from "hono/html";
import { getCustomSubscription, SUBSCRIBABLE_EVENTS, subscriptions } from "../../state/subscriptions.ts";
import type { Html } from "../layout/html.ts";
import type { RepositoryPageRequest } from "./repository-layout.ts";

/** Renders a React app of the markup of 2026 with its embedded data. */
export function reactApp(request: RepositoryPageRequest, name: string, content: Html): Html {
  return html`<react-app app-name="${name}" initial-path="${request.path}" data-attempted-ssr="true" data-ssr="true">
    <script type="application/json" data-target="react-app.embeddedData">${json(embeddedData(request))}</script>
    <div data-target="react-app.reactRoot">${content}</div>
  </react-app>`;
}

function embeddedData({ context, repository, root, user }: RepositoryPageRequest) {
  const subscription = user && subscriptions.find(context.db, { repository_id: repository.id, user_id: user.id });
  const custom = user && getCustomSubscription(context.db, repository.id, user.id);
  const subscriptionType = custom ? "custom" : subscription ? (subscription.ignored ? "ignoring" : "watching") : "none";
  return {
    payload: {
      watchData: {
        repositoryId: repository.id,
        repositoryName: root.slice(1),
        subscriptionType,
        subscribableThreadTypes: SUBSCRIBABLE_EVENTS.map((name) => ({
          name,
          enabled: true,
          subscribed: custom?.includes(name) ?? false,
        })),
      },
    },
  };
}

/** Serializes data so that it can't end the script element. */
const json = (data: object) => raw(JSON.stringify(data).replaceAll("<", "\\u003c"));
