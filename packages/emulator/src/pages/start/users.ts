import { html } from "hono/html";
import type { EmulatorContext } from "../../emulator-context.ts";
import type { KnownToken } from "../../public.ts";
import type { Account } from "../../state/accounts.ts";
import type { RowPage } from "../../state/database.ts";
import { firstUsers, type Membership, membershipsOf } from "../../state/overview.ts";
import type { Html } from "../layout/html.ts";
import { copyButton, exactTime, MAX_ROWS, section, table, tableCaption } from "./parts.ts";

/** Maximum number of tokens per user. */
const MAX_TOKENS_PER_USER = 10;

/**
 * Renders the users with their tokens, and the tokens without a user.
 * @param isShown false to hide the tokens' values
 */
export function usersAndTokens(context: EmulatorContext, tokens: readonly KnownToken[], isShown: boolean): Html {
  const users = firstUsers(context.db, MAX_ROWS);
  const byUser = Map.groupBy(tokens, ({ user }) => user);
  const unowned = byUser.get(null) ?? [];
  const renderToken = (token: KnownToken) => tokenLine(context, token, isShown);
  return html`${section(
    "users",
    "Users and tokens",
    users.total === 0
      ? html`<p class="quiet">There are no users. Add some with a seed: <code>--seed demo</code> or your own file.</p>`
      : usersTable(context, users, (login) => byUser.get(login) ?? [], renderToken),
  )}
  ${unowned.length === 0 ? "" : section("tokens", "Tokens of apps and workflows", unownedTokens(unowned, renderToken))}`;
}

function usersTable(
  { db }: EmulatorContext,
  users: RowPage<Account>,
  tokensOf: (login: string) => readonly KnownToken[],
  renderToken: (token: KnownToken) => Html,
): Html {
  const rows = users.rows.map((user) => {
    const tokens = tokensOf(user.login);
    const hiddenCount = tokens.length - MAX_TOKENS_PER_USER;
    return html`<tr>
      <th scope="row">
        <img class="face" src="/avatars/${user.login}.svg" width="20" height="20" alt="" loading="lazy" />${user.login}
        ${user.name === null ? "" : html`<div class="quiet">${user.name}</div>`}
      </th>
      <td>${membershipsOf(db, user.id).map(membershipLine)}</td>
      <td>
        <ul>
          ${tokens.slice(0, MAX_TOKENS_PER_USER).map((token) => html`<li>${renderToken(token)}</li>`)}
          ${hiddenCount > 0 ? html`<li class="quiet">and ${hiddenCount} more</li>` : ""}
        </ul>
      </td>
    </tr>`;
  });
  return table("users", tableCaption(users, "user", "users"), ["User", "Organizations", "Tokens"], rows);
}

const membershipLine = ({ login, role }: Membership) => html`<div>${login}${role === "admin" ? ", owner" : ""}</div>`;

function unownedTokens(tokens: readonly KnownToken[], renderToken: (token: KnownToken) => Html): Html {
  const part = { rows: tokens.slice(0, MAX_ROWS), total: tokens.length };
  const rows = part.rows.map((token) => html`<tr><td>${renderToken(token)}</td></tr>`);
  return table("tokens", tableCaption(part, "token without a user", "tokens without a user"), ["Token"], rows);
}

/** @param isShown false to hide the token's value */
function tokenLine({ now }: EmulatorContext, token: KnownToken, isShown: boolean): Html {
  const id = `token-${token.name}`;
  const { name, kind, scopes } = token;
  const description = kind === "classic" || kind === "oauth" ? `${kind}: ${scopes.join(", ") || "no scope"}` : kind;
  const end = tokenExpiry(token, now());
  return html`<div class="line">
    <span>${name}</span>
    ${isShown ? html`<code id="${id}">${token.token}</code>${copyButton(id, `the token ${name}`)}` : ""}
    <span class="quiet">${description}</span>
    ${end ?? ""}
  </div>`;
}

/** Renders that a token is revoked or expired, or when it expires. */
function tokenExpiry({ expires_at, revoked_at }: KnownToken, now: Date): Html | undefined {
  if (revoked_at !== null) return html`<span class="bad">revoked</span>`;
  if (expires_at === null) return undefined;
  const isExpired = new Date(expires_at) <= now;
  return html`<span class="${isExpired ? "bad" : "quiet"}">${isExpired ? "expired" : "until"} ${exactTime(expires_at)}</span>`;
}

/** Returns a valid token for the example call, preferably of a user. */
export function exampleToken(tokens: readonly KnownToken[], now: Date): KnownToken | undefined {
  const isValid = ({ revoked_at, expires_at }: KnownToken) =>
    revoked_at === null && (expires_at === null || new Date(expires_at) > now);
  return tokens.find((token) => token.user !== null && isValid(token)) ?? tokens.find(isValid);
}
