import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { type Account, findAccount } from "../state/accounts.ts";
import { closeSession, openSession, SESSION_LIFETIME } from "../state/sessions.ts";
import type { World } from "../world.ts";
import { avatarOf } from "./layout/avatar.ts";
import type { Html } from "./layout/html.ts";
import { nothing, pager, windowOf } from "./layout/paging.ts";
import { pageFor } from "./page-for.ts";
import { isForeign } from "./protection.ts";
import { findUsers } from "./search/find-accounts.ts";
import { cookieName, type Visit, visitOf } from "./visit.ts";

/** `/login`: picks one of the users that are there. Passwords there are none: whoever reaches this service may be anybody. */
export function signInPage(visit: Visit, problem?: string): Html {
  const text = visit.query.get("q") ?? "";
  const back = backOf(visit.query.get("return_to"));
  const hidden = back === undefined ? "" : html`<input type="hidden" name="return_to" value="${back}" />`;
  const { rows, total } = findUsers(visit.world.db, text, windowOf(visit));
  return pageFor(
    visit,
    "Sign in",
    html`<main>
      <div class="container narrow auth-form">
        <h1>Sign in</h1>
        <p class="dim">
          ${visit.user ? html`You are signed in as <strong>${visit.user.login}</strong>. Pick somebody else, or the same again.` : "Pick who you want to be. Nobody has a password here."}
        </p>
        ${problem === undefined ? "" : html`<p class="flash flash-error" role="alert">${problem}</p>`}
        <form class="list-filter" action="/login" method="get" role="search" aria-label="Users">
          ${hidden}
          <input class="form-control" type="search" name="q" value="${text}" placeholder="Find a user…" aria-label="Find a user…" />
          <button class="btn" type="submit">Search</button>
        </form>
        <form class="Box" action="/login" method="post">
          ${hidden}
          ${
            rows.length === 0
              ? nothing(
                  visit,
                  total,
                  text === "" ? "There are no users here" : "There is nobody like that",
                  "A seed or the control API brings users.",
                )
              : html`<ul class="user-list">
                  ${rows.map(
                    ({ login, name }) => html`<li>
                      <button type="submit" name="login" value="${login}">
                        ${avatarOf(login, 32)} <span><strong>${login}</strong> <span class="dim">${name ?? ""}</span></span>
                      </button>
                    </li>`,
                  )}
                </ul>`
          }
        </form>
        ${pager(visit, total)}
      </div>
    </main>`,
  );
}

const NO_FORM: Readonly<Record<string, unknown>> = {};

/** `POST /login` */
export async function signIn(world: World, context: Context): Promise<Response> {
  const visit = visitOf(world, context);
  if (isForeign(context)) return context.html(signInPage(visit, "Sign in on this service's own page."), 403);
  // What is no form names nobody.
  const { login, return_to } = await context.req.parseBody().catch(() => NO_FORM);
  const user = typeof login === "string" ? findAccount(world.db, login) : undefined;
  if (user?.type !== "User") {
    return context.html(signInPage(visit, "There is no such user here."), 422);
  }
  begin(world, context, user);
  // 303: the browser goes there with GET, whatever it came with.
  return context.redirect(backOf(typeof return_to === "string" ? return_to : null) ?? `/${user.login}`, 303);
}

function begin(world: World, context: Context, user: Account): void {
  end(world, context);
  setCookie(context, cookieName(world), openSession(world.db, user.id, world.now()), {
    ...{ path: "/", httpOnly: true, sameSite: "Lax", maxAge: SESSION_LIFETIME },
    secure: world.webUrl.startsWith("https:"),
  });
}

/** What the browser has of a session is good no longer. */
function end(world: World, context: Context): void {
  const key = getCookie(context, cookieName(world));
  if (key !== undefined) closeSession(world.db, key);
}

/** `POST /logout` */
export function signOut(world: World, context: Context): Response | Promise<Response> {
  if (isForeign(context)) {
    return context.html(signInPage(visitOf(world, context), "Sign out on this service's own page."), 403);
  }
  end(world, context);
  deleteCookie(context, cookieName(world), { path: "/" });
  return context.redirect("/", 303);
}

/** Where to go on after signing in: only to a page of this service. */
function backOf(address: string | null): string | undefined {
  return address !== null && /^\/(?![/\\])[^\\\s]*$/.test(address) ? address : undefined;
}
