import { ACCOUNT_TABLES } from "./accounts.ts";
import { APP_TABLES } from "./apps.ts";
import { DELIVERY_TABLES } from "./deliveries.ts";
import { ENTERPRISE_TABLES } from "./enterprises.ts";
import { HOOK_TABLES } from "./hooks.ts";
import { PULL_REQUEST_TABLES } from "./pull-requests.ts";
import { REPOSITORY_TABLES } from "./repositories.ts";
import { REVIEW_REQUEST_TABLES } from "./review-requests.ts";
import { STAR_TABLES } from "./stars.ts";
import { TEMPLATE_TABLES } from "./subject-templates.ts";
import { SUBSCRIPTION_TABLES } from "./subscriptions.ts";
import { TEAM_TABLES } from "./teams.ts";
import { TOKEN_TABLES } from "./tokens.ts";
import { SECRET_TABLES } from "./updater-secrets.ts";
import { VARIABLE_TABLES } from "./variables.ts";

/**
 * The tables, each written beside what reads and writes it; whatever is referred to comes first. Names that people type
 * (logins, repositories, secrets) compare without regard to case. What belongs to something goes with it.
 */
export const SCHEMA = [
  "PRAGMA foreign_keys = ON;",
  ENTERPRISE_TABLES,
  ACCOUNT_TABLES,
  TEAM_TABLES,
  REPOSITORY_TABLES,
  APP_TABLES,
  TOKEN_TABLES,
  STAR_TABLES,
  SUBSCRIPTION_TABLES,
  PULL_REQUEST_TABLES,
  REVIEW_REQUEST_TABLES,
  SECRET_TABLES,
  TEMPLATE_TABLES,
  VARIABLE_TABLES,
  HOOK_TABLES,
  DELIVERY_TABLES,
].join("\n");
