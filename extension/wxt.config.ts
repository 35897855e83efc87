import preact from "@preact/preset-vite";
import { defineConfig } from "wxt";

export default defineConfig({
  imports: false,
  hooks: {
    // Switched off it still rewrites sources: whatever is called `storage`, say, would get an import.
    "config:resolved"({ config }) {
      Object.assign(config.imports, { exclude: [/./] });
    },
  },
  manifestVersion: 3,
  vite: () => ({ plugins: [preact()] }),
  manifest: {
    name: "Forgehand",
    description: "Watch, star and review-request controls on your forge's own pages.",
    permissions: ["scripting"],
    host_permissions: ["https://github.com/*", "https://api.github.com/*"],
    // Every other host is asked for when a person adds it.
    optional_host_permissions: ["https://*/*", "http://*/*"],
    action: { default_title: "Forgehand" },
  },
});
