import * as z from "zod/mini";
import type { Repository } from "../../state/repositories.ts";
import * as state from "../../state/workflow-runs.ts";
import { recordSection } from "../define-section.ts";

const Workflow = z.strictObject({
  /** The path by default. A file on the default branch sets its own name. */
  name: z.optional(z.string()),
  state: z._default(z.enum(state.WORKFLOW_STATES), "active"),
});

/** Inserts a repository's workflows, by the path of their file. Others exist by their file or their runs. */
export const workflows = recordSection(
  Workflow,
  ({ db }, repository: Repository, path, { name = path, state: initialState }) => {
    const { id } = state.findOrCreateWorkflow(db, repository.id, path, name);
    state.workflows.update(db, { id }, { state: initialState });
  },
  z.string().check(z.regex(/^\.github\/workflows\/[^/]+\.ya?ml$/, "must be a path like .github/workflows/test.yml")),
);
