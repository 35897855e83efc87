/** What the site's first page shows before the text of index.md. */
export const HOME = {
  layout: "home",
  hero: {
    name: "Forgehand",
    tagline: "Hands for a code forge: github.com, its self-hosted edition, and forges that speak the same REST API.",
    actions: [
      { theme: "brand", text: "Get started", link: "/getting-started/extension" },
      { theme: "alt", text: "All operations", link: "/operations/" },
    ],
  },
  features: [
    {
      title: "Click",
      details:
        "The extension: watch, star and ask for reviews where repositories and pull requests are. Tidy thousands of them in one job, with a way back.",
      link: "/getting-started/extension",
    },
    {
      title: "Step",
      details:
        "The action: rotates secrets, sets OIDC subject templates, redelivers failed webhook deliveries, for one repository or a fleet.",
      link: "/getting-started/action",
    },
    {
      title: "Import",
      details:
        "The package: the API written down once as a typed contract, a client that keeps to the limits, a receiver of webhooks.",
      link: "/getting-started/core",
    },
    {
      title: "Try",
      details:
        "The emulator: the service itself, small and local, with state, permissions, webhooks and pages. For tests without internet.",
      link: "/getting-started/emulator",
    },
  ],
};
