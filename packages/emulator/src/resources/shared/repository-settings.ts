import * as z from "zod/mini";
import { customFieldError } from "../../http-error.ts";
import { RepositorySettings } from "../../state/repositories.ts";

/** Allowed commit messages for each commit title, as in GitHub's documentation of the operation. */
const SQUASH_MESSAGES_BY_TITLE: Readonly<Record<string, readonly string[]>> = {
  PR_TITLE: ["PR_BODY", "COMMIT_MESSAGES", "BLANK"],
  COMMIT_OR_PR_TITLE: ["COMMIT_MESSAGES"],
};
const MERGE_MESSAGES_BY_TITLE: Readonly<Record<string, readonly string[]>> = {
  PR_TITLE: ["PR_BODY", "BLANK"],
  MERGE_MESSAGE: ["PR_TITLE"],
};

/** Fields that decide about other settings. */
export interface SettingsInput {
  readonly use_squash_pr_title_as_default?: boolean | undefined;
  readonly squash_merge_commit_title?: string | undefined;
  readonly squash_merge_commit_message?: string | undefined;
}

/**
 * Returns a repository's settings with those of the input.
 * @param security the security features, unless they stay the same
 * @throws HttpError 422 if they can't be combined
 */
export function mergeSettings(
  previous: RepositorySettings,
  input: SettingsInput,
  security: object = {},
): RepositorySettings {
  const givenSettings = Object.entries(input).filter(
    ([field, value]) => value !== undefined && CHANGEABLE_SETTINGS.has(field),
  );
  const settings = z.parse(RepositorySettings, {
    ...previous,
    ...Object.fromEntries(givenSettings),
    ...titleFromLegacyFlag(input),
    ...security,
  });
  settings.use_squash_pr_title_as_default = settings.squash_merge_commit_title === "PR_TITLE";
  if (!settings.allow_squash_merge && !settings.allow_merge_commit && !settings.allow_rebase_merge) {
    throw validationError("allow_merge_commit", "Sorry, you need to allow at least one merge strategy.");
  }
  if (!SQUASH_MESSAGES_BY_TITLE[settings.squash_merge_commit_title]?.includes(settings.squash_merge_commit_message)) {
    throw validationError(
      "squash_merge_commit_message",
      "This message cannot be combined with the title of squash merge commits.",
    );
  }
  if (!MERGE_MESSAGES_BY_TITLE[settings.merge_commit_title]?.includes(settings.merge_commit_message)) {
    throw validationError("merge_commit_message", "This message cannot be combined with the title of merge commits.");
  }
  return settings;
}

const CHANGEABLE_SETTINGS: ReadonlySet<string> = new Set(Object.keys(RepositorySettings.shape));

/** Translates the older flag for the title of squash commits. `squash_merge_commit_title` overrides it. */
function titleFromLegacyFlag({
  use_squash_pr_title_as_default: usesPullRequestTitle,
  squash_merge_commit_title: title,
  squash_merge_commit_message: message = "COMMIT_MESSAGES",
}: SettingsInput) {
  if (usesPullRequestTitle === undefined || title !== undefined) return {};
  if (usesPullRequestTitle) return { squash_merge_commit_title: "PR_TITLE" };
  return { squash_merge_commit_title: "COMMIT_OR_PR_TITLE", squash_merge_commit_message: message };
}

const validationError = (field: string, message: string) => customFieldError("Repository", field, message);
