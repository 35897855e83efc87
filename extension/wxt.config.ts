import { writeFileSync } from "node:fs";
import { join } from "node:path";
import preact from "@preact/preset-vite";
import { defineConfig } from "wxt";
import { builtCore } from "../scripts/built-core.ts";
import { createNoticesCollector, NOTICES_FILE } from "../scripts/notices/notices.ts";
import { localeFiles } from "./locales/locale-files.ts";
import { manifestFor } from "./manifest/manifest-for.ts";

/** Collects license notices of all bundled packages. Pages, worker and scripts are separate bundles. */
const notices = createNoticesCollector();

export default defineConfig({
  imports: false,
  hooks: {
    // Even with `imports: false`, wxt rewrites sources and adds imports for names such as `storage`.
    "config:resolved"({ config }) {
      Object.assign(config.imports, { exclude: [/./] });
    },
    // Browsers read one locale file per language.
    "build:publicAssets"(_, files) {
      files.push(...localeFiles());
    },
    "build:done"({ config }) {
      writeFileSync(join(config.outDir, NOTICES_FILE), notices.text());
    },
  },
  manifestVersion: 3,
  // Keeps light-dark() colors, which both browsers support.
  vite: () => ({ plugins: [builtCore(), preact(), notices.plugin], build: { cssTarget: ["chrome123", "firefox140"] } }),
  manifest: ({ browser }) => manifestFor(browser === "firefox" ? "firefox" : "chrome"),
});
