import { FIREFOX_SETTINGS } from "./firefox.ts";

/** Browsers that the extension is built for. Edge and other Chromium-based browsers use the Chrome build. */
type BrowserTarget = "chrome" | "firefox";

const ICONS = Object.fromEntries([16, 24, 32, 48, 64, 96, 128].map((size) => [size, `icon/${size}.png`]));

/**
 * Content security policy of the extension's pages and worker: packaged files, and connections to any host. Which hosts
 * are contacted depends on the permissions that the user granted; http must be allowed for each host when it is added.
 */
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' https: http:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Creates the manifest; the build adds the entry points. Permissions are explained in docs/extension.md. */
export function manifestFor(target: BrowserTarget) {
  return {
    name: "__MSG_name__",
    description: "__MSG_description__",
    default_locale: "en",
    permissions: [
      // Gives the popup the URL of the current page, to offer adding its host.
      "activeTab",
      // Resumes long jobs after the worker was stopped.
      "alarms",
      // Registers the overlay on added hosts, loads its parts, and injects it into open tabs.
      "scripting",
      "storage",
    ],
    host_permissions: ["https://github.com/*", "https://api.github.com/*"],
    // Requested when the user switches notifications on.
    optional_permissions: ["notifications"],
    // Other hosts are requested when the user adds them.
    optional_host_permissions: ["https://*/*", "http://*/*"],
    content_security_policy: { extension_pages: SECURITY_POLICY },
    icons: ICONS,
    action: { default_title: "Forgehand", default_icon: ICONS },
    commands: { _execute_action: { suggested_key: { default: "Alt+Shift+F" } } },
    ...(target === "firefox"
      ? { browser_specific_settings: FIREFOX_SETTINGS }
      : {
          // First version that supports light-dark(), which the styles use.
          minimum_chrome_version: "123",
          // Firefox defines managed settings outside the extension.
          storage: { managed_schema: "managed-schema.json" },
        }),
  };
}
