/**
 * Names that no account can have: the first path segments of the site's own pages, and words that GitHub keeps for
 * itself. From the package `github-reserved-names`, with four more; the test compares both. Not part of the scripts of
 * pages, because they must stay small.
 */
const RESERVED_NAMES = new Set(
  `
  about account admin advisories anonymous any api apps attributes auth billing blob blog bounty branches business
  businesses c cache careers case-studies categories central certification changelog chat cla cloud codereview
  codespaces collection collections comments commit commits companies compare contact contributing cookbook copilot
  coupons customer customer-stories customers dashboard dashboard-feed dashboards design develop developer diff
  discover discussions downloads downtime editor editors edu education enterprise enterprises events explore featured
  features feed files fixtures forked garage ghost gist gists git-guides github-copilot graphs groups guide guides
  help help-wanted home hooks hosting hovercards identity images inbox individual info integration interfaces
  introduction invalid-email-address investors issues jobs join journal journals lab labs languages launch layouts
  learn legal library linux listings lists login logos logout mac maintenance malware man marketplace mcp mention
  mentioned mentioning mentions migrating milestones mine mirrors mobile navigation network new news newsletter
  newsroom none nonprofit nonprofits notices notifications oauth offer open-source organisations organizations orgs
  pages partners payments personal plans plugins popular popularity posts premium-support press preview pricing
  professional projects pulls raw readme recommendations redeem releases render reply repos repositories resources
  restore revert save-net-neutrality saved scraping search security services sessions settings setup shareholders
  showcases signin signup site site-policy sitemap social-impact socials solutions spam sponsors ssh staff stafftools
  starred stars static status statuses storage store stories styleguide subscriptions suggest suggestion suggestions
  support suspended talks teach teacher teachers teaching team teams ten terms timeline topic topics tos tour train
  training translations tree trending undefined updates user-attachments username users visualization w watching
  why-github wiki wikis windows works-with
`
    .trim()
    .split(/\s+/),
);

/** Status codes, years and hosts of the site. */
const RESERVED_NUMBERS = /^(?:30[02]|4[0-2]\d|43[01]|50\d|51[01]|69[345]|900|www\d)$/;

/** Whether a name cannot be an account, on any host. */
export function isReservedName(name: string): boolean {
  const lowerCase = name.toLowerCase();
  return RESERVED_NAMES.has(lowerCase) || RESERVED_NUMBERS.test(lowerCase);
}
