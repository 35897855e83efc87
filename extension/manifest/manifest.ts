import { FIREFOX_SETTINGS } from "./firefox.ts";

/** Browsers that the extension is built for: Edge and all others of Chrome's kind take Chrome's. */
type Target = "chrome" | "firefox";

const ICONS = Object.fromEntries([16, 24, 32, 48, 64, 96, 128].map((size) => [size, `icon/${size}.png`]));

/**
 * What the extension's own pages and its worker may load and reach: what is packed with it, and forges. Which forges is
 * decided by the hosts that somebody allowed; in the open a token goes to this machine alone.
 */
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join("; ");

/** What the extension tells a browser of itself; what it is made of, the build adds. docs/extension.md has the reasons. */
export function manifestFor(target: Target) {
  return {
    name: "__MSG_name__",
    description: "__MSG_description__",
    default_locale: "en",
    permissions: [
      // The address of the page in front, once the person opens the popup there: to name a host that isn't added yet.
      "activeTab",
      // Long work goes on after a worker was stopped.
      "alarms",
      // The overlay on hosts that were added, its parts when they are needed, and in tabs that were open before.
      "scripting",
      "storage",
    ],
    host_permissions: ["https://github.com/*", "https://api.github.com/*"],
    // Every other host is asked for when a person adds it.
    optional_host_permissions: ["https://*/*", "http://localhost/*", "http://127.0.0.1/*"],
    // By hand: the bundle is the same that is registered for every other host.
    content_scripts: [{ matches: ["https://github.com/*"], js: ["overlay.js"], run_at: "document_start" as const }],
    content_security_policy: { extension_pages: SECURITY_POLICY },
    icons: ICONS,
    action: { default_title: "Forgehand", default_icon: ICONS },
    commands: { _execute_action: { suggested_key: { default: "Alt+Shift+F" } } },
    ...(target === "firefox"
      ? { browser_specific_settings: FIREFOX_SETTINGS }
      : {
          // The first that knows light-dark(), which all colours are written with.
          minimum_chrome_version: "123",
          // Firefox has administrators describe such settings elsewhere.
          storage: { managed_schema: "managed-schema.json" },
        }),
  };
}
