import type { Settings } from "@forgehand/tasks/settings/create-settings";

/** Whether a report is also written to the repository of the workflow. */
export const isReportedToRepository = (inputs: Settings): boolean =>
  inputs.required("pull-request-comment") || inputs.optional("drift-issue") !== undefined;
