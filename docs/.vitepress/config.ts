import { readFileSync } from "node:fs";
import { type DefaultTheme, defineConfig, type MarkdownOptions } from "vitepress";
import { anchorOf } from "./anchor.ts";
import { HOME_FRONTMATTER } from "./home.ts";

const REPOSITORY = "https://github.com/forgehand/forgehand";

/** Reads a menu of generated pages, which is written next to the pages. */
function readMenu(list: "operations" | "project" | "reference"): DefaultTheme.SidebarItem[] {
  const file = new URL(`../.site/${list}.json`, import.meta.url);
  const items: DefaultTheme.SidebarItem[] = JSON.parse(readFileSync(file, "utf8"));
  return items;
}

const guideMenu: DefaultTheme.SidebarItem[] = [
  {
    text: "Getting started",
    items: [
      { text: "The extension", link: "/getting-started/extension" },
      { text: "The action", link: "/getting-started/action" },
      { text: "The client", link: "/getting-started/core" },
      { text: "The emulator", link: "/getting-started/emulator" },
    ],
  },
  {
    text: "Extension",
    items: [
      { text: "Controls, lists and permissions", link: "/extension" },
      { text: "Store listings", link: "/extension-stores" },
    ],
  },
  {
    text: "Action",
    items: [
      { text: "Tasks, inputs and fleets", link: "/action" },
      { text: "Recipes", link: "/recipes" },
    ],
  },
  { text: "Command line", items: [{ text: "Commands, flags and credentials", link: "/cli" }] },
  {
    text: "Core",
    items: [
      { text: "The client", link: "/client" },
      { text: "Errors", link: "/errors" },
      { text: "Rate limits", link: "/limits" },
      { text: "Webhooks", link: "/webhooks" },
      { text: "Many machines", link: "/scale" },
      { text: "OIDC subjects", link: "/oidc" },
    ],
  },
  {
    text: "Emulator",
    items: [
      { text: "Guide", link: "/emulator" },
      { text: "Control API", link: "/control" },
    ],
  },
  { text: "Project", items: readMenu("project") },
];

/** Disables syntax highlighting for tests: it takes a third of a build's time. */
const plainCodeOptions: Pick<MarkdownOptions, "highlight"> = {
  highlight: (code) => `<pre v-pre><code>${code.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</code></pre>`,
};

/** Adds space above the heading of the home page, and wraps long messages. */
const STYLE = `
.VPHome .vp-doc h1 { margin-top: 48px }
.vp-doc .language-text pre code { white-space: pre-wrap; width: auto; overflow-wrap: anywhere }
`;

export default defineConfig({
  title: "Forgehand",
  description:
    "Tools for GitHub and GitHub Enterprise Server: a browser extension, an action, a typed client, an emulator.",
  srcDir: ".site",
  cleanUrls: true,
  head: [["style", {}, STYLE]],

  markdown: {
    // Generates the same anchors as GitHub, so that links work in both.
    anchor: { slugify: anchorOf },
    toc: { slugify: anchorOf },
    ...(process.env["FORGEHAND_PLAIN_CODE"] === "1" ? plainCodeOptions : {}),
  },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  transformPageData({ relativePath, frontmatter }) {
    if (relativePath === "index.md") return { frontmatter: { ...frontmatter, ...HOME_FRONTMATTER } };
    // Generated and copied pages have no edit link.
    const isGenerated = /^((operations|project|reference)\/|recipes\.md$)/.test(relativePath);
    return isGenerated ? { frontmatter: { ...frontmatter, editLink: false } } : undefined;
  },
  themeConfig: {
    nav: [
      { text: "Getting started", link: "/getting-started/extension", activeMatch: "^/getting-started/" },
      { text: "Operations", link: "/operations/", activeMatch: "^/operations/" },
      { text: "API reference", link: "/reference/", activeMatch: "^/reference/" },
    ],
    sidebar: {
      "/operations/": readMenu("operations"),
      "/reference/": readMenu("reference"),
      "/": guideMenu,
    },
    outline: [2, 3],
    search: {
      provider: "local",
      // These two functions are serialized and run in the browser, so they can't refer to this module.
      options: {
        miniSearch: {
          options: {
            // Lets search find an operation by the words in its name.
            tokenize: (text) =>
              text.split(/[\s\p{Z}\p{P}]+/u).flatMap((word) => [word, ...word.split(/(?<=[a-z])(?=[A-Z])/).slice(1)]),
          },
          searchOptions: {
            // Ranks guides above the API reference.
            boostDocument: (id: string) => (id.startsWith("/reference/") ? 0.2 : 1),
          },
        },
      },
    },
    socialLinks: [{ icon: "github", link: REPOSITORY }],
    editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path`, text: "Edit this page" },
    docFooter: { prev: false, next: false },
  },
});
