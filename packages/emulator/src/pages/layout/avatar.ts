import { html } from "hono/html";
import type { Html } from "./html.ts";
import { hueOf } from "./language.ts";

/** `/avatars/{login}.svg`: a letter in a colour of the login's own. */
export function drawAvatar(login: string): Html {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
    <rect width="48" height="48" fill="hsl(${hueOf(login)} 45% 45%)" />
    <text x="24" y="32" font-family="sans-serif" font-size="24" fill="#fff" text-anchor="middle">
      ${login.slice(0, 1).toUpperCase()}
    </text>
  </svg>`;
}

/** Beside a name that says whose it is. */
export function avatarOf(login: string, size: number): Html {
  const path = `/avatars/${encodeURIComponent(login)}.svg`;
  return html`<img class="avatar" src="${path}" width="${size}" height="${size}" alt="" />`;
}
