import {
  createLabel,
  deleteLabel,
  getLabel,
  listLabels,
  listMilestoneLabels,
  updateLabel,
} from "@forgehand/core/operations";
import { labelEvent, type PreviousValues } from "../../deliveries/events/labels.ts";
import * as effects from "../../effects/labels.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { requireFound } from "../../http-error.ts";
import { renderLabel } from "../../objects/label.ts";
import * as state from "../../state/labels.ts";
import { checkLabelName, fieldError, findMilestone } from "./issue-input.ts";

export const labels = [
  repositoryHandler(listLabels, (_input, call) => {
    const { context, repository, page } = call;
    const rowPage = state.labels.page(context.db, { repository_id: repository.id }, "name", page);
    return renderPage(call, rowPage, (label) => renderLabel(context, repository, label));
  }),

  repositoryHandler(createLabel, ({ name, color, description }, call) => {
    const { context, repository } = call;
    const label = {
      name: requireFreeName(call, name),
      color: color === undefined ? undefined : checkColor(color),
      description: description === undefined ? undefined : checkDescription(description),
    };
    return renderLabel(
      context,
      repository,
      effects.createLabel(context, { repository, sender: requireActor(call) }, label),
    );
  }),

  repositoryHandler(getLabel, ({ name }, call) => renderLabel(call.context, call.repository, requireLabel(call, name))),

  repositoryHandler(updateLabel, ({ name, new_name, color, description }, call) => {
    const { context, repository } = call;
    const before = requireLabel(call, name);
    const after = {
      ...before,
      name: new_name === undefined ? before.name : requireFreeName(call, new_name, before.id),
      color: color === undefined ? before.color : checkColor(color).toLowerCase(),
      description: description === undefined ? before.description : checkDescription(description),
    };
    const changes = changesOf(before, after);
    if (Object.keys(changes).length > 0) {
      state.labels.update(context.db, { id: before.id }, after);
      const event = labelEvent(context, repository, after, requireActor(call), "edited", changes);
      context.deliveries.emit(repository.id, event);
    }
    return renderLabel(context, repository, after);
  }),

  repositoryHandler(deleteLabel, ({ name }, call) => {
    const { context, repository } = call;
    const label = requireLabel(call, name);
    const event = labelEvent(context, repository, label, requireActor(call), "deleted");
    state.labels.delete(context.db, { id: label.id });
    context.deliveries.emit(repository.id, event);
  }),

  repositoryHandler(listMilestoneLabels, ({ milestone_number }, call) => {
    const { context, repository, page } = call;
    const { id } = requireFound(findMilestone(context.db, repository.id, milestone_number));
    const rowPage = state.labelsOfMilestone(context.db, id, page);
    return renderPage(call, rowPage, (label) => renderLabel(context, repository, label));
  }),
];

/** @throws HttpError 404 */
function requireLabel({ context, repository }: RepositoryCall, name: string): state.Label {
  return requireFound(state.labels.find(context.db, { repository_id: repository.id, name }));
}

/**
 * Checks the name of a new or renamed label.
 * @param ownId the label that can have the name already
 * @throws HttpError 422 if it is invalid or another label has it
 */
function requireFreeName({ context, repository }: RepositoryCall, given: string, ownId?: number): string {
  const name = checkLabelName(given);
  const other = state.labels.find(context.db, { repository_id: repository.id, name });
  if (!other || other.id === ownId) return name;
  throw fieldError("Label", "name", "already_exists");
}

/** @throws HttpError 422 if it isn't six hexadecimal digits */
function checkColor(color: string): string {
  if (/^[0-9a-f]{6}$/i.test(color)) return color;
  throw fieldError("Label", "color", "invalid");
}

/** Maximum length in characters. */
const MAX_DESCRIPTION_LENGTH = 100;

/** @throws HttpError 422 if it is too long */
function checkDescription(description: string): string {
  if (description.length <= MAX_DESCRIPTION_LENGTH) return description;
  throw fieldError("Label", "description", "invalid");
}

function changesOf(before: state.Label, after: state.Label): PreviousValues {
  return {
    ...(before.name === after.name ? {} : { name: { from: before.name } }),
    ...(before.color === after.color ? {} : { color: { from: before.color } }),
    ...(before.description === after.description ? {} : { description: { from: before.description } }),
  };
}
