/** Front matter of the home page, shown above the text of index.md. */
export const HOME_FRONTMATTER = {
  layout: "home",
  hero: {
    name: "Forgehand",
    tagline: "Tools for GitHub and GitHub Enterprise Server.",
    actions: [
      { theme: "brand", text: "Get started", link: "/getting-started/extension" },
      { theme: "alt", text: "All operations", link: "/operations/" },
    ],
  },
  features: [
    {
      title: "Browser extension",
      details:
        "Watch, star and request reviews on repository and pull request pages. Clean up thousands of repositories in one job, with undo.",
      link: "/getting-started/extension",
    },
    {
      title: "GitHub Action",
      details:
        "Rotates secrets, sets variables and OIDC subject templates, and redelivers failed webhook deliveries, for one repository or thousands.",
      link: "/getting-started/action",
    },
    {
      title: "Command line",
      details: "The action's tasks from a terminal: a plan, a question, and progress; JSON and exit codes for scripts.",
      link: "/cli",
    },
    {
      title: "TypeScript client",
      details: "The API as a typed contract, a client that respects rate limits, and a webhook receiver.",
      link: "/getting-started/core",
    },
    {
      title: "Local emulator",
      details: "The API with state, permissions, webhooks and web pages, running locally. For tests without a network.",
      link: "/getting-started/emulator",
    },
  ],
};
