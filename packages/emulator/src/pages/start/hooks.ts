import { wireEvent } from "@forgehand/core/dialects";
import { html } from "hono/html";
import { keptSince } from "../../deliveries/retention.ts";
import { getAccount } from "../../state/accounts.ts";
import { getApp } from "../../state/apps.ts";
import { type DeliverySummary, deliveriesFrom, deliveryId, isSuccess } from "../../state/deliveries.ts";
import type { Hook } from "../../state/hooks.ts";
import { firstHooks } from "../../state/overview.ts";
import { fullNameOf, repositoryOf } from "../../state/repositories.ts";
import type { World } from "../../world.ts";
import type { Html } from "../layout/html.ts";
import { caption, exactTime, SHOWN, section, table } from "./parts.ts";

/** How many of a webhook's deliveries are shown. */
const DELIVERIES_EACH = 5;

/** Webhooks, and how what they were sent last was taken. */
export function webhooks(world: World): Html {
  const hooks = firstHooks(world.db, SHOWN);
  const rows = hooks.rows.map((hook) => hookRow(world, hook));
  return section(
    "webhooks",
    "Webhooks",
    hooks.total === 0
      ? html`<p class="quiet">There are none yet: <code>POST /repos/{owner}/{repo}/hooks</code> creates one.</p>`
      : table("webhooks", caption(hooks, "webhook", "webhooks"), ["Webhook", "Events", "Last deliveries"], rows),
  );
}

function hookRow(world: World, hook: Hook): Html {
  const { name, path } = placeOf(world, hook);
  const selection = { hookId: hook.id, since: keptSince(world), succeeded: undefined };
  const deliveries = deliveriesFrom(world.db, selection, undefined, DELIVERIES_EACH);
  const events = hook.events.map((event) => (event === "*" ? "every event" : wireEvent(world.dialect, event)));
  return html`<tr>
    <th scope="row">
      ${name}, ${hook.id}${hook.active ? "" : html` <span class="quiet">(switched off)</span>`}
      <div><code>${addressOf(hook.url)}</code></div>
    </th>
    <td>${events.join(", ")}</td>
    <td>
      ${
        deliveries.length === 0
          ? html`<span class="quiet">None.</span>`
          : html`<ul>${deliveries.map((delivery) => deliveryLine(world, `${path}/deliveries`, delivery))}</ul>`
      }
    </td>
  </tr>`;
}

function deliveryLine({ apiUrl, dialect }: World, path: string, delivery: DeliverySummary): Html {
  const { event, action, status, status_code, redelivery, sequence, delivered_at } = delivery;
  const name = `${wireEvent(dialect, event)}${action === null ? "" : `.${action}`}`;
  const isGood = isSuccess(status_code);
  return html`<li class="delivery">
    <span class="${isGood ? "good" : "bad"}">${isGood ? `${status_code} ${status}` : status}</span>
    <span>${name}${redelivery ? ", again" : ""}</span> ${exactTime(delivered_at)}
    <a href="${apiUrl}${path}/${deliveryId(sequence)}" data-turbo="false" aria-label="Record of ${name}">record</a>
  </li>`;
}

/** What a webhook belongs to, and its path in the API. */
function placeOf({ db }: World, { id, owner }: Hook): { readonly name: string; readonly path: string } {
  if (owner.kind === "repository") {
    const name = fullNameOf(db, repositoryOf(db, owner.id));
    return { name, path: `/repos/${name}/hooks/${id}` };
  }
  if (owner.kind === "organization") {
    const { login } = getAccount(db, owner.id);
    return { name: login, path: `/orgs/${login}/hooks/${id}` };
  }
  return { name: `the app ${getApp(db, owner.id)?.slug ?? ""}`, path: "/app/hook" };
}

/** An address without the name and password that may stand in it. */
function addressOf(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url.href;
}
