import { html } from "hono/html";
import type { KnownToken } from "../../public.ts";
import type { Account } from "../../state/accounts.ts";
import type { Part } from "../../state/database.ts";
import { firstUsers, type Membership, membershipsOf } from "../../state/overview.ts";
import type { World } from "../../world.ts";
import type { Html } from "../layout/html.ts";
import { caption, copyButton, exactTime, SHOWN, section, table } from "./parts.ts";

/** How many tokens of one user are shown. */
const TOKENS_EACH = 10;

/** Users with the tokens that act for them, and the tokens that act for nobody. @param isShown or only what they are called */
export function usersAndTokens(world: World, tokens: readonly KnownToken[], isShown: boolean): Html {
  const users = firstUsers(world.db, SHOWN);
  const byUser = Map.groupBy(tokens, ({ user }) => user);
  const free = byUser.get(null) ?? [];
  const show = (token: KnownToken) => tokenLine(world, token, isShown);
  return html`${section(
    "users",
    "Users and their tokens",
    users.total === 0
      ? html`<p class="quiet">There are no users. A seed brings some: <code>--seed demo</code>, or a file of yours.</p>`
      : usersTable(world, users, (login) => byUser.get(login) ?? [], show),
  )}
  ${free.length === 0 ? "" : section("tokens", "Tokens of apps and workflows", freeTokens(free, show))}`;
}

function usersTable(
  { db }: World,
  users: Part<Account>,
  tokensOf: (login: string) => readonly KnownToken[],
  show: (token: KnownToken) => Html,
): Html {
  const rows = users.rows.map((user) => {
    const tokens = tokensOf(user.login);
    const more = tokens.length - TOKENS_EACH;
    return html`<tr>
      <th scope="row">
        <img class="face" src="/avatars/${user.login}.svg" width="20" height="20" alt="" loading="lazy" />${user.login}
        ${user.name === null ? "" : html`<div class="quiet">${user.name}</div>`}
      </th>
      <td>${membershipsOf(db, user.id).map(membership)}</td>
      <td>
        <ul>
          ${tokens.slice(0, TOKENS_EACH).map((token) => html`<li>${show(token)}</li>`)}
          ${more > 0 ? html`<li class="quiet">and ${more} more</li>` : ""}
        </ul>
      </td>
    </tr>`;
  });
  return table("users", caption(users, "user", "users"), ["User", "Organizations", "Tokens"], rows);
}

const membership = ({ login, role }: Membership) => html`<div>${login}${role === "admin" ? ", owner" : ""}</div>`;

function freeTokens(tokens: readonly KnownToken[], show: (token: KnownToken) => Html): Html {
  const part = { rows: tokens.slice(0, SHOWN), total: tokens.length };
  const rows = part.rows.map((token) => html`<tr><td>${show(token)}</td></tr>`);
  return table("tokens", caption(part, "token that acts for no user", "tokens that act for no user"), ["Token"], rows);
}

/** @param isShown or else only what it is called, and what it is */
function tokenLine({ now }: World, token: KnownToken, isShown: boolean): Html {
  const id = `token-${token.name}`;
  const { name, kind, scopes } = token;
  const about = kind === "classic" || kind === "oauth" ? `${kind}: ${scopes.join(", ") || "no scope"}` : kind;
  const end = endOf(token, now());
  return html`<div class="line">
    <span>${name}</span>
    ${isShown ? html`<code id="${id}">${token.token}</code>${copyButton(id, `the token ${name}`)}` : ""}
    <span class="quiet">${about}</span>
    ${end ?? ""}
  </div>`;
}

/** Why a token doesn't hold, or until when it does. */
function endOf({ expires_at, revoked_at }: KnownToken, now: Date): Html | undefined {
  if (revoked_at !== null) return html`<span class="bad">revoked</span>`;
  if (expires_at === null) return undefined;
  const isOver = new Date(expires_at) <= now;
  return html`<span class="${isOver ? "bad" : "quiet"}">${isOver ? "expired" : "until"} ${exactTime(expires_at)}</span>`;
}

/** A token to show how calls are made: of a user, and one that holds. */
export function exampleToken(tokens: readonly KnownToken[], now: Date): KnownToken | undefined {
  const holds = ({ revoked_at, expires_at }: KnownToken) =>
    revoked_at === null && (expires_at === null || new Date(expires_at) > now);
  return tokens.find((token) => token.user !== null && holds(token)) ?? tokens.find(holds);
}
