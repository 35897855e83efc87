import { html } from "hono/html";
import type { Html } from "./html.ts";
import { hueOf } from "./language.ts";

/** Renders `/avatars/{login}.svg`: the first letter on a color derived from the login. */
export function drawAvatar(login: string): Html {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
    <rect width="48" height="48" fill="hsl(${hueOf(login)} 45% 45%)" />
    <text x="24" y="32" font-family="sans-serif" font-size="24" fill="#fff" text-anchor="middle">
      ${login.slice(0, 1).toUpperCase()}
    </text>
  </svg>`;
}

/** Renders an avatar. It has no alternative text because the login is always shown next to it. */
export function avatarImage(login: string, size: number): Html {
  const path = `/avatars/${encodeURIComponent(login)}.svg`;
  return html`<img class="avatar" src="${path}" width="${size}" height="${size}" alt="" />`;
}
