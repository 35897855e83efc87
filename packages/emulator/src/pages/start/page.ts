import { html } from "hono/html";
import type { ControlRoute } from "../../control/http/route.ts";
import { issuerUrl } from "../../oidc/issuer.ts";
import type { EmulatorOptions, KnownToken } from "../../public.ts";
import type { World } from "../../world.ts";
import type { Html } from "../layout/html.ts";
import { layout } from "../layout/layout.ts";
import type { Reserve } from "./asker.ts";
import { webhooks } from "./hooks.ts";
import { commandLine, copyButton, exactTime, section } from "./parts.ts";
import { repositories } from "./repositories.ts";
import { exampleToken, usersAndTokens } from "./users.ts";

/** What the page shows beside the state. */
interface Running {
  readonly options: Pick<EmulatorOptions, "control" | "data" | "limits" | "seed">;
  readonly tokens: readonly KnownToken[];
  /** What the control API is asked; nothing where it is not served. */
  readonly routes: readonly ControlRoute[];
  /** The login of who is signed in on the pages; null: nobody. */
  readonly login: string | null;
  /** Why not all of it is shown. */
  readonly reserve: Reserve | undefined;
}

/** `/`: what is running, and how to begin with it. */
export function startPage(world: World, running: Running): Html {
  const { tokens, reserve } = running;
  return layout(
    "Forge, the emulator",
    html`<link rel="stylesheet" href="/_assets/start.css" />
      <main class="start">
        <h1>A code forge on your machine</h1>
        <p class="quiet">What is running here, as it is now. Loading the page again shows what has happened since.</p>
        ${service(world, running)} ${reserve === undefined ? "" : explain(reserve, world)} ${calling(world, running)}
        ${usersAndTokens(world, tokens, reserve === undefined)} ${repositories(world, reserve === undefined)}
        ${reserve === undefined ? webhooks(world) : ""} ${controlling(world, running)}
        <p id="copied" class="silent" role="status"></p>
      </main>
      <script type="module" src="/_assets/copy.js"></script>`,
    { login: running.login, here: "/" },
  );
}

function service(world: World, { options }: Running): Html {
  const { apiUrl, webUrl, dialect, edition, now } = world;
  const { data, seed = "demo", limits = "off" } = options;
  const planted = data === undefined ? "" : ", if the file was new";
  const address = (id: string, what: string, text: string) =>
    html`<dd class="line"><code id="${id}">${text}</code>${copyButton(id, what)}</dd>`;
  return html`<dl>
    <dt>API</dt>
    ${address("api-url", "the API's address", apiUrl)}
    <dt>Pages</dt>
    ${address("web-url", "the pages' address", webUrl)}
    <dt>Names on the wire</dt>
    <dd>${dialect.mediaTypeVendor}</dd>
    <dt>Edition</dt>
    <dd>${edition}</dd>
    <dt>Time of its clock</dt>
    <dd>${exactTime(now())} UTC ${aheadBy(now())}</dd>
    <dt>Seed</dt>
    <dd>${typeof seed === "string" ? seed : "given in code"}${planted}</dd>
    <dt>Limits</dt>
    <dd>${typeof limits === "string" ? limits : "given in code"}</dd>
    <dt>State</dt>
    <dd>${data === undefined ? "in memory, and gone when it stops" : html`in <code>${data}</code>`}</dd>
    <dt>Identity issuer</dt>
    ${address("issuer", "the identity issuer's address", issuerUrl(world))}
    <dt>Control API</dt>
    <dd>${controlledBy(options.control)}</dd>
  </dl>`;
}

function controlledBy(control: EmulatorOptions["control"]): Html {
  if (!control) return html`not served; <code>--control</code> does`;
  return html`under <code>/_control</code>, ${control === "anyone" ? "to whoever reaches it" : "to this machine alone"}`;
}

/** How far a clock that was moved is from this machine's. */
function aheadBy(now: Date): Html {
  const seconds = Math.round((now.getTime() - Date.now()) / 1000);
  if (Math.abs(seconds) < 5) return html``;
  const units = { day: 86_400, hour: 3600, minute: 60, second: 1 };
  const [unit, size] = Object.entries(units).find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  const count = Math.round(Math.abs(seconds) / size);
  const side = seconds > 0 ? "ahead of" : "behind";
  return html`<span class="quiet">(${count} ${unit}${count === 1 ? "" : "s"} ${side} this machine's)</span>`;
}

/** Lines that call it, ready for a terminal. */
function calling({ apiUrl, now }: World, { tokens, reserve }: Running): Html {
  const token = reserve === undefined ? exampleToken(tokens, now())?.token : undefined;
  const header = token === undefined ? "" : ` -H "Authorization: Bearer ${token}"`;
  const route = token === undefined ? "/versions" : "/user";
  return section(
    "calling",
    "Call it",
    html`<div class="lines">
      ${commandLine("call", "the call", `curl${header} ${apiUrl}${route}`)}
      <p class="quiet">
        Every client takes the API's address as its base: <code>createClient({ baseUrl, credentials })</code> of
        <code>@forgehand/core</code>, <code>new Octokit({ baseUrl, auth })</code>.
      </p>
    </div>`,
  );
}

function controlling({ webUrl }: World, { routes }: Running): Html {
  if (routes.length === 0) return html``;
  const example = `curl -X POST ${webUrl}/_control/clock -d '{ "advance": 3600 }'`;
  return section(
    "control",
    "Control API",
    html`<div class="lines">
      ${commandLine("move", "the call that moves the clock", example)}
      <ul class="routes">${routes.map(({ method, path }) => controlRoute(method, `/_control${path}`))}</ul>
    </div>`,
  );
}

/** One that only tells something can be looked at. */
function controlRoute(method: string, path: string): Html {
  const shown = html`<code>${method} ${path}</code>`;
  const isLink = method === "GET" && !path.includes(":");
  return html`<li>${isLink ? html`<a href="${path}" data-turbo="false">${shown}</a>` : shown}</li>`;
}

function explain(reserve: Reserve, { webUrl }: World): Html {
  const page = html`<a href="${webUrl}/">${webUrl}/</a>`;
  const printed = html`The line that the emulator printed when it started has them, too.`;
  const why = {
    far: html`Tokens, private repositories and webhooks are shown on the emulator's own machine alone, at
      ${page}. ${printed} With <code>--control-anyone</code> whoever reaches it sees them.`,
    elsewhere: html`Tokens, private repositories and webhooks are shown at ${page} alone, and not under
      another name that leads here. ${printed}`,
    foreign: html`Another site's page asked for this one, and is not shown tokens. They are at ${page}.`,
  };
  return html`<p class="note">${why[reserve]}</p>`;
}
