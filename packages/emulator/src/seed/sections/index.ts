import type { Account } from "../../state/accounts.ts";
import type { Enterprise } from "../../state/enterprises.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Section } from "../section.ts";
import { hooks } from "./hooks.ts";
import { pulls } from "./pulls.ts";
import { updaterSecrets } from "./updater-secrets.ts";

// What each thing of a seed may say beside what it is, by the field that says it. They are planted in this order, after
// all users, organizations, enterprises and repositories.

export const USER_SECTIONS: Readonly<Record<string, Section<Account>>> = {};

export const ORGANIZATION_SECTIONS: Readonly<Record<string, Section<Account>>> = { updater_secrets: updaterSecrets };

export const ENTERPRISE_SECTIONS: Readonly<Record<string, Section<Enterprise>>> = {};

export const REPOSITORY_SECTIONS: Readonly<Record<string, Section<Repository>>> = { pulls, hooks };
