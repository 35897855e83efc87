import { html } from "hono/html";
import type { KnownApp } from "../../public.ts";
import type { Html } from "../layout/html.ts";
import { copyButton, MAX_ROWS, section, table, tableCaption } from "./parts.ts";

/** Renders the apps with the ids that they authenticate with. Their private keys are never shown. */
export function appSection(apps: readonly KnownApp[]): Html {
  if (apps.length === 0) return html``;
  const part = { rows: apps.slice(0, MAX_ROWS), total: apps.length };
  const columns = ["App", "App ID", "Client ID", "Acts as", "Installation IDs"];
  return section(
    "apps",
    "Apps",
    html`${table("apps", tableCaption(part, "app", "apps"), columns, part.rows.map(appRow))}
      <p class="quiet">
        <code>POST /_control/app-keys</code> or <code>control.createAppKey</code> creates an app's private key.
      </p>`,
  );
}

function appRow({ slug, id, clientId, bot, installations }: KnownApp): Html {
  const value = (name: string, label: string, text: string | number) =>
    html`<div class="line"><code id="${name}">${text}</code>${copyButton(name, label)}</div>`;
  return html`<tr>
    <th scope="row">${slug}</th>
    <td>${value(`app-${slug}`, `the ID of ${slug}`, id)}</td>
    <td>${value(`client-${slug}`, `the client ID of ${slug}`, clientId)}</td>
    <td>${bot}</td>
    <td>
      ${Object.entries(installations).map(
        ([account, installation]) =>
          html`<div>${account} ${value(`installation-${installation}`, `the installation's ID on ${account}`, installation)}</div>`,
      )}
    </td>
  </tr>`;
}
