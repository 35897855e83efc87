import { readFileSync } from "node:fs";
import { type DefaultTheme, defineConfig, type MarkdownOptions } from "vitepress";
import { anchorOf } from "./anchor.ts";
import { HOME } from "./home.ts";

const REPOSITORY = "https://github.com/forgehand/forgehand";

/** What is written into the folder of pages beside them: the pages that are made, by their titles. */
function made(list: "operations" | "project" | "reference"): DefaultTheme.SidebarItem[] {
  const file = new URL(`../.site/${list}.json`, import.meta.url);
  const items: DefaultTheme.SidebarItem[] = JSON.parse(readFileSync(file, "utf8"));
  return items;
}

const guide: DefaultTheme.SidebarItem[] = [
  {
    text: "Getting started",
    items: [
      { text: "The extension", link: "/getting-started/extension" },
      { text: "The action", link: "/getting-started/action" },
      { text: "The package", link: "/getting-started/core" },
      { text: "The emulator", link: "/getting-started/emulator" },
    ],
  },
  {
    text: "Extension",
    items: [
      { text: "Controls, lists, permissions", link: "/extension" },
      { text: "In stores", link: "/extension-stores" },
    ],
  },
  {
    text: "Action",
    items: [
      { text: "Tasks, inputs, fleets", link: "/action" },
      { text: "Recipes", link: "/recipes" },
    ],
  },
  {
    text: "Core",
    items: [
      { text: "The client", link: "/client" },
      { text: "Errors", link: "/errors" },
      { text: "Limits", link: "/limits" },
      { text: "Webhooks", link: "/webhooks" },
      { text: "OIDC subjects", link: "/oidc" },
    ],
  },
  {
    text: "Emulator",
    items: [
      { text: "The service, local", link: "/emulator" },
      { text: "Control", link: "/control" },
    ],
  },
  { text: "Project", items: made("project") },
];

/** Code without colours, for the tests of the pages: colours are a third of what a build costs. */
const plainCode: Pick<MarkdownOptions, "highlight"> = {
  highlight: (code) => `<pre v-pre><code>${code.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</code></pre>`,
};

/** A first page's text keeps its distance from what is above it; long messages are read in whole. */
const STYLE = `
.VPHome .vp-doc h1 { margin-top: 48px }
.vp-doc .language-text pre code { white-space: pre-wrap; width: auto; overflow-wrap: anywhere }
`;

export default defineConfig({
  title: "Forgehand",
  description: "Hands for a code forge: an extension, an action, a typed client, an emulator.",
  srcDir: ".site",
  cleanUrls: true,
  head: [["style", {}, STYLE]],

  markdown: {
    // Anchors are the ones that the repository's own pages have, so that links work in both.
    anchor: { slugify: anchorOf },
    toc: { slugify: anchorOf },
    ...(process.env["FORGEHAND_PLAIN_CODE"] === "1" ? plainCode : {}),
  },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  transformPageData({ relativePath, frontmatter }) {
    if (relativePath === "index.md") return { frontmatter: { ...frontmatter, ...HOME } };
    // What was made, or copied from elsewhere, is not edited where it lies.
    const isMade = /^((operations|project|reference)\/|recipes\.md$)/.test(relativePath);
    return isMade ? { frontmatter: { ...frontmatter, editLink: false } } : undefined;
  },
  themeConfig: {
    nav: [
      { text: "Getting started", link: "/getting-started/extension", activeMatch: "^/getting-started/" },
      { text: "Operations", link: "/operations/", activeMatch: "^/operations/" },
      { text: "API reference", link: "/reference/", activeMatch: "^/reference/" },
    ],
    sidebar: {
      "/operations/": made("operations"),
      "/reference/": made("reference"),
      "/": guide,
    },
    outline: [2, 3],
    search: {
      provider: "local",
      // These two run in the browser as well, by their text: they know nothing of this file.
      options: {
        miniSearch: {
          options: {
            // An operation is found by the words in its name.
            tokenize: (text) =>
              text.split(/[\s\p{Z}\p{P}]+/u).flatMap((word) => [word, ...word.split(/(?<=[a-z])(?=[A-Z])/).slice(1)]),
          },
          searchOptions: {
            // What is written for people comes before what lists every property.
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
