import { wireEvent } from "@forgehand/core/dialects";
import { html } from "hono/html";
import { retentionStart } from "../../deliveries/retention.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { getAccount } from "../../state/accounts.ts";
import { apps } from "../../state/apps.ts";
import { type DeliverySummary, deliveriesFrom, deliveryId, isSuccessStatus } from "../../state/deliveries.ts";
import { type Hook, ownerOf } from "../../state/hooks.ts";
import { firstHooks } from "../../state/overview.ts";
import { fullNameOf, repositoryOf } from "../../state/repositories.ts";
import type { Html } from "../layout/html.ts";
import { exactTime, MAX_ROWS, section, table, tableCaption } from "./parts.ts";

/** Maximum number of deliveries per webhook. */
const MAX_DELIVERIES = 5;

/** Renders the webhooks with their latest deliveries. */
export function webhooks(context: EmulatorContext): Html {
  const hooks = firstHooks(context.db, MAX_ROWS);
  const rows = hooks.rows.map((hook) => hookRow(context, hook));
  return section(
    "webhooks",
    "Webhooks",
    hooks.total === 0
      ? html`<p class="quiet">No webhooks yet. <code>POST /repos/{owner}/{repo}/hooks</code> creates one.</p>`
      : table("webhooks", tableCaption(hooks, "webhook", "webhooks"), ["Webhook", "Events", "Last deliveries"], rows),
  );
}

function hookRow(context: EmulatorContext, hook: Hook): Html {
  const { name, path } = hookLocation(context, hook);
  const selection = { hookId: hook.id, since: retentionStart(context), succeeded: undefined };
  const deliveries = deliveriesFrom(context.db, selection, undefined, MAX_DELIVERIES);
  const events = hook.events.map((event) => (event === "*" ? "every event" : wireEvent(context.dialect, event)));
  return html`<tr>
    <th scope="row">
      ${name}, ${hook.id}${hook.active ? "" : html` <span class="quiet">(inactive)</span>`}
      <div><code>${urlWithoutCredentials(hook.url)}</code></div>
    </th>
    <td>${events.join(", ")}</td>
    <td>
      ${
        deliveries.length === 0
          ? html`<span class="quiet">None.</span>`
          : html`<ul>${deliveries.map((delivery) => deliveryLine(context, `${path}/deliveries`, delivery))}</ul>`
      }
    </td>
  </tr>`;
}

function deliveryLine({ apiUrl, dialect }: EmulatorContext, path: string, delivery: DeliverySummary): Html {
  const { event, action, status, status_code, redelivery, sequence, delivered_at } = delivery;
  const name = `${wireEvent(dialect, event)}${action === null ? "" : `.${action}`}`;
  const succeeded = isSuccessStatus(status_code);
  return html`<li class="delivery">
    <span class="${succeeded ? "good" : "bad"}">${succeeded ? `${status_code} ${status}` : status}</span>
    <span>${name}${redelivery ? ", redelivery" : ""}</span> ${exactTime(delivered_at)}
    <a href="${apiUrl}${path}/${deliveryId(sequence)}" data-turbo="false" aria-label="Record of ${name}">record</a>
  </li>`;
}

/** Returns the webhook's owner and its path in the API. */
function hookLocation({ db }: EmulatorContext, hook: Hook): { readonly name: string; readonly path: string } {
  const { id } = hook;
  const owner = ownerOf(hook);
  if (owner.kind === "repository") {
    const name = fullNameOf(db, repositoryOf(db, owner.id));
    return { name, path: `/repos/${name}/hooks/${id}` };
  }
  if (owner.kind === "organization") {
    const { login } = getAccount(db, owner.id);
    return { name: login, path: `/orgs/${login}/hooks/${id}` };
  }
  return { name: `the app ${apps.find(db, { id: owner.id })?.slug ?? ""}`, path: "/app/hook" };
}

/** Removes user name and password from a URL. */
function urlWithoutCredentials(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url.href;
}
