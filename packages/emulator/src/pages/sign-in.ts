import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import type { EmulatorContext } from "../emulator-context.ts";
import { findUsers } from "../search/find-accounts.ts";
import { type Account, accounts } from "../state/accounts.ts";
import { closeSession, openSession, SESSION_LIFETIME } from "../state/sessions.ts";
import { avatarImage } from "./layout/avatar.ts";
import type { Html } from "./layout/html.ts";
import { emptyState, pager, pageWindow } from "./layout/paging.ts";
import { cookieName, type PageRequest, readPageRequest } from "./page-request.ts";
import { renderHtmlPage } from "./render-html-page.ts";
import { readReturnPath } from "./return-path.ts";
import { isCrossSite } from "./security-headers.ts";

/**
 * Renders `/login`: a list of users to sign in as. There are no passwords; anyone who can reach the emulator can be any
 * user.
 */
export function signInPage(request: PageRequest, problem?: string): Html {
  const text = request.query.get("q") ?? "";
  const returnPath = readReturnPath(request.query.get("return_to"));
  const hidden = returnPath === undefined ? "" : html`<input type="hidden" name="return_to" value="${returnPath}" />`;
  const { rows, total } = findUsers(request.context.db, text, pageWindow(request));
  return renderHtmlPage(
    request,
    "Sign in",
    html`<main>
      <div class="container narrow auth-form">
        <h1>Sign in</h1>
        <p class="dim">
          ${request.user ? html`You are signed in as <strong>${request.user.login}</strong>. Choose another user, or the same user again.` : "Choose a user to sign in as. No passwords are needed."}
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
              ? emptyState(
                  request,
                  total,
                  text === "" ? "There are no users here" : "No users match",
                  "Add users with a seed or the control API.",
                )
              : html`<ul class="user-list">
                  ${rows.map(
                    ({ login, name }) => html`<li>
                      <button type="submit" name="login" value="${login}">
                        ${avatarImage(login, 32)} <span><strong>${login}</strong> <span class="dim">${name ?? ""}</span></span>
                      </button>
                    </li>`,
                  )}
                </ul>`
          }
        </form>
        ${pager(request, total)}
      </div>
    </main>`,
  );
}

const EMPTY_FORM: Readonly<Record<string, unknown>> = {};

/** Handles `POST /login`. */
export async function signIn(context: EmulatorContext, c: Context): Promise<Response> {
  const request = readPageRequest(context, c);
  if (isCrossSite(c)) return c.html(signInPage(request, "Sign in on this service's own page."), 403);
  // A body that is not a form has no login.
  const { login, return_to } = await c.req.parseBody().catch(() => EMPTY_FORM);
  const user = typeof login === "string" ? accounts.find(context.db, { login }) : undefined;
  if (user?.type !== "User") {
    return c.html(signInPage(request, "There is no such user here."), 422);
  }
  startSession(context, c, user);
  // 303 makes the browser continue with GET.
  return c.redirect(readReturnPath(return_to) ?? `/${user.login}`, 303);
}

function startSession(context: EmulatorContext, c: Context, user: Account): void {
  endSession(context, c);
  setCookie(c, cookieName(context), openSession(context.db, user.id, context.now()), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: SESSION_LIFETIME,
    secure: context.webUrl.startsWith("https:"),
  });
}

/** Invalidates the browser's session. */
function endSession(context: EmulatorContext, c: Context): void {
  const key = getCookie(c, cookieName(context));
  if (key !== undefined) closeSession(context.db, key);
}

/** Handles `POST /logout`. */
export function signOut(context: EmulatorContext, c: Context): Response | Promise<Response> {
  if (isCrossSite(c)) {
    return c.html(signInPage(readPageRequest(context, c), "Sign out on this service's own page."), 403);
  }
  endSession(context, c);
  deleteCookie(c, cookieName(context), { path: "/" });
  return c.redirect("/", 303);
}
