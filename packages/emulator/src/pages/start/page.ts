import { html } from "hono/html";
import type { ControlRoute } from "../../control/http/route.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { issuerUrl } from "../../oidc/issuer.ts";
import type { EmulatorOptions, KnownApp, KnownToken } from "../../public.ts";
import type { ColorMode } from "../layout/color-mode.ts";
import type { Html } from "../layout/html.ts";
import { layout } from "../layout/layout.ts";
import { appSection } from "./apps.ts";
import { webhooks } from "./hooks.ts";
import { commandLine, copyButton, exactTime, section } from "./parts.ts";
import { repositorySection } from "./repositories.ts";
import { exampleToken, usersAndTokens } from "./users.ts";

/** Data of the start page other than the emulator's state. */
interface RunningEmulator {
  readonly options: Pick<EmulatorOptions, "control" | "data" | "limits" | "seed">;
  readonly tokens: readonly KnownToken[];
  readonly apps: readonly KnownApp[];
  /** Routes of the control API; empty if it is not served. */
  readonly routes: readonly ControlRoute[];
  /** Login of the user who is signed in on the pages; null if signed out. */
  readonly login: string | null;
  readonly hasUnread: boolean;
  readonly colorMode: ColorMode;
  /** Bearer token of the control API; undefined if tokens and private data are hidden. */
  readonly controlToken: string | undefined;
}

/** Renders the start page: what is running and how to use it. */
export function startPage(context: EmulatorContext, emulator: RunningEmulator): Html {
  const { tokens } = emulator;
  const isShown = emulator.controlToken !== undefined;
  return layout(
    "Forgehand emulator",
    html`<link rel="stylesheet" href="/_assets/start.css" />
      <main class="start">
        <h1>Forgehand emulator</h1>
        <p class="quiet">The current state of this emulator. Reload the page to update it.</p>
        ${emulatorFacts(context, emulator)} ${isShown ? "" : HIDDEN_NOTE} ${callSection(context, emulator)}
        ${usersAndTokens(context, tokens, isShown)} ${appSection(emulator.apps)} ${repositorySection(context, isShown)}
        ${isShown ? webhooks(context) : ""} ${controlSection(context, emulator)}
        <p id="copied" class="silent" role="status"></p>
      </main>`,
    {
      markup: context.markup,
      colorMode: emulator.colorMode,
      login: emulator.login,
      hasUnread: emulator.hasUnread,
      currentAddress: "/",
    },
  );
}

function emulatorFacts(context: EmulatorContext, { options }: RunningEmulator): Html {
  const { apiUrl, webUrl, dialect, edition, now } = context;
  const { data, seed = "demo", limits = "off" } = options;
  const seedNote = data === undefined ? "" : ", for a new data file only";
  const address = (id: string, label: string, text: string) =>
    html`<dd class="line"><code id="${id}">${text}</code>${copyButton(id, label)}</dd>`;
  return html`<dl>
    <dt>API</dt>
    ${address("api-url", "the API's address", apiUrl)}
    <dt>Pages</dt>
    ${address("web-url", "the pages' address", webUrl)}
    <dt>API dialect</dt>
    <dd>${dialect.mediaTypeVendor}</dd>
    <dt>Edition</dt>
    <dd>${edition}</dd>
    <dt>Clock</dt>
    <dd>${exactTime(now())} UTC ${clockOffset(now())}</dd>
    <dt>Seed</dt>
    <dd>${typeof seed === "string" ? seed : "given in code"}${seedNote}</dd>
    <dt>Limits</dt>
    <dd>${typeof limits === "string" ? limits : "given in code"}</dd>
    <dt>State</dt>
    <dd>${data === undefined ? "in memory, lost on exit" : html`in <code>${data}</code>`}</dd>
    <dt>Identity issuer</dt>
    ${address("issuer", "the identity issuer's address", issuerUrl(context))}
    <dt>Control API</dt>
    <dd>${describeControl(options.control)}</dd>
  </dl>`;
}

function describeControl(control: EmulatorOptions["control"]): Html {
  if (!control) return html`off; enable it with <code>--control</code>`;
  return html`under <code>/_control</code>, ${control === "anyone" ? "for every machine" : "for this machine only"}`;
}

/** Renders how far the emulator's clock differs from the machine's. */
function clockOffset(now: Date): Html {
  const seconds = Math.round((now.getTime() - Date.now()) / 1000);
  if (Math.abs(seconds) < 5) return html``;
  const units = { day: 86_400, hour: 3600, minute: 60, second: 1 };
  const [unit, size] = Object.entries(units).find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  const count = Math.round(Math.abs(seconds) / size);
  const direction = seconds > 0 ? "ahead of" : "behind";
  return html`<span class="quiet">(${count} ${unit}${count === 1 ? "" : "s"} ${direction} this machine's)</span>`;
}

/** Renders a curl command line for the API. */
function callSection({ apiUrl, now }: EmulatorContext, { tokens, controlToken }: RunningEmulator): Html {
  const token = controlToken === undefined ? undefined : exampleToken(tokens, now())?.token;
  const header = token === undefined ? "" : ` -H "Authorization: Bearer ${token}"`;
  const route = token === undefined ? "/versions" : "/user";
  return section(
    "calling",
    "Call the API",
    html`<div class="lines">
      ${commandLine("call", "the call", `curl${header} ${apiUrl}${route}`)}
      <p class="quiet">
        Pass the API's URL to your client: <code>createClient({ baseUrl, credentials })</code> from
        <code>@forgehand/core</code>, <code>new Octokit({ baseUrl, auth })</code>.
      </p>
    </div>`,
  );
}

function controlSection(
  { webUrl }: EmulatorContext,
  { routes, controlToken = "$CONTROL_TOKEN" }: RunningEmulator,
): Html {
  if (routes.length === 0) return html``;
  const header = `-H "Authorization: Bearer ${controlToken}"`;
  const example = `curl ${header} ${webUrl}/_control/clock -d '{ "advance": 3600 }'`;
  return section(
    "control",
    "Control API",
    html`<div class="lines">
      ${commandLine("move", "the call that moves the clock", example)}
      <ul class="routes">
        ${routes.map(({ method, path }) => html`<li><code>${method} /_control${path}</code></li>`)}
      </ul>
    </div>`,
  );
}

const HIDDEN_NOTE = html`<p class="note">
  Tokens, private repositories and webhooks are hidden. To see them, open the address that the emulator printed when it
  started: <code>startUrl</code> in the line of JSON.
</p>`;
